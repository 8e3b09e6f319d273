// A view beside the text, with the pictures of the instance or the structures that were asked for last.

const vscode = require("vscode");

class Pictures {
  #panel;

  show(answer) {
    if (answer.pictures.length === 0) {
      vscode.window.showInformationMessage(`${answer.title}: ${answer.found}`);
      return;
    }
    if (!this.#panel) {
      const place = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
      this.#panel = vscode.window.createWebviewPanel("fex.pictures", "fex", place, { enableScripts: false });
      this.#panel.onDidDispose(() => {
        this.#panel = undefined;
      });
    }
    this.#panel.title = answer.title;
    this.#panel.webview.html = page(answer);
    this.#panel.reveal(undefined, true);
  }

  dispose() {
    this.#panel?.dispose();
  }
}

// The page of an answer. Pictures are SVG that fex wrote; nothing on the page may run or load anything.
function page({ title, found, pictures }) {
  const figures = pictures.map(
    ({ name, svg }) => `<figure><figcaption>${escaped(name)}</figcaption>${svg}</figure>`,
  );
  return `<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<style>
figure { display: inline-block; margin: 0 2em 2em 0; max-width: 100%; vertical-align: top }
figure > svg { height: auto; max-width: 100% }
figcaption { margin-bottom: 0.5em }
</style>
<h2>${escaped(title)}</h2>
<p>${escaped(found)}</p>
${figures.join("\n")}
</html>`;
}

function escaped(text) {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

module.exports = { Pictures, page };
