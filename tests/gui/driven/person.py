"""A person in front of Limber: a display of its own, a real mouse and keyboard, and eyes.

The program under test runs with --report, so that whoever drives it can wait for what should happen
instead of sleeping, and find where each widget, bone and piece of flesh is in pixels.
"""

import contextlib
import glob
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import traceback

SKIPPED = 77
TOOLS = ["Xvfb", "xdotool", "import", "compare"]


def missing_tools():
    return [tool for tool in TOOLS if shutil.which(tool) is None]


class Display:
    """An X server that nobody else uses."""

    def __init__(self, width=1280, height=720):
        reading, writing = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{width}x{height}x24",
             "+extension", "GLX", "+render", "-noreset", "-nolisten", "tcp"],
            pass_fds=[writing], stderr=subprocess.DEVNULL)
        os.close(writing)
        with os.fdopen(reading) as number:
            self.name = ":" + number.readline().strip()
        if self.name == ":":
            raise RuntimeError("Xvfb did not start")

    def close(self):
        self.server.terminate()
        self.server.wait()


class Person:
    def __init__(self, limber, folder, arguments=(), width=1280, height=720):
        self.folder = folder
        self.display = Display(width, height)
        self.report_path = os.path.join(folder, "state.json")
        if os.path.exists(self.report_path):
            os.remove(self.report_path)  # of whoever was here before
        self.environment = dict(os.environ, DISPLAY=self.display.name, LIBGL_ALWAYS_SOFTWARE="1",
                                XDG_STATE_HOME=os.path.join(folder, "state"),
                                XDG_CACHE_HOME=os.path.join(folder, "cache"),
                                LIMBER_CACHE=os.path.join(folder, "prepared"))
        self.errors = open(os.path.join(folder, "stderr.txt"), "w+")
        self.program = subprocess.Popen(
            [os.path.abspath(limber), "--report", self.report_path, "--size", f"{width}x{height}", *arguments],
            env=self.environment, stderr=self.errors, cwd=folder)
        try:
            self.wait_for(lambda s: True, "the window's first frame", 40)
            self.window = self._tool("search", "--sync", "--onlyvisible", "--name", "Limber").split()[0]
            self._tool("windowfocus", "--sync", self.window)
        except BaseException:
            self.leave()
            raise

    def leave(self):
        self.program.terminate()
        self.program.wait()
        self.display.close()

    def _tool(self, *arguments):
        return subprocess.run(["xdotool", *map(str, arguments)], env=self.environment, check=True,
                              capture_output=True, text=True, timeout=20).stdout

    # What the program says about itself.

    def state(self):
        if self.program.poll() is not None:
            self.errors.seek(0)
            raise AssertionError(f"limber ended with code {self.program.returncode}: {self.errors.read()}")
        try:
            with open(self.report_path) as report:
                return json.load(report)
        except (FileNotFoundError, json.JSONDecodeError):
            return None

    def wait_for(self, condition, what, seconds=60):
        """The first state that fulfils the condition; a failure names what was waited for."""
        deadline = time.monotonic() + seconds
        state = None
        while time.monotonic() < deadline:
            state = self.state() or state
            if state is not None and condition(state):
                return state
            time.sleep(0.03)
        short = {k: v for k, v in (state or {}).items() if k not in ("widgets", "bones")}
        raise AssertionError(f"waited {seconds} s in vain for {what}; the state is {json.dumps(short)}")

    def next_state(self):
        """A state that knows all that the hand did before now. The next report alone would not do: its frame may have
        asked for the mouse and the keys before."""
        latest = self.state()
        for _ in range(2):
            frame = latest["frame"] if latest else -1
            latest = self.wait_for(lambda s: s["frame"] > frame, "the next frame")
        return latest

    def stand_still(self):
        """The first of two states in a row in which no step was taken: a pause has reached the simulation."""
        while True:
            first, second = self.next_state(), self.next_state()
            if first["steps"] == second["steps"]:
                return second

    def settled(self, name):
        """The first of two states in a row in which that is alike: all that the hand did has arrived."""
        while True:
            first, second = self.next_state(), self.next_state()
            if first[name] == second[name]:
                return second

    # Hands.

    def point_at(self, x, y):
        self._tool("mousemove", "--window", self.window, round(x), round(y))

    def press(self, button=1):
        self.next_state()  # the program has seen where the mouse is
        self._tool("mousedown", button)
        self.next_state()

    def release(self, button=1):
        self._tool("mouseup", button)
        return self.next_state()

    def click(self, x, y):
        self.point_at(x, y)
        self.press()
        self.release()

    def drag_on(self, x, y, steps=8):
        """Moves the mouse to a place in steps, whatever is held."""
        start = dict(line.split("=") for line in self._tool("getmouselocation", "--shell").split())
        x0, y0 = int(start["X"]), int(start["Y"])
        for step in range(1, steps + 1):
            self.point_at(x0 + (x - x0) * step / steps, y0 + (y - y0) * step / steps)
            time.sleep(0.02)
        self.next_state()

    def drag(self, start, end, steps=8):
        self.point_at(*start)
        self.press()
        self.drag_on(*end, steps=steps)

    def hold_key(self, key):
        self._tool("keydown", key)

    def let_go_of_key(self, key):
        self._tool("keyup", key)

    def key(self, keys):
        self._tool("key", "--window", self.window, keys)

    def type(self, text):
        self._tool("type", "--delay", "15", text)

    def resize(self, width, height):
        self._tool("windowsize", "--sync", self.window, width, height)
        self.next_state()

    def middle_of(self, widget):
        places = self.wait_for(lambda s: widget in s["widgets"], f"the widget '{widget}'")["widgets"]
        x, y, width, height = places[widget]
        return x + width / 2, y + height / 2

    def middle_and_size(self, widget):
        x, y = self.middle_of(widget)
        return x, y, *self.state_with(widget)["widgets"][widget][2:]

    def state_with(self, widget):
        return self.wait_for(lambda s: widget in s["widgets"], f"the widget '{widget}'")

    # Eyes.

    def look(self, name, area=None):
        """A picture of the window, or of a part of it; returns its file."""
        path = os.path.join(self.folder, name + ".png")
        crop = []
        if area:
            x, y, width, height = map(int, area)
            crop = ["-crop", f"{width}x{height}+{x}+{y}", "+repage"]
        subprocess.run(["import", "-window", self.window, *crop, path], env=self.environment, check=True, timeout=30)
        return path


