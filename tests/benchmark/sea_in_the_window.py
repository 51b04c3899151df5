"""Measures the start and the frame cost of the sea in the window: usage sea_in_the_window.py LIMBER [SCENE].

Runs twice, with an empty cache and with the cache of the first run, under Xvfb on Mesa's software renderer. Prints wall
clock times from the start of the process, and medians of the window's state report.
"""

import os
import shutil
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "gui", "driven"))
from app_driver import AppDriver  # noqa: E402


def resident(pid):
    with open(f"/proc/{pid}/status") as status:
        lines = dict(line.split(":", 1) for line in status)
    return int(lines["VmRSS"].split()[0]) / 1024, int(lines["VmHWM"].split()[0]) / 1024


def processor_seconds(pid):
    with open(f"/proc/{pid}/stat") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure(limber, folder, scene, cache):
    report = os.path.join(folder, "state.json")  # of the previous run
    if os.path.exists(report):
        os.remove(report)
    start = time.monotonic()
    app = AppDriver(limber, folder, [scene, "--size", "1280x720"])
    try:
        app.wait_for(lambda s: s.get("steps", 0) > 0, "the first step", 600)
        swimming = time.monotonic() - start
        time.sleep(8)
        before, busy, steps = time.monotonic(), processor_seconds(app.program.pid), app.next_state()["steps"]
        time.sleep(8)
        state = app.next_state()
        passed = time.monotonic() - before
        now, most = resident(app.program.pid)
        print(f"{cache}: swimming after {swimming:.1f} s; {state['characters']} characters; frame {state['frame_ms']:.1f} ms in {state['draw_calls']} calls; "
              f"step of all {state['step_us']:.0f} us; {(state['steps'] - steps) / passed:.0f} steps a second; "
              f"{(processor_seconds(app.program.pid) - busy) / passed:.2f} processors; "
              f"resident {now:.0f} MiB, at most {most:.0f} MiB", flush=True)
    finally:
        app.close()


def main():
    limber = os.path.abspath(sys.argv[1])
    scene = sys.argv[2] if len(sys.argv) > 2 else "creature:sea"
    folder = tempfile.mkdtemp(prefix="limber_sea_")
    try:
        for cache in ("cold", "warm"):
            measure(limber, folder, scene, cache)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
