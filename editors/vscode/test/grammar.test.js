// The grammar over real specifications and over what is easily coloured wrong.

const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");
const test = require("node:test");
const { grammar, tokens } = require("./tokens");

const SPECS = path.join(__dirname, "../../../specs");
const loaded = grammar();

// The scopes of a piece of a text, which stands there once.
async function scopesOf(text, piece) {
  const found = tokens(await loaded, text).filter((token) => token.text.trim() === piece);
  assert.equal(found.length, 1, `\`${piece}\` is one piece of: ${text}`);
  return found[0].scopes;
}

async function assertScope(text, piece, scope) {
  assert.ok((await scopesOf(text, piece)).includes(scope), `\`${piece}\` in: ${text}`);
}

function specifications() {
  const found = fs.readdirSync(SPECS, { recursive: true }).filter((name) => name.endsWith(".spec"));
  return found.map((name) => path.join(SPECS, name));
}

// The texts of the comments and strings of a specification, found by hand: nothing in them is anything else.
function plain(text) {
  const inside = new Set();
  for (const { 0: piece, index } of text.matchAll(/\/\*[^]*?\*\/|\/\/.*|--.*|"(?:\\.|[^"\\\n])*"/g)) {
    for (let at = index; at < index + piece.length; at++) {
      inside.add(at);
    }
  }
  return inside;
}

test("each specification that is shipped is split as a whole, and comments and strings have no words in them", async () => {
  const all = specifications();
  assert.ok(all.length > 20, `${all.length} specifications`);
  for (const file of all) {
    const text = fs.readFileSync(file, "utf8");
    const inside = plain(text);
    const starts = [0];
    for (const line of text.split("\n")) {
      starts.push(starts.at(-1) + line.length + 1);
    }
    for (const token of tokens(await loaded, text)) {
      const where = `${path.basename(file)}:${token.line + 1}: \`${token.text}\` is ${token.scope}`;
      assert.notEqual(token.scope, "source.fex", `${where}: nothing is left without a scope`);
      const blanks = token.text.length - token.text.trimStart().length;
      const isPlain = token.scopes.some((scope) => /^(comment|string)\./.test(scope));
      assert.equal(isPlain, inside.has(starts[token.line] + token.start + blanks), where);
    }
  }
});

test("what a specification declares and says has the scope that it should have", async () => {
  const text = fs.readFileSync(path.join(SPECS, "library.spec"), "utf8");
  const found = tokens(await loaded, text);
  const at = (line, piece) => found.find((token) => text.split("\n")[token.line] === line && token.text.trim() === piece);
  assert.equal(at('@java("subjects.Library", arguments("String"))', "java").scope, "keyword.other.fex");
  assert.equal(at('@java("subjects.Library", arguments("String"))', "arguments").scope, "keyword.other.fex");
  assert.equal(at("one sig Library {", "Library").scope, "entity.name.type.fex");
  assert.equal(at("one sig Library {", "sig").scope, "keyword.control.fex");
  assert.equal(at("  shelves: Int -> lone Shelf,", "Int").scope, "constant.language.fex");
  assert.equal(at("  shelves: Int -> lone Shelf,", "lone").scope, "keyword.control.fex");
  assert.equal(at("pred repOk[l: Library] {", "repOk").scope, "entity.name.function.fex");
});

test("a word in a comment is no keyword", async () => {
  await assertScope("// all sigs\nrun {}", "// all sigs", "comment.line.double-slash.fex");
  await assertScope("-- all sigs", "-- all sigs", "comment.line.double-dash.fex");
  await assertScope("/* all\n sigs */ run {}", "sigs", "comment.block.fex");
  await assertScope("/* all\n sigs */ run {}", "run", "keyword.control.fex");
});

test("a string has an end, and a line end ends one that has none", async () => {
  await assertScope('@java("a // sig")\nsig A {}', "a // sig", "string.quoted.double.fex");
  await assertScope('fact { x = "all }\nrun {}', "run", "keyword.control.fex");
  assert.ok(!(await scopesOf('fact { x = "all }\nrun {}', "run")).some((scope) => scope.startsWith("string.")));
});

test("a word is a keyword as a whole only", async () => {
  await assertScope("fact { some allow }", "allow", "variable.other.fex");
  await assertScope("fact { some all' }", "all'", "variable.other.fex");
  await assertScope("fact { some x_in }", "x_in", "variable.other.fex");
});

test("words of annotations and of generate are names elsewhere", async () => {
  await assertScope("fact { some scope }", "scope", "variable.other.fex");
  await assertScope("sig A { method: A }", "method", "variable.other.fex");
  await assertScope("generate A satisfying p for 3 {\n  n: scope\n}", "satisfying", "keyword.other.fex");
  await assertScope("generate A satisfying p for 3 {\n  n: scope\n}", "scope", "keyword.other.fex");
  await assertScope("generate A satisfying p for 3 {\n  n: 1\n}\nfact { some scope }", "scope", "variable.other.fex");
});