@contextlib.contextmanager
def at_the_window(limber, folder, arguments=(), width=1280, height=720):
    """Somebody for as long as the window is needed; what was seen when something went wrong is kept."""
    person = Person(limber, folder, arguments, width, height)
    try:
        yield person
    except BaseException:
        if person.program.poll() is None:
            person.look("failed")
        raise
    finally:
        person.leave()


def tell(*stories):
    """The main program of a driven test, called with LIMBER [FOLDER_FOR_PICTURES]: each story is told of the program
    and a folder of its own, and its pictures are kept under its name, also where it ended badly."""
    if missing_tools():
        print("skipped; not installed: " + ", ".join(missing_tools()))
        sys.exit(SKIPPED)
    limber = os.path.abspath(sys.argv[1])
    pictures = sys.argv[2] if len(sys.argv) > 2 else None
    for story in stories:
        try:
            told_once(story, limber, pictures)
        except (AssertionError, subprocess.TimeoutExpired):
            # The machine may have been too busy for a hand that does not wait for ever. What fails twice has failed.
            traceback.print_exc()
            print(story.__name__.replace("_", " ") + ": failed, and is told again", file=sys.stderr)
            told_once(story, limber, pictures)
        print(story.__name__.replace("_", " "))


def told_once(story, limber, pictures):
    with tempfile.TemporaryDirectory(prefix="limber_") as folder:
        try:
            story(limber, folder)
        finally:
            keep_pictures(folder, pictures, story.__name__)


def keep_pictures(folder, pictures, story):
    if not pictures:
        return
    os.makedirs(pictures, exist_ok=True)
    for picture in glob.glob(os.path.join(folder, "**", "*.png"), recursive=True):
        shutil.copy(picture, os.path.join(pictures, story + "_" + os.path.basename(picture)))


def expect(truth, what):
    if not truth:
        raise AssertionError(what)


def different_pixels(one, other):
    """How many pixels differ by more than the eye forgives."""
    result = subprocess.run(["compare", "-metric", "AE", "-fuzz", "6%", one, other, "null:"],
                            capture_output=True, text=True, timeout=30)
    return float(result.stderr.split()[0])
