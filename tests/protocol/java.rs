//! Java's half of the protocol: records for requests with what reads them, records for reports with what writes them.

use super::{parts, spread, variants};
use fex::worker::protocol::{Content, Declaration, Field, LONGEST, Shape, VERSION, Variant};
use std::fmt::Write;

/// What is declared that Java has elsewhere, where it does more than lie in a message.
const HOMES: [(&str, &str); 44] = [
    ("MethodPlan", "MethodPlan"),
    ("MutationSite", "MutationSite"),
    ("Mutator", "Mutator"),
    ("Step", "Step"),
    ("Objects", "Layout"),
    ("Type", "Layout.Type"),
    ("Slot", "Layout.Slot"),
    ("Container", "Layout.Container"),
    ("Constant", "Layout.Constant"),
    ("Kind", "Outcome.Kind"),
    ("Captured", "Recorder.Taken"),
    ("CallStep", "Recorder.Step"),
    ("Event", "Event"),
    ("Point", "Observer.Point"),
    ("Wanted", "Observer.Wanted"),
    ("States", "Observer.States"),
    ("ThreadStates", "Observer.ThreadStates"),
    ("PointStates", "Observer.PointStates"),
    ("Detail", "Observer.Detail"),
    ("Property", "Observer.Property"),
    ("Frame", "Observer.Frame"),
    ("Met", "Met"),
    ("Reading", "Environment.Reading"),
    ("StaticPlace", "Statics.Place"),
    ("Use", "Unheld.Use"),
    ("Member", "Inquiry.Member"),
    ("Answers", "Inquiry.Answers"),
    ("PlaceAnswers", "Inquiry.PlaceAnswers"),
    ("Answer", "Inquiry.Answer"),
    ("Shown", "Shown"),
    ("ShownKind", "Shown.Kind"),
    ("BranchedMethod", "BranchProbe.Method"),
    ("Decision", "BranchProbe.Decision"),
    ("CallSite", "BranchProbe.CallSite"),
    ("Coupling", "BranchProbe.Coupling"),
    ("Taken", "BranchProbe.Taken"),
    ("Led", "BranchProbe.Led"),
    ("Covered", "BranchProbe.Covered"),
    ("Missed", "BranchProbe.Missed"),
    ("MissedInside", "BranchProbe.MissedInside"),
    ("TaintWay", "Trail.Way"),
    ("TaintStep", "Trail.Taken"),
    ("TaintPlace", "Trail.Place"),
    // The runtime writes objects itself, as bytes.
    ("Observed", RAW),
];

const RAW: &str = "byte[]";

/// Constants of all types are of one class in Java.
const CONSTANTS: [&str; 5] = ["Int", "Long", "Float", "Double", "Text"];

/// The name that Java has for something declared, if it has it elsewhere.
pub fn home(name: &str) -> Option<&'static str> {
    HOMES.iter().find(|home| home.0 == name).map(|home| home.1)
}

const MADE: &str = "// Made of the declarations in src/worker/protocol by tests/protocol.rs.\n";

/// `Request.java`.
pub fn requests(of: &Declaration) -> String {
    let mut text = format!(
        "{MADE}package fex.agent;\n\nimport fex.instrument.MethodPlan;\nimport fex.instrument.MutationSite;\nimport fex.instrument.Mutator;\nimport fex.instrument.Step;\nimport fex.runtime.BranchProbe;\nimport fex.runtime.Inquiry;\nimport fex.runtime.Layout;\n\
         import fex.runtime.Observer;\nimport java.io.IOException;\nimport java.util.List;\n\n/** {} */\nsealed interface Request {{\n",
        prose(of.docs)
    );
    let lists = Lists::Objects;
    types(&mut text, of, lists);
    text.push_str(
        "    /** Reads the body of a frame. */\n    static Request decode(byte[] frame) throws IOException {\n",
    );
    text.push_str(
        "        Reader in = new Reader(frame);\n        Request request =\n                switch (in.u8()) {\n",
    );
    for variant in variants(of).iter().map(spread) {
        let arguments = reads(&variant.fields);
        let _ =
            writeln!(text, "                    case 0x{:02x} -> new {}({arguments});", variant.number, variant.name);
    }
    text.push_str("                    default -> throw new IOException(\"unknown request\");\n                };\n");
    text.push_str("        in.end();\n        return request;\n    }\n");
    for part in unspread(of) {
        text.push('\n');
        reader(&mut text, &part);
    }
    text.push_str("}\n");
    text
}

