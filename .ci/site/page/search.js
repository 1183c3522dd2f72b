// The search and the paste box of the first page. What can be found is in search.json (pages.py), and is fetched with the first letter.
(() => {
  const finder = document.querySelector(".lf-finder"), argument = document.querySelector(".lf-argument");
  const [field, status, list] = [".lf-search", "[role=status]", ".lf-found"].map((it) => finder.querySelector(it));
  const lessons = finder.dataset.lessons, MOST = 40;
  const IDLE = new Set("a an and are be does do for how i in is it its of on or the this to what".split(" ")); // publish/search.py
  const POSITION = /^[a-z_]+:[a-z-]+( |$)/, HELD = "#panel=";
  finder.hidden = argument.hidden = false;

  let all;
  const everything = () => (all ??= fetch(`${lessons}search.json`).then((told) => told.json()));
  const wordsOf = (text) => (text.toLowerCase().replace(/\blines? +(?=\d)/g, "").match(/[\p{L}\p{N}_-]+/gu) ?? []).filter((it) => !IDLE.has(it));
  const holds = ([, title, says, at, lines], word) =>
    /^\d+$/.test(word) ? lines.includes(Number(word)) || (at.startsWith(word) && /^\d\d_/.test(at)) : `${title} ${says}`.toLowerCase().includes(word);

  // Goes to a position, given by its words or by an address that holds them; returns whether the text is one.
  function opens(text) {
    const plain = text.trim().replace(/^[`"'\u201c]+|[`"'\u201d]+$/g, "");
    const at = plain.indexOf(HELD);
    const link = at < 0 ? plain : decodeURIComponent(plain.slice(at + HELD.length));
    if (!POSITION.test(link)) return false;
    location.href = `${lessons}open.html${HELD}${encodeURIComponent(link)}`;
    return true;
  }

  async function search(text) {
    const wanted = wordsOf(text);
    const found = wanted.length ? (await everything()).filter((it) => wanted.every((word) => holds(it, word))) : [];
    if (field.value !== text) return; // more was typed meanwhile
    status.textContent = !wanted.length ? "" : found.length ? `${Math.min(MOST, found.length)} of ${found.length} found` : "Nothing found.";
    list.replaceChildren(...found.slice(0, MOST).map(([sort, title, says, at]) => {
      const row = document.createElement("li"), name = document.createElement(at ? "a" : "b"), kind = document.createElement("small");
      if (at) name.href = lessons + at;
      name.textContent = title;
      kind.textContent = ` ${sort} `;
      row.append(name, kind, says);
      return row;
    }));
  }

  const say = (text) => { field.value = text; search(text); field.focus(); };
  field.addEventListener("input", () => search(field.value));
  finder.addEventListener("submit", (event) => { event.preventDefault(); opens(field.value) || search(field.value); });
  for (const it of finder.querySelectorAll("button")) it.addEventListener("click", () => say(it.textContent));
  argument.addEventListener("submit", (event) => {
    event.preventDefault();
    const text = argument.querySelector("textarea").value;
    if (!opens(text)) { say(text.trim()); finder.scrollIntoView(); }
  });

  // The path: what this browser knows to be done (page.js says when it has ticked).
  function follow() {
    const rows = [...document.querySelectorAll(".lf-path > div")];
    const of = (row) => [...row.querySelectorAll("[data-lesson]")], done = (row) => of(row).filter((it) => it.dataset.done === "").length;
    for (const row of rows) row.querySelector("small").textContent = `${done(row)} of ${of(row).length} done`;
    const now = rows.find((row) => done(row) && done(row) < of(row).length) ?? rows.find((row) => !done(row)) ?? rows[0];
    for (const row of rows) row.toggleAttribute("data-now", row === now);
    const next = of(now).find((it) => it.dataset.done === undefined) ?? of(now)[0], on = document.querySelector(".lf-go-on");
    on.href = next.href;
    on.firstChild.textContent = done(now) ? "Go on with " : "Begin with ";
    on.querySelector("b").textContent = `${next.querySelector("b").textContent}: ${next.title}`;
    on.querySelector("small").textContent = `${next.dataset.minutes} min`;
  }
  addEventListener("lp-ticked", follow);
  follow();
})();
