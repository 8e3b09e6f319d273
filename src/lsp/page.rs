//! A page with pictures, for editors that show none by themselves.

use crate::app::editor::Pictures;
use crate::markup::escape;

const STYLE: &str = "body { font: 14px sans-serif; margin: 2em; background: #ffffff; color: #24292f }
figure { display: inline-block; margin: 0 2em 2em 0; vertical-align: top }
@media (prefers-color-scheme: dark) { body { background: #0d1117; color: #e6edf3 } }";

/// A page of HTML with all of them.
pub(super) fn page(pictures: &Pictures) -> String {
    let title = escape(&pictures.title);
    let figures = pictures.pictures.iter().map(|picture| {
        let caption = escape(&picture.name);
        format!("<figure>\n<figcaption>{caption}</figcaption>\n{}</figure>\n", picture.svg)
    });
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>{title}</title>\n<style>\n{STYLE}\n</style>\n\
         <h1>{title}</h1>\n<p>{}</p>\n{}</html>\n",
        escape(&pictures.found),
        figures.collect::<String>()
    )
}