/// `Report.java`.
pub fn reports(of: &Declaration) -> String {
    let mut text = format!(
        "{MADE}package fex.agent;\n\nimport fex.runtime.BranchProbe;\nimport fex.runtime.Environment;\nimport fex.runtime.Event;\nimport fex.runtime.Inquiry;\nimport fex.runtime.Met;\nimport fex.runtime.Observer;\n\
         import fex.runtime.Recorder;\nimport fex.runtime.Shown;\nimport fex.runtime.Statics;\nimport fex.runtime.Unheld;\nimport fex.runtime.taint.Trail;\nimport java.util.List;\n\n/** {} */\nsealed interface Report {{\n    /** The version of the protocol. */\n    int VERSION = {VERSION};\n\n    \
         /** The longest frame, in bytes. */\n    int LONGEST = {LONGEST};\n\n",
        prose(of.docs)
    );
    types(&mut text, of, Lists::Arrays);
    text.push_str("    /** The bytes of a frame after its length. */\n    default byte[] encode() {\n        Writer out = new Writer();\n");
    for (index, variant) in variants(of).iter().map(spread).enumerate() {
        let (start, name) = (if index == 0 { "        if" } else { " else if" }, variant.name);
        let bound = if variant.fields.is_empty() { String::new() } else { " report".to_owned() };
        let _ = writeln!(text, "{start} (this instanceof {name}{bound}) {{");
        let _ = writeln!(text, "            out.u8(0x{:02x});", variant.number);
        for field in &variant.fields {
            let _ =
                writeln!(text, "            {};", write(&field.shape, &format!("report.{}()", component(field.name))));
        }
        text.push_str("        }");
    }
    text.push_str("\n        return out.bytes();\n    }\n");
    for part in unspread(of) {
        text.push('\n');
        writer(&mut text, &part);
    }
    text.push_str("}\n");
    text
}

/// How lists of numbers are kept.
#[derive(Clone, Copy, PartialEq)]
enum Lists {
    /// As lists, which are equal if their elements are.
    Objects,
    /// As arrays, which take less.
    Arrays,
}

/// What is declared among the parts of messages, but for what a message consists of alone, and for bytes.
fn unspread(of: &Declaration) -> Vec<Declaration> {
    let mut found = Vec::new();
    parts(of, &mut found);
    let variants_of: Vec<&[Variant]> = [of].into_iter().chain(&found).map(variants).collect();
    let is_spread = |part: &Declaration| {
        let is_only = |field: &Field| matches!(field.shape, Shape::Named(declared) if declared().name == part.name);
        let of_variant = |variant: &Variant| {
            let fields = matches!(part.content, Content::Fields(_)) && home(part.name).is_none();
            fields && variant.name == part.name && matches!(variant.fields.as_slice(), [only] if is_only(only))
        };
        variants_of.iter().any(|variants| variants.iter().any(of_variant))
    };
    let raw = |part: &Declaration| home(part.name) == Some(RAW) || part.name == "Value";
    found.iter().filter(|part| !is_spread(part) && !raw(part)).cloned().collect()
}

/// The records of all messages and of their parts.
fn types(text: &mut String, of: &Declaration, lists: Lists) {
    for variant in variants(of).iter().map(spread) {
        record(text, "    ", variant.name, variant.docs, &variant.fields, Some(of.name), lists);
    }
    for part in unspread(of).iter().filter(|part| home(part.name).is_none()) {
        match &part.content {
            Content::Fields(fields) => record(text, "    ", part.name, part.docs, fields, None, lists),
            Content::Variants(variants) if variants.iter().all(|variant| variant.fields.is_empty()) => {
                let _ = writeln!(text, "    /** {} */\n    enum {} {{", prose(part.docs), part.name);
                for variant in variants {
                    let _ =
                        writeln!(text, "        /** {} */\n        {},", prose(variant.docs), shouted(variant.name));
                }
                text.push_str("    }\n\n");
            }
            Content::Variants(variants) => {
                let _ = writeln!(text, "    /** {} */\n    sealed interface {} {{", prose(part.docs), part.name);
                for variant in variants.iter().map(spread) {
                    record(text, "        ", variant.name, variant.docs, &variant.fields, Some(part.name), lists);
                }
                text.truncate(text.trim_end().len());
                text.push_str("\n    }\n\n");
            }
        }
    }
}

