// Splits a text by the grammar, as an editor does, into pieces with their scopes.

const fs = require("node:fs");
const path = require("node:path");
const oniguruma = require("vscode-oniguruma");
const textmate = require("vscode-textmate");

const GRAMMAR = path.join(__dirname, "../syntaxes/fex.tmLanguage.json");

async function grammar() {
  await oniguruma.loadWASM(fs.readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm")).buffer);
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () => textmate.parseRawGrammar(fs.readFileSync(GRAMMAR, "utf8"), GRAMMAR),
  });
  return registry.loadGrammar("source.fex");
}

// The pieces of a text that are not blank, each with its line (from 0) and its innermost scope.
function tokens(grammar, text) {
  const found = [];
  let state = textmate.INITIAL;
  text.split(/\r?\n/).forEach((line, number) => {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
    state = ruleStack;
    for (const { startIndex, endIndex, scopes } of tokens) {
      const piece = line.slice(startIndex, endIndex);
      if (piece.trim() !== "") {
        found.push({ line: number, start: startIndex, text: piece, scope: scopes.at(-1), scopes });
      }
    }
  });
  return found;
}

module.exports = { grammar, tokens };
