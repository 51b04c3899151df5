#!/usr/bin/env python3
"""The time from a file that is dropped on the window to the first picture of its moving character:

    drop_to_drawn.py LIMBER [FILE...]

Without a file, the synthetic characters of opening.py, of 10,000 and 100,000 vertices. Each is dropped on a window that has shown
a small bar for a second, under Xvfb on Mesa's software renderer, with an empty cache and again on a new window with what that
left. The time ends with the first frame that shows the character after a step of its own, as the window's state report says.
Clock and processor time (of the program and its child processes, user and system) in seconds, each the median of three; other
programs make the clock slower, which the load average at the start, printed first, shows. Exits with 1 when the clock is beyond
the goal of a synthetic character.
"""

import os
import statistics
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "gui", "driven"))
from app_driver import TOOLS, AppDriver, missing_tools  # noqa: E402
from bar_scene import write_bar_scene  # noqa: E402
from file_drop import Source  # noqa: E402
from opening import write_worm  # noqa: E402

GOALS = {10_000: (10.0, 1.0), 100_000: (60.0, 3.0)}  # [s] cold and cached
PATIENCE = 1200  # [s]
RUNS = 3


def processor_seconds(pid):
    with open(f"/proc/{pid}/stat") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def is_drawn(state, name):
    return (state.get("scene") == name and not state.get("building", True) and state.get("steps", 0) > 0
            and state.get("draw_calls", 0) > 0)


def drop_and_wait(limber, folder, path, cache):
    """Clock and processor seconds from the drop to the picture."""
    name = os.path.splitext(os.path.basename(path))[0]
    app = AppDriver(limber, folder, [write_bar_scene(folder)], environment={"LIMBER_CACHE": cache})
    try:
        app.wait_for(lambda s: is_drawn(s, "Bar"), "the bar")
        time.sleep(1)  # what the window does in its first moments isn't part of opening a file
        app.next_state()
        clock, busy = time.monotonic(), processor_seconds(app.program.pid)
        Source(app.display.name, int(app.window)).drop([path], 640, 300)
        app.wait_for(lambda s: is_drawn(s, name), f"{name} to move", PATIENCE)
        return time.monotonic() - clock, processor_seconds(app.program.pid) - busy
    finally:
        app.close()


def medians(runs):
    """The median clock and the median processor time."""
    return [statistics.median(seconds) for seconds in zip(*runs)]


def measure(limber, folder, path, goals):
    caches = [tempfile.mkdtemp(dir=folder) for _ in range(RUNS)]
    cold, cached = (medians(drop_and_wait(limber, folder, path, cache) for cache in caches) for _ in range(2))
    limits = " and ".join(f"{goal:g}" for goal in goals) if goals else ""
    print(f"| {os.path.basename(path)} | {cold[0]:.1f} | {cold[1]:.1f} | {cached[0]:.2f} | {cached[1]:.2f} | {limits} |", flush=True)
    return not goals or (cold[0] <= goals[0] and cached[0] <= goals[1])


def main():
    limber, files = os.path.abspath(sys.argv[1]), [os.path.abspath(file) for file in sys.argv[2:]]
    if missing_tools():
        sys.exit(f"needs {', '.join(TOOLS)}; missing: {', '.join(missing_tools())}")
    print(f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors", flush=True)
    print("| file | cold, clock [s] | processor [s] | cached, clock [s] | processor [s] | goals of the clock [s] |\n|---|---|---|---|---|---|",
          flush=True)
    passed = True
    with tempfile.TemporaryDirectory() as folder:
        for count, goals in {} if files else GOALS.items():
            path = write_worm(os.path.join(folder, f"worm_{count}.glb"), count)
            passed = measure(limber, folder, path, goals) and passed
        for path in files:
            measure(limber, folder, path, None)
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
