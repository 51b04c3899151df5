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

SKIPPED = 77
PATIENCE = 300  # [s] for anything at all: a story tells what happens, not how soon on this machine
HERE = os.path.dirname(os.path.abspath(__file__))
# For programs that are built with a sanitizer; others do not read these. The gamepad's library is loaded before the
# runtime.
SANITIZER_OPTIONS = {
    "ASAN_OPTIONS": "verify_asan_link_order=0",
    "LSAN_OPTIONS": "suppressions={here}/../../support/leak_suppressions.txt",
    "UBSAN_OPTIONS": "print_stacktrace=1",
    "TSAN_OPTIONS": "suppressions={here}/../../support/thread_suppressions.txt:second_deadlock_stack=1",
}
SANITIZER_REPORTS = ["AddressSanitizer", "LeakSanitizer", "ThreadSanitizer", "runtime error:"]
TOOLS = ["Xvfb", "xdotool", "import", "compare"]


def skip(reason):
    """Ends a test that cannot run here. Where CI is set, whatever it needs has been installed, and it fails instead."""
    if os.environ.get("CI"):
        sys.exit("failed, because CI is set and nothing may be skipped: " + reason)
    print("skipped; " + reason)
    sys.exit(SKIPPED)


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
    def __init__(self, limber, folder, arguments=(), width=1280, height=720, environment=None):
        self.folder = folder
        self.display = Display(width, height)
        self.report_path = os.path.join(folder, "state.json")
        if os.path.exists(self.report_path):
            os.remove(self.report_path)  # of whoever was here before
        self.environment = dict(os.environ, DISPLAY=self.display.name, LIBGL_ALWAYS_SOFTWARE="1",
                                XDG_STATE_HOME=os.path.join(folder, "state"),
                                XDG_CACHE_HOME=os.path.join(folder, "cache"),
                                LIMBER_CACHE=os.path.join(folder, "prepared"), LIMBER_RECOVERY="off")
        for name, options in SANITIZER_OPTIONS.items():
            self.environment[name] = options.format(here=HERE) + ":" + self.environment.get(name, "")
        self.errors = open(os.path.join(folder, "stderr.txt"), "w+")
        self.program = subprocess.Popen(
            [os.path.abspath(limber), "--report", self.report_path, "--size", f"{width}x{height}",
             "--samples", "1", *arguments],  # drawn by the processor, four samples take most of a test's time
            env=self.environment | (environment or {}), stderr=self.errors, cwd=folder)
        try:
            self.wait_for(lambda s: True, "the window's first frame")
            self.window = self._tool("search", "--sync", "--onlyvisible", "--name", "Limber").split()[0]
            self._tool("windowfocus", "--sync", self.window)
        except BaseException:
            self.leave()
            raise

    def leave(self):
        self.program.terminate()
        self.program.wait()
        self.display.close()

    def expect_no_sanitizer_report(self):
        self.errors.seek(0)
        written = self.errors.read()
        expect(not any(mark in written for mark in SANITIZER_REPORTS), f"a sanitizer reports: {written[:20000]}")

    def _tool(self, *arguments):
        return subprocess.run(["xdotool", *map(str, arguments)], env=self.environment, check=True,
                              capture_output=True, text=True, timeout=PATIENCE).stdout

    # What the program says about itself.

    def _report(self):
        """None while there is none."""
        if self.program.poll() is not None:
            self.errors.seek(0)
            raise AssertionError(f"limber ended with code {self.program.returncode}: {self.errors.read()}")
        try:
            with open(self.report_path) as report:
                return json.load(report)
        except (FileNotFoundError, json.JSONDecodeError):
            return None

    def wait_for(self, condition, what, seconds=PATIENCE):
        """The first state that fulfils the condition; a failure names what was waited for."""
        deadline = time.monotonic() + seconds
        state = None
        while time.monotonic() < deadline:
            state = self._report() or state
            if state is not None and condition(state):
                return state
            time.sleep(0.015)
        short = {k: v for k, v in (state or {}).items() if k not in ("widgets", "bones")}
        raise AssertionError(f"waited {seconds} s in vain for {what}; the state is {json.dumps(short)}")

    def next_state(self):
        """A state that knows all that the hand did before now: its frame asked for the mouse and the keys afterwards (by
        the clock that both read), left nothing of it for a later one, and another came after it, with what it
        changed."""
        now = time.monotonic()
        seen = self.wait_for(lambda s: s["polled"] > now and not s["waiting"], "the window to see what the hand did")
        return self.wait_for(lambda s: s["frame"] > seen["frame"], "the next frame")

    def stand_still(self):
        """The moment at which a pause has stopped the simulation."""
        self.next_state()
        return self.wait_for(lambda s: not s["playing"] and not s["moving"], "the time to stand still")

    def settled(self, name):
        """The first of two states in a row in which that is alike: all that the hand did has arrived."""
        return self.at_rest(lambda s: s[name], f"'{name}' to settle")

    def at_rest(self, value, what):
        """The first of two states in a row that give the same value, and one that is not None."""
        deadline = time.monotonic() + PATIENCE
        before = self.next_state()
        while time.monotonic() < deadline:
            state = self.wait_for(lambda s: s["frame"] > before["frame"], what)
            if value(state) is not None and value(state) == value(before):
                return state
            before = state
        raise AssertionError(f"waited {PATIENCE} s in vain for {what}")

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

    def press_and_release(self, button=1):
        """At once, wherever the mouse is: before what is seen there goes away."""
        self._tool("click", button)
        self.next_state()

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
        return self.next_state()

    def let_go_of_key(self, key):
        self._tool("keyup", key)
        return self.next_state()

    def key(self, keys):
        self._tool("key", "--window", self.window, keys)

    def press_keys(self, *keys):
        """One after the other, as fast as they come, wherever the keyboard is."""
        self._tool("key", *keys)

    def click_often(self, times, button=1):
        self._tool("click", "--repeat", times, "--delay", 1, button)

    def type(self, text):
        self._tool("type", "--delay", "15", "--", text)

    def type_number(self, widget, text):
        self.point_at(*self.middle_of(widget))
        self.hold_key("ctrl")
        self.press()
        self.release()
        self.let_go_of_key("ctrl")
        self.key("ctrl+a")
        self.type(text)
        self.key("Return")
        self.next_state()

    def resize(self, width, height):
        self._tool("windowsize", "--sync", self.window, width, height)
        self.next_state()

    def place_of(self, widget):
        """x, y, width and height, once what lies above it has come to rest."""
        return self.at_rest(lambda s: s["widgets"].get(widget), f"the widget '{widget}' to be there")["widgets"][widget]

    def middle_of(self, widget):
        x, y, width, height = self.place_of(widget)
        return x + width / 2, y + height / 2

    def middle_and_size(self, widget):
        x, y, width, height = self.place_of(widget)
        return x + width / 2, y + height / 2, width, height

    def state_with(self, widget):
        return self.wait_for(lambda s: widget in s["widgets"], f"the widget '{widget}'")

    def close_the_window(self):
        self.key("ctrl+q")
        self.expect_the_end("the window closes when it is asked to")

    def expect_the_end(self, what):
        expect(self.program.wait(timeout=PATIENCE) == 0, what)

    # Eyes.

    def look(self, name, area=None):
        """A picture of the window, or of a part of it, as it is after what the hand did; returns its file."""
        self.next_state()
        return self.take_picture(name, area)

    def take_picture(self, name, area=None):
        path = os.path.join(self.folder, name + ".png")
        crop = []
        if area:
            x, y, width, height = map(int, area)
            crop = ["-crop", f"{width}x{height}+{x}+{y}", "+repage"]
        subprocess.run(["import", "-window", self.window, *crop, path], env=self.environment, check=True,
                       timeout=PATIENCE)
        return path


