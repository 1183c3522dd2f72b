// A loader of ten lines for scripts that say what they need by `define`: all of them stand in this one file, in order.
(() => {
  const modules = (self.landships = { modules: {}, next: "" }).modules;
  self.define = (...told) => {
    const [name, needs, make] = typeof told[0] === "string" ? told : [self.landships.next, ...told];
    const here = { id: name, uri: "", exports: {} };
    modules[name] = make(...needs.map((it) => (it === "module" ? here : modules[it]))) ?? here.exports;
  };
  self.define.amd = {};
})();
