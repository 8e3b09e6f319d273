//! An editor, as far as the protocol goes: it starts the server and speaks JSON-RPC with it over pipes.

use serde_json::{Value, json};
use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

/// How long an answer may take. Nothing is measured by that: it only keeps a failing test from waiting for ever.
const PATIENCE: Duration = Duration::from_secs(120);

/// An editor with a server of its own.
pub struct Editor {
    server: Child,
    input: Option<ChildStdin>,
    heard: Receiver<Value>,
    asked: i64,
    /// What the server said without being asked, and what it asked, in order.
    pub said: VecDeque<Value>,
}

impl Editor {
    /// Starts a server that was not introduced to yet.
    pub fn fresh() -> Editor {
        let mut server = Command::new(env!("CARGO_BIN_EXE_fex"))
            .arg("lsp")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .expect("fex can be started");
        let mut output = BufReader::new(server.stdout.take().expect("it is a pipe"));
        let (sender, heard) = mpsc::channel();
        thread::spawn(move || {
            while let Some(message) = message(&mut output) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        let input = server.stdin.take();
        Editor { server, input, heard, asked: 0, said: VecDeque::new() }
    }

    /// Starts a server and introduces itself, with what it can.
    pub fn with(capabilities: Value, options: Value) -> Editor {
        let mut editor = Editor::fresh();
        let params = json!({ "processId": null, "rootUri": null, "capabilities": capabilities, "initializationOptions": options });
        editor.ask("initialize", params).expect("it can be initialized");
        editor.say("initialized", json!({}));
        editor
    }

    /// The same as an editor that counts in UTF-16, can nothing else, and shows pictures by itself.
    pub fn plain() -> Editor {
        Editor::with(json!({}), json!({ "pictures": "result" }))
    }

    /// Sends bytes as they are.
    pub fn write(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("the server is not gone");
        input.write_all(bytes).and_then(|()| input.flush()).expect("the server reads");
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        self.write(format!("Content-Length: {}\r\n\r\n{text}", text.len()).as_bytes());
    }

    /// Says something that needs no answer.
    pub fn say(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Asks something, and does not wait for the answer, which has this number.
    pub fn begin(&mut self, method: &str, params: Value) -> i64 {
        self.asked += 1;
        self.send(&json!({ "jsonrpc": "2.0", "id": self.asked, "method": method, "params": params }));
        self.asked
    }

    /// Waits for an answer: the result, or the error.
    pub fn answer(&mut self, number: i64) -> Result<Value, Value> {
        let (answered, outcome) = self.any_answer();
        assert_eq!(answered, number, "questions are answered in order: {outcome:?}");
        outcome
    }

    /// Waits for the next answer, whatever it answers.
    pub fn any_answer(&mut self) -> (i64, Result<Value, Value>) {
        loop {
            let message = self.heard.recv_timeout(PATIENCE).expect("the server answers");
            if message.get("method").is_some() {
                self.said.push_back(message);
                continue;
            }
            let number = message["id"].as_i64().expect("questions are numbered");
            return match message.get("error") {
                Some(error) => (number, Err(error.clone())),
                None => (number, Ok(message["result"].clone())),
            };
        }
    }

    /// Asks something, and waits for the answer.
    pub fn ask(&mut self, method: &str, params: Value) -> Result<Value, Value> {
        let number = self.begin(method, params);
        self.answer(number)
    }

    /// What the server says next that is wanted; what it says before is forgotten.
    pub fn hear(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = match self.said.pop_front() {
                Some(message) => message,
                None => self.heard.recv_timeout(PATIENCE).expect("the server says something"),
            };
            if wanted(&message) {
                return message;
            }
        }
    }

    pub fn open(&mut self, uri: &str, text: &str) {
        let item = json!({ "uri": uri, "languageId": "fex", "version": 1, "text": text });
        self.say("textDocument/didOpen", json!({ "textDocument": item }));
    }

    pub fn change(&mut self, uri: &str, version: i32, changes: Value) {
        let which = json!({ "uri": uri, "version": version });
        self.say("textDocument/didChange", json!({ "textDocument": which, "contentChanges": changes }));
    }

    pub fn close(&mut self, uri: &str) {
        self.say("textDocument/didClose", json!({ "textDocument": { "uri": uri } }));
    }

    /// The messages about a version of a text.
    pub fn messages(&mut self, uri: &str, version: i32) -> Vec<Value> {
        let said = self.hear(|message| {
            message["method"] == "textDocument/publishDiagnostics"
                && message["params"]["uri"] == uri
                && message["params"]["version"] == version
        });
        said["params"]["diagnostics"].as_array().expect("it is a list").clone()
    }

    /// Asks something about a text.
    pub fn about(&mut self, what: &str, uri: &str) -> Value {
        self.ask(&format!("textDocument/{what}"), json!({ "textDocument": { "uri": uri } })).expect("it is answered")
    }

    /// Asks something about a place.
    pub fn at(&mut self, what: &str, uri: &str, line: u32, character: u32) -> Value {
        let params = json!({
            "textDocument": { "uri": uri },
            "position": { "line": line, "character": character },
            "context": { "includeDeclaration": true, "triggerKind": 1 },
        });
        self.ask(&format!("textDocument/{what}"), params).expect("it is answered")
    }

    /// Has a command of the server carried out.
    pub fn carry_out(&mut self, command: &str, arguments: Value) -> i64 {
        self.begin("workspace/executeCommand", json!({ "command": command, "arguments": arguments }))
    }

    /// Ends the session as the protocol has it; the exit code of the server.
    pub fn end(mut self) -> Option<i32> {
        assert_eq!(self.ask("shutdown", Value::Null), Ok(Value::Null));
        self.say("exit", Value::Null);
        self.wait()
    }

    /// Goes without a word; the exit code of the server.
    pub fn vanish(mut self) -> Option<i32> {
        drop(self.input.take());
        self.wait()
    }

    /// The exit code of the server.
    pub fn wait(&mut self) -> Option<i32> {
        self.server.wait().expect("it ends").code()
    }
}

/// Reads a message; none where there is no more.
fn message(output: &mut impl BufRead) -> Option<Value> {
    let mut length = None;
    loop {
        let mut line = String::new();
        output.read_line(&mut line).ok().filter(|read| *read > 0)?;
        match line.trim_end().split_once(": ") {
            Some(("Content-Length", value)) => length = value.parse().ok(),
            Some(_) => {}
            None => break,
        }
    }
    let mut bytes = vec![0; length.expect("a message says how long it is")];
    output.read_exact(&mut bytes).ok()?;
    Some(serde_json::from_slice(&bytes).expect("a message is JSON"))
}

/// The address of a file whose path has no letters that need a percent sign.
pub fn address(path: &Path) -> String {
    let text = path.to_str().expect("it is a text");
    assert!(text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"/._-~".contains(&byte)), "{text}");
    format!("file://{text}")
}
