#!/usr/bin/env python3
"""Measures how right the time left is that `fex extreme` shows while it judges.

    results/extreme/progress.py [PROJECT ...]   the projects of large.py; without names, all of them

fex draws its line on a terminal of this script's own, which notes what it says and when. Prints one line of CSV for each project: the
load of the machine in the minute before, what fex estimates before the judging begins (nothing where it expects less than a minute),
how long the judging took, the processor time of the same (which depends little on the load), the first time left that was shown, and,
for each fifth of the judging, for which part of that time the time left was right within a third. As fex shows whole seconds, one that
is off by a second is right.
"""

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
import time

import large

TIME = rb"(?:(\d+) h )?(?:(\d+) min|(\d+) s)"
SHOWN = re.compile(rb"(\d+) of (\d+) transformations judged \[" + TIME + rb" left\]")
ANNOUNCED = re.compile(rb"tests take about " + TIME)
PARTS = 5
TICKS = os.sysconf("SC_CLK_TCK")


def seconds(groups):
    hours, minutes, rest = (int(group or 0) for group in groups)
    return 3600 * hours + 60 * minutes + rest


def processor_time(root):
    """The seconds of processor time of a process and of all that it started."""
    used = {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                with open(f"/proc/{entry}/stat") as file:
                    fields = file.read().rsplit(")", 1)[1].split()
            except (OSError, IndexError):
                continue
            used[int(entry)] = (int(fields[1]), sum(map(int, fields[11:15])))
    ours, grown = {root}, True
    while grown:
        more = {pid for pid, (parent, _) in used.items() if parent in ours} - ours
        ours, grown = ours | more, bool(more)
    return sum(used[pid][1] for pid in ours if pid in used) / TICKS


def watched(command, cwd):
    """The exit code of a command, and what it draws on a terminal, with the time and the processor time at each piece."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 200, 0, 0))
    process = subprocess.Popen([str(part) for part in command], cwd=cwd, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                               stderr=theirs, env={**os.environ, "TERM": "xterm"})
    os.close(theirs)
    drawn, looked, used = [], 0.0, 0.0
    while True:
        try:
            data = os.read(ours, 65536)
        except OSError:  # The other side is closed.
            data = b""
        if not data:
            break
        now = time.monotonic()
        if now - looked > 0.5:
            looked, used = now, processor_time(process.pid)
        drawn.append((now, used, data))
    os.close(ours)
    return process.wait(), drawn


def shown(drawn):
    """When how many seconds were said to be left, with the processor time until then."""
    for moment, used, data in drawn:
        for match in SHOWN.finditer(data):
            yield moment, used, seconds(match.groups()[2:])


def is_right(left, truth):
    return abs(left - truth) <= max(truth / 3, 1)


def main(arguments):
    print("project,load,estimate,judging,processor time,first," + ",".join(f"part {part + 1}" for part in range(PARTS)), flush=True)
    for name in arguments or large.PROJECTS:
        project = large.Clone(name)
        load = os.getloadavg()[0]
        code, drawn = watched(large.command(project), project.root)
        said = list(shown(drawn))
        if code != 0 or not said:
            sys.exit(f"fex on {name}: exit code {code}\n{b''.join(data for *_, data in drawn).decode()[-4000:]}")
        begin, end = said[0][0], said[-1][0]
        announced = next(filter(None, map(ANNOUNCED.search, (data for *_, data in drawn))), None)
        right, whole = [0.0] * PARTS, [0.0] * PARTS
        for (moment, _, left), (until, *_) in zip(said, said[1:]):
            part = min(int(PARTS * (moment - begin) / (end - begin)), PARTS - 1)
            whole[part] += until - moment
            right[part] += (until - moment) * is_right(left, end - moment)
        estimate = seconds(announced.groups()) if announced else ""
        parts = ",".join(f"{100 * good / of:.0f} %" if of else "" for good, of in zip(right, whole))
        print(f"{name},{load:.1f},{estimate},{end - begin:.1f},{said[-1][1] - said[0][1]:.1f},{said[0][2]},{parts}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
