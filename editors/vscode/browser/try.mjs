// Tries the extension in VS Code itself: code-server runs it with `fex lsp` behind it, and Chromium shows what a person would
// see. `FEX`, `CODE_SERVER` and `CHROMIUM` say where the programs are; screenshots go to the folder that is named, or `shots`.

import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { chromium } from "playwright-core";

const HERE = import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname);
const FEX = path.resolve(process.env.FEX ?? path.join(HERE, "../../../target/release/fex"));
const SERVER = process.env.CODE_SERVER ?? path.join(HERE, "node_modules/.bin/code-server");
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
const VSIX = path.join(HERE, "../fex.vsix");
const SHOTS = path.resolve(process.argv[2] ?? "shots");
const PORT = 8617;
const PATIENCE = { timeout: 30_000 };

const SPECIFICATION = `/** A list of numbers. */
one sig List { first: lone Node }

/** A part of a list. */
sig Node { value: Int, next: lone Node }

pred sorted[l: List] {
  all n: l.first.*next | n not in n.^next and (all m: n.next | n.value < m.value)
}

run sorted for 3

generate List satisfying sorted for 3 {
  value in 0 .. scope - 1
}
`;

/** The same with a name that nothing has, and nothing else wrong. */
const BROKEN = SPECIFICATION.replace("l.first.*next", "l.frist.*next");

function folders() {
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "fex-browser-"));
  const named = (name) => path.join(scratch, name);
  fs.mkdirSync(named("user/User"), { recursive: true });
  fs.mkdirSync(named("project"));
  fs.writeFileSync(named("project/list.spec"), SPECIFICATION);
  fs.writeFileSync(named("project/broken.spec"), BROKEN);
  const settings = {
    "fex.path": FEX,
    "security.workspace.trust.enabled": false,
    "workbench.startupEditor": "none",
    "workbench.colorTheme": "Default Light Modern",
    "editor.minimap.enabled": false,
    "chat.commandCenter.enabled": false,
  };
  fs.writeFileSync(named("user/User/settings.json"), JSON.stringify(settings));
  return { scratch, project: named("project"), flags: ["--config", named("config.yaml"), "--user-data-dir", named("user"), "--extensions-dir", named("extensions")] };
}

async function answering(address) {
  for (let tries = 0; tries < 120; tries += 1) {
    const answer = await fetch(address).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((done) => setTimeout(done, 500));
  }
  throw new Error(`code-server does not answer at ${address}`);
}

/** Opens a file of the folder that is shown at the left. */
async function open(page, name) {
  await page.locator(".explorer-viewlet .monaco-list-row", { hasText: name }).dblclick(PATIENCE);
  await page.locator(".tab.active", { hasText: name }).waitFor(PATIENCE);
  await page.locator(".monaco-editor .view-lines").first().click(PATIENCE);
}

async function shot(page, name) {
  await page.screenshot({ path: path.join(SHOTS, `${name}.png`) });
  console.log(`${name}: seen`);
}

async function messages(page) {
  await open(page, "broken.spec");
  await page.locator(".squiggly-error").first().waitFor(PATIENCE);
  await page.keyboard.press("F8");
  await page.locator(".marker-widget", { hasText: "frist" }).waitFor(PATIENCE);
  await shot(page, "message");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+.");
  await page.locator(".action-widget", { hasText: "first" }).waitFor(PATIENCE);
  await shot(page, "cure");
  await page.keyboard.press("Escape");
}

async function completion(page) {
  await open(page, "list.spec");
  await page.locator(".codelens-decoration a").first().waitFor(PATIENCE);
  await shot(page, "lenses");
  await page.keyboard.press("Control+G");
  await page.keyboard.type("8:34");
  await page.keyboard.press("Enter");
  // Behind `l.`, a join: the fields of a list come first.
  await page.keyboard.type(" l.");
  await page.locator(".suggest-widget.visible .monaco-list-row", { hasText: "first" }).first().waitFor(PATIENCE);
  await shot(page, "completion");
  await page.keyboard.press("Escape");
  for (let count = 0; count < 3; count += 1) await page.keyboard.press("Backspace");
}

async function hover(page) {
  await page.locator(".view-line span", { hasText: /^Node$/ }).first().hover(PATIENCE);
  await page.locator(".monaco-hover", { hasText: "A part of a list." }).waitFor(PATIENCE);
  await shot(page, "hover");
  await page.mouse.move(5, 5);
}

async function pictures(page) {
  const lenses = page.locator(".codelens-decoration a");
  for (const [name, index] of [["instance", 0], ["structures", 1]]) {
    await lenses.nth(index).click(PATIENCE);
    const content = page.frameLocator("iframe.webview").last().frameLocator("iframe#active-frame");
    await content.locator("svg").first().waitFor(PATIENCE);
    await shot(page, name);
  }
}

const { scratch, project, flags } = folders();
fs.mkdirSync(SHOTS, { recursive: true });
execFileSync(SERVER, [...flags, "--install-extension", VSIX], { stdio: "inherit" });
const address = `http://127.0.0.1:${PORT}`;
const quiet = ["--auth", "none", "--disable-telemetry", "--disable-update-check", "--disable-getting-started-override"];
const server = spawn(SERVER, [...flags, ...quiet, "--bind-addr", `127.0.0.1:${PORT}`], { stdio: "inherit" });
const browser = await chromium.launch({
  executablePath: CHROMIUM,
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});
try {
  await answering(`${address}/healthz`);
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(`${address}/?folder=${encodeURIComponent(project)}`, PATIENCE);
  await page.locator(".monaco-workbench").waitFor(PATIENCE);
  try {
    for (const part of [messages, completion, hover, pictures]) await part(page);
  } catch (error) {
    await page.screenshot({ path: path.join(SHOTS, "failure.png") });
    throw error;
  }
} finally {
  await browser.close();
  server.kill();
  fs.rmSync(scratch, { recursive: true, force: true });
}
