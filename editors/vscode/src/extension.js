// Starts `fex lsp` for an editor window, and shows the pictures that its commands return.

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");
const { Pictures } = require("./pictures");

let client;

async function activate(context) {
  const pictures = new Pictures();
  context.subscriptions.push(
    pictures,
    vscode.commands.registerCommand("fex.restart", async () => {
      await stop();
      await start(pictures);
    }),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("fex.path")) {
        vscode.commands.executeCommand("fex.restart");
      }
    }),
  );
  await start(pictures);
}

async function start(pictures) {
  const command = vscode.workspace.getConfiguration("fex").get("path") || "fex";
  const options = {
    documentSelector: [{ language: "fex" }],
    // The server opens no page of its own: this window has a view.
    initializationOptions: { pictures: "result" },
    middleware: {
      executeCommand: async (name, values, next) => {
        const answer = await next(name, values);
        if (answer && Array.isArray(answer.pictures)) {
          pictures.show(answer);
        }
        return answer;
      },
    },
  };
  client = new LanguageClient("fex", "fex", { command, args: ["lsp"] }, options);
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    const choice = await vscode.window.showErrorMessage(
      `cannot start \`${command} lsp\`: ${error.message ?? error}; install fex, or say where it is`,
      "Open the settings",
    );
    if (choice) {
      vscode.commands.executeCommand("workbench.action.openSettings", "fex.path");
    }
  }
}

async function stop() {
  const old = client;
  client = undefined;
  await old?.stop();
}

module.exports = { activate, deactivate: stop };
