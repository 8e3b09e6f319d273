"""What the tools link into a static binary besides crates: Rust's standard library, and those of C and C++."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from component import Component, Refusal


def components(zig: Path) -> list[Component]:
    """The libraries of the Rust toolchain in use and of the zig in this folder."""
    return [_rust(), *_zig(zig)]


def rust_notices() -> Path:
    """The page with the licences of all that the standard library contains."""
    return _sysroot() / "share/doc/rust/COPYRIGHT-library.html"


def _sysroot() -> Path:
    return Path(subprocess.run(["rustc", "--print", "sysroot"], capture_output=True, text=True, check=True).stdout.strip())


def _rust() -> Component:
    said = subprocess.run(["rustc", "--version"], capture_output=True, text=True, check=True).stdout
    version = said.split()[1]
    licences = _sysroot() / "share/doc/rust/licenses"
    texts = tuple(_text(licences / name) for name in ("Apache-2.0.txt", "MIT.txt"))
    _text(rust_notices())
    return Component(
        f"pkg:generic/rust-std@{version}", "rust-std", version, "MIT OR Apache-2.0", texts, "https://github.com/rust-lang/rust"
    )


def _zig(zig: Path) -> list[Component]:
    library = zig / "lib"
    version = subprocess.run([zig / "zig", "version"], capture_output=True, text=True, check=True).stdout.strip()
    musl = _found(r'"([\d.]+)"', library / "libc/musl/src/internal/version.h")
    number = _found(r"define _LIBCPP_VERSION (\d+)", library / "libcxx/include/__config")
    llvm = f"{int(number[:-4])}.{int(number[-4:-2])}.{int(number[-2:])}"
    excepted = "Apache-2.0 WITH LLVM-exception"
    parts = [
        ("musl", musl, "MIT", library / "libc/musl/COPYRIGHT", "https://musl.libc.org"),
        ("libcxx", llvm, excepted, library / "libcxx/LICENSE.TXT", "https://libcxx.llvm.org"),
        ("libcxxabi", llvm, excepted, library / "libcxxabi/LICENSE.TXT", "https://libcxxabi.llvm.org"),
        ("libunwind", llvm, excepted, library / "libunwind/LICENSE.TXT", "https://github.com/llvm/llvm-project"),
        ("zig-compiler-rt", version, "MIT", zig / "LICENSE", "https://ziglang.org"),
    ]
    return [
        Component(f"pkg:generic/{name}@{version}", name, version, licence, (_text(text),), home)
        for name, version, licence, text, home in parts
    ]


def _found(pattern: str, file: Path) -> str:
    found = re.search(pattern, _text(file))
    if not found:
        raise Refusal(f"`{file}` does not say its version as it did")
    return found.group(1)


def _text(file: Path) -> str:
    if not file.is_file():
        raise Refusal(f"`{file}` is missing: it is a part of the toolchain that the release needs")
    return file.read_text(encoding="utf-8", errors="replace")