fn record(
    text: &mut String,
    indent: &str,
    name: &str,
    docs: &[&str],
    fields: &[Field],
    of: Option<&str>,
    lists: Lists,
) {
    let said: Vec<&Field> = fields.iter().filter(|field| !field.docs.is_empty()).collect();
    if said.is_empty() {
        let _ = writeln!(text, "{indent}/** {} */", prose(docs));
    } else {
        let _ = writeln!(text, "{indent}/**\n{indent} * {}\n{indent} *", prose(docs));
        for field in said {
            let _ = writeln!(text, "{indent} * @param {} {}", component(field.name), prose(field.docs));
        }
        let _ = writeln!(text, "{indent} */");
    }
    let components: Vec<String> =
        fields.iter().map(|field| format!("{} {}", java_type(&field.shape, lists), component(field.name))).collect();
    let implements = of.map_or(String::new(), |of| format!(" implements {of}"));
    let _ = writeln!(text, "{indent}record {name}({}){implements} {{}}\n", components.join(", "));
}

fn java_type(shape: &Shape, lists: Lists) -> String {
    match shape {
        Shape::Bool => "boolean".to_owned(),
        Shape::Int | Shape::Optional => "int".to_owned(),
        Shape::Long => "long".to_owned(),
        Shape::Float => "float".to_owned(),
        Shape::Double => "double".to_owned(),
        Shape::Text => "String".to_owned(),
        Shape::Pair(..) => panic!("a pair has no type in Java"),
        Shape::Named(declared) => {
            let name = declared().name;
            home(name).unwrap_or(name).to_owned()
        }
        Shape::List(element) if is_raw(element) => RAW.to_owned(),
        Shape::List(element) => match (&**element, lists) {
            (Shape::Int | Shape::Optional, Lists::Arrays) => "int[]".to_owned(),
            (Shape::Long, Lists::Arrays) => "long[]".to_owned(),
            (Shape::Int | Shape::Optional, Lists::Objects) => "List<Integer>".to_owned(),
            (Shape::Long, Lists::Objects) => "List<Long>".to_owned(),
            (element, _) => format!("List<{}>", java_type(element, lists)),
        },
    }
}

fn is_raw(shape: &Shape) -> bool {
    matches!(shape, Shape::Named(declared) if home(declared().name) == Some(RAW))
}

fn reads(fields: &[Field]) -> String {
    fields.iter().map(|field| read(&field.shape)).collect::<Vec<_>>().join(", ")
}

fn read(shape: &Shape) -> String {
    match shape {
        Shape::Bool => "in.bool()".to_owned(),
        Shape::Int | Shape::Optional => "in.i32()".to_owned(),
        Shape::Long => "in.i64()".to_owned(),
        Shape::Float => "Float.intBitsToFloat(in.i32())".to_owned(),
        Shape::Double => "Double.longBitsToDouble(in.i64())".to_owned(),
        Shape::Text => "in.string()".to_owned(),
        Shape::List(element) => format!("in.list(() -> {})", read(element)),
        Shape::Pair(first, second) => format!("{}, {}", read(first), read(second)),
        Shape::Named(declared) => format!("read{}(in)", declared().name),
    }
}