@contextlib.contextmanager
def at_the_window(limber, folder, arguments=(), width=1280, height=720, environment=None):
    """Somebody for as long as the window is needed; what was seen when something went wrong is kept."""
    person = Person(limber, folder, arguments, width, height, environment)
    try:
        yield person
    except BaseException:
        if person.program.poll() is None:
            person.take_picture("failed")
        raise
    finally:
        person.leave()
    person.expect_no_sanitizer_report()


def tell(*stories):
    """The main program of a driven test, called with LIMBER [FOLDER_FOR_PICTURES]: each story is told of the program
    and a folder of its own, and its pictures are kept under its name, also where it ended badly."""
    if missing_tools():
        skip("not installed: " + ", ".join(missing_tools()))
    limber = os.path.abspath(sys.argv[1])
    pictures = sys.argv[2] if len(sys.argv) > 2 else None
    for story in stories:
        tell_one(story, limber, pictures)
        print(story.__name__.replace("_", " "))


def tell_one(story, limber, pictures):
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


def ran(*command):
    """What a command said, and its exit code."""
    return subprocess.run([*map(str, command)], capture_output=True, text=True, timeout=PATIENCE)


def expect(truth, what):
    if not truth:
        raise AssertionError(what)


def different_pixels(one, other):
    """How many pixels differ by more than the eye forgives."""
    result = subprocess.run(["compare", "-metric", "AE", "-fuzz", "6%", one, other, "null:"],
                            capture_output=True, text=True, timeout=PATIENCE)
    return float(result.stderr.split()[0])
