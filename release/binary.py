"""The binary for a platform: linked statically with zig, without a path of the machine that built it."""

from __future__ import annotations

import json
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

from component import Refusal


@dataclass(frozen=True)
class Platform:
    """A platform that fex is released for."""

    target: str
    """Rust's name of it."""
    name: str
    """The name in files of the release."""
    classifier: str
    """The name in artifacts of Maven, which is that of protoc's."""


# Those on which `release/trial.py` was run; the first one has to run on the machine that makes the release.
PLATFORMS = [
    Platform("x86_64-unknown-linux-musl", "linux-x86_64", "linux-x86_64"),
]


@dataclass(frozen=True)
class Built:
    """What a build has made."""

    program: Path
    jars: Path
    """The folder with the jars that the program carries."""


def build(root: Path, tools: Path, platform: Platform, seconds: int) -> Built:
    """Builds the binary for a platform."""
    _install(platform)
    # Paths would differ between machines, and tell of them.
    cargo_home = os.environ.get("CARGO_HOME", str(Path.home() / ".cargo"))
    maps = {str(root): "/fex", cargo_home: "/cargo"}
    # CaDiCaL has the date of its build in it, which zig refuses; it is that of `SOURCE_DATE_EPOCH`.
    flags = " ".join([*(f"-ffile-prefix-map={path}={name}" for path, name in maps.items()), "-Wno-date-time"])
    environment = os.environ | {
        "PATH": f"{tools / 'bin'}:{os.environ['PATH']}",
        "SOURCE_DATE_EPOCH": str(seconds),
        "CARGO_ENCODED_RUSTFLAGS": "\x1f".join(f"--remap-path-prefix={path}={name}" for path, name in maps.items()),
        "CFLAGS": flags,
        "CXXFLAGS": flags,
    }
    command = ["cargo", "zigbuild", "--profile", "dist", "--locked", "--target", platform.target]
    command += ["--message-format", "json-render-diagnostics"]
    run = subprocess.run(command, cwd=root, env=environment, stdout=subprocess.PIPE, text=True)
    if run.returncode != 0:
        raise Refusal(f"`{' '.join(command)}` fails")
    built = _read(run.stdout)
    if (built.jars / "missing.txt").read_text():
        raise Refusal("the Java half was left out: a release needs a JDK 17 and Maven")
    return built


def _install(platform: Platform) -> None:
    """Has rustup bring the standard library for a platform; without rustup, cargo says what is missing."""
    try:
        subprocess.run(["rustup", "target", "add", platform.target], check=True, capture_output=True, text=True)
    except FileNotFoundError:
        pass
    except subprocess.CalledProcessError as error:
        raise Refusal(f"rustup cannot bring {platform.target}: {error.stderr.strip()}") from error


def _read(messages: str) -> Built:
    """What cargo says that it has made."""
    program, jars = None, None
    for line in messages.splitlines():
        message = json.loads(line)
        if message["reason"] == "compiler-artifact" and message["target"]["name"] == "fex" and message["executable"]:
            program = Path(message["executable"])
        if message["reason"] == "build-script-executed" and message["package_id"].startswith("path+"):
            jars = Path(message["out_dir"]) / "jvm"
    if program is None or jars is None:
        raise Refusal("cargo does not say where it has put the binary of fex and its jars")
    return Built(program, jars)
