"""Tests of what decides whether fex may pass something on: `python3 release/tests.py`."""

from __future__ import annotations

import tempfile
import unittest
import zipfile
from dataclasses import replace
from pathlib import Path

import archive
import jars
import licences
import notices
from archive import Entry
from check import ROOT
from component import Component, Refusal

MIT = (ROOT / "LICENSE-MIT").read_text()
APACHE = (ROOT / "LICENSE-APACHE").read_text()
ALLOWED = {"MIT", "Apache-2.0", "Unicode-3.0"}
SOME = Component("pkg:cargo/some@1.0.0", "some", "1.0.0", "MIT", (MIT,))


class Licences(unittest.TestCase):
    """Expressions mean what SPDX says, and texts are those of a licence."""

    def test_an_expression_has_the_alternatives_of_spdx(self) -> None:
        # AND binds more tightly than OR, WITH more tightly than both: appendix D of the specification of SPDX 2.3.
        for expression, expected in [
            ("MIT", [{"MIT"}]),
            ("MIT/Apache-2.0", [{"MIT"}, {"Apache-2.0"}]),
            ("MIT OR Apache-2.0 AND Zlib", [{"MIT"}, {"Apache-2.0", "Zlib"}]),
            ("(MIT OR Apache-2.0) AND Unicode-3.0", [{"MIT", "Unicode-3.0"}, {"Apache-2.0", "Unicode-3.0"}]),
            ("Apache-2.0 WITH LLVM-exception OR MIT", [{"Apache-2.0 WITH LLVM-exception"}, {"MIT"}]),
        ]:
            self.assertEqual(licences.alternatives(expression), [frozenset(ids) for ids in expected], expression)

    def test_half_an_expression_is_refused(self) -> None:
        for expression in ["", "MIT OR", "(MIT", "MIT)", "MIT Apache-2.0", "AND MIT"]:
            with self.assertRaises(Refusal, msg=expression):
                licences.alternatives(expression)

    def test_what_may_not_be_passed_on_is_refused(self) -> None:
        for licence in ["GPL-3.0-only", "MIT AND GPL-3.0-only", "Apache-2.0 WITH LLVM-exception"]:
            with self.assertRaisesRegex(Refusal, "does not allow"):
                licences.check(replace(SOME, licence=licence), ALLOWED)

    def test_the_text_has_to_be_that_of_a_licence_that_is_kept(self) -> None:
        licences.check(SOME, ALLOWED)
        licences.check(replace(SOME, licence="GPL-3.0-only OR MIT"), ALLOWED)
        licences.check(replace(SOME, licence="MIT OR Apache-2.0", texts=(APACHE,)), ALLOWED)
        for licence, texts in [("MIT", ()), ("MIT", (APACHE,)), ("Apache-2.0", (MIT,)), ("MIT AND Unicode-3.0", (MIT,))]:
            with self.assertRaisesRegex(Refusal, "without the text"):
                licences.check(replace(SOME, licence=licence, texts=texts), ALLOWED)


class Jars(unittest.TestCase):
    """The bill of materials is about all that is in a jar."""

    def refusal(self, drop: str = "", add: str = "") -> str:
        """Why a jar with all classes of ASM, one of them gone and another file added, is refused."""
        shaded = jars.components(ROOT)
        names = {"META-INF/licences/asm.txt", "fex/agent/Agent.class", "fex/agent/Agent$1.class"}
        for component in shaded:
            folder = jars.repository() / "org/ow2/asm" / component.name / component.version
            with zipfile.ZipFile(folder / f"{component.name}-{component.version}.jar") as original:
                names |= {name.replace("org/objectweb/asm/", "fex/asm/") for name in original.namelist() if "objectweb" in name}
        self.assertIn("fex/asm/ClassReader.class", names)
        with tempfile.TemporaryDirectory() as folder:
            jar = Path(folder) / "fex-agent.jar"
            with zipfile.ZipFile(jar, "w") as written:
                for name in sorted(names - {drop} | {add} - {""}):
                    written.writestr(name, b"")
            try:
                jars.check(ROOT, "agent", jar, shaded)
            except Refusal as refusal:
                return str(refusal)
        return ""

    def test_a_jar_of_sources_and_components_passes(self) -> None:
        self.assertEqual(self.refusal(), "")

    def test_a_jar_with_a_class_of_somebody_else_is_refused(self) -> None:
        self.assertIn("com/google/common/collect/Lists.class", self.refusal(add="com/google/common/collect/Lists.class"))

    def test_a_jar_without_a_class_or_a_licence_is_refused(self) -> None:
        self.assertIn("has no `fex/asm/ClassReader.class`", self.refusal(drop="fex/asm/ClassReader.class"))
        self.assertIn("not its licence", self.refusal(drop="META-INF/licences/asm.txt"))


class Archives(unittest.TestCase):
    """The same files give the same bytes, and a text stands in a list once."""

    def test_the_order_of_files_does_not_matter(self) -> None:
        entries = [Entry("b", b"two", is_program=True), Entry("a", b"one")]
        with tempfile.TemporaryDirectory() as folder:
            first, second = Path(folder) / "first.tar.gz", Path(folder) / "second.tar.gz"
            archive.tar(first, entries, 1_767_225_600)
            archive.tar(second, entries[::-1], 1_767_225_600)
            self.assertEqual(first.read_bytes(), second.read_bytes())

    def test_a_text_that_two_have_stands_once(self) -> None:
        other = replace(SOME, purl="pkg:cargo/other@2.0.0", name="other", version="2.0.0")
        text = notices.written([SOME, other])
        self.assertEqual(text.count("Permission is hereby granted"), 1)
        self.assertIn("some 1.0.0: MIT  [1]", text)
        self.assertIn("other 2.0.0: MIT  [1]", text)


if __name__ == "__main__":
    unittest.main()