/// The method that reads a part.
fn reader(text: &mut String, part: &Declaration) {
    let ty = home(part.name).unwrap_or(part.name);
    let _ = writeln!(text, "    private static {ty} read{}(Reader in) throws IOException {{", part.name);
    match &part.content {
        Content::Fields(fields) => {
            let _ = writeln!(text, "        return new {ty}({});", reads(fields));
        }
        Content::Variants(variants) => {
            text.push_str("        return switch (in.u8()) {\n");
            for variant in variants.iter().map(spread) {
                let made = match variant.name {
                    _ if variants.iter().all(|variant| variant.fields.is_empty()) => {
                        format!("{ty}.{}", shouted(variant.name))
                    }
                    name if part.name == "Step" && CONSTANTS.contains(&name) => {
                        format!("new {ty}.Constant({})", reads(&variant.fields))
                    }
                    name => format!("new {ty}.{name}({})", reads(&variant.fields)),
                };
                let _ = writeln!(text, "            case {} -> {made};", variant.number);
            }
            let _ = writeln!(text, "            default -> throw new IOException(\"unknown {}\");", part.name);
            text.push_str("        };\n");
        }
    }
    text.push_str("    }\n");
}

/// The statement that writes a value.
fn write(shape: &Shape, value: &str) -> String {
    match shape {
        Shape::Bool => format!("out.bool({value})"),
        Shape::Int | Shape::Optional => format!("out.i32({value})"),
        Shape::Long => format!("out.i64({value})"),
        Shape::Float | Shape::Double | Shape::Pair(..) => panic!("no report has {shape:?}"),
        Shape::Text => format!("out.string({value})"),
        Shape::List(element) if is_raw(element) => format!("out.raw({value})"),
        Shape::List(element) => match &**element {
            Shape::Int | Shape::Optional | Shape::Long => format!("out.numbers({value})"),
            element => format!("out.list({value}, each -> {})", write(element, "each")),
        },
        Shape::Named(declared) => format!("write{}(out, {value})", declared().name),
    }
}

/// The method that writes a part.
fn writer(text: &mut String, part: &Declaration) {
    let ty = home(part.name).unwrap_or(part.name);
    let _ = writeln!(text, "    private static void write{}(Writer out, {ty} part) {{", part.name);
    match &part.content {
        Content::Fields(fields) => {
            for field in fields {
                let _ =
                    writeln!(text, "        {};", write(&field.shape, &format!("part.{}()", component(field.name))));
            }
        }
        Content::Variants(variants) if variants.iter().all(|one| one.fields.is_empty()) => {
            let in_order = variants.iter().enumerate().all(|(index, one)| usize::from(one.number) == index);
            assert!(in_order, "{} is written as a number", part.name);
            text.push_str("        out.u8(part.ordinal());\n");
        }
        Content::Variants(variants) => {
            for (index, variant) in variants.iter().enumerate() {
                let start = if index == 0 { "        if" } else { " else if" };
                let bound = if variant.fields.is_empty() { "" } else { " one" };
                let _ = writeln!(text, "{start} (part instanceof {ty}.{}{bound}) {{", variant.name);
                let _ = writeln!(text, "            out.u8({});", variant.number);
                for field in &variant.fields {
                    let value = format!("one.{}()", component(field.name));
                    let _ = writeln!(text, "            {};", write(&field.shape, &value));
                }
                text.push_str("        }");
            }
            text.push('\n');
        }
    }
    text.push_str("    }\n");
}

/// The name of a component: Java keeps `class` for itself.
fn component(name: &str) -> String {
    let mut words = name.split('_');
    let first = words.next().map(|word| if word == "class" { "type" } else { word }).unwrap_or_default();
    let rest = words.map(|word| word[..1].to_uppercase() + &word[1..]);
    [first.to_owned()].into_iter().chain(rest).collect()
}

/// The name of a constant: `OutOfMemory` is `OUT_OF_MEMORY`.
fn shouted(name: &str) -> String {
    let letters = name.char_indices().map(|(at, letter)| {
        let gap = if at > 0 && letter.is_uppercase() { "_" } else { "" };
        format!("{gap}{}", letter.to_ascii_uppercase())
    });
    letters.collect()
}

/// Lines of documentation as one, in Java's way to mark code.
fn prose(docs: &[&str]) -> String {
    let text = docs.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ");
    let mut marked = String::new();
    for (index, part) in text.split('`').enumerate() {
        match index % 2 {
            0 => marked.push_str(part),
            _ => marked.push_str(&format!("{{@code {part}}}")),
        }
    }
    marked
}
