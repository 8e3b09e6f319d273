// The view of pictures, with an editor that only takes note of what it is told.

const assert = require("node:assert/strict");
const Module = require("node:module");
const test = require("node:test");

const panels = [];
const told = [];
const vscode = {
  ViewColumn: { Beside: -2 },
  window: {
    showInformationMessage: (message) => told.push(message),
    createWebviewPanel: (type, title, place, options) => {
      const panel = {
        type,
        options,
        webview: { html: "" },
        onDidDispose: (listener) => (panel.dispose = listener),
        reveal: () => {},
      };
      panels.push(panel);
      return panel;
    },
  },
};

// There is no module of this name outside of an editor.
const load = Module._load;
Module._load = (name, ...others) => (name === "vscode" ? vscode : load(name, ...others));
const { Pictures, page } = require("../src/pictures");
Module._load = load;

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><text>a</text></svg>';
const answer = (more) => ({ title: "run show", found: "an instance", pictures: [{ name: "1", svg: SVG }], ...more });

test("what is no picture is escaped, and pictures stay what they are", () => {
  const html = page(answer({ title: "<b> & \"c\" 'd'", found: "<script>1</script>", pictures: [{ name: "<i>", svg: SVG }] }));
  assert.ok(html.includes("<h2>&#60;b&#62; &#38; &#34;c&#34; &#39;d&#39;</h2>"), html);
  assert.ok(!html.includes("<script>") && !html.includes("<i>"), html);
  assert.ok(html.includes(`<figcaption>&#60;i&#62;</figcaption>${SVG}</figure>`), html);
});

test("nothing on the page may run or load anything", () => {
  const policy = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(page(answer()));
  assert.equal(policy[1], "default-src 'none'; style-src 'unsafe-inline'");
});

test("one view shows the last answer, until it is closed", () => {
  const pictures = new Pictures();
  pictures.show(answer());
  pictures.show(answer({ title: "run other" }));
  assert.equal(panels.length, 1);
  assert.equal(panels[0].options.enableScripts, false);
  assert.equal(panels[0].title, "run other");
  assert.ok(panels[0].webview.html.includes("<h2>run other</h2>"));
  panels[0].dispose();
  pictures.show(answer());
  assert.equal(panels.length, 2);
});

test("an answer without pictures is a message", () => {
  const count = panels.length;
  new Pictures().show(answer({ found: "no instance within the scope", pictures: [] }));
  assert.deepEqual(told, ["run show: no instance within the scope"]);
  assert.equal(panels.length, count);
});
