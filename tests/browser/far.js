// Puts distance between a page and its server, for tests: every message on a socket comes `far.ms` later each way, in order, and
// none while `far.held` is true. `far.gestures` are the kinds of the gestures that were sent, `far.answers`
// counts what came back for them. A test runs it before the page's own scripts.
const far = { ms: 0, held: false, waiting: [], gestures: [], answers: 0 };
window.far = far;

const later = (act) => {
  const at = performance.now() + far.ms;
  far.waiting.push({ at, act });
  setTimeout(release, far.ms);
};
const release = () => {
  while (!far.held && far.waiting.length && far.waiting[0].at <= performance.now() + 1) far.waiting.shift().act();
};
far.hold = () => { far.held = true; };
far.open = () => { far.held = false; release(); };

window.WebSocket = class extends window.WebSocket {
  constructor(...given) {
    super(...given);
    const passed = new WeakSet();
    this.addEventListener("message", (event) => {
      if (passed.has(event)) return;
      event.stopImmediatePropagation();
      const words = typeof event.data === "string" ? event.data : new TextDecoder().decode(event.data);
      if (words.includes('"ack"')) later(() => far.answers++);
      const again = new MessageEvent("message", { data: event.data, origin: event.origin });
      passed.add(again);
      later(() => this.dispatchEvent(again));
    });
  }

  send(data) {
    const words = typeof data === "string" ? data : new TextDecoder().decode(data);
    const gesture = /"kind": ?"(hover|leave|press|drag|drop|turn|key)"/.exec(words);
    if (gesture) far.gestures.push(gesture[1]);
    later(() => this.readyState === WebSocket.OPEN && super.send(data));
  }
};
