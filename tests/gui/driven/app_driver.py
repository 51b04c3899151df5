"""Drives Limber on a virtual display of its own with a real mouse and keyboard, and takes screenshots.

The program under test runs with --report. The report contains the application's state and the positions of widgets,
bones and bodies in pixels, so that scenarios wait for a state instead of sleeping.
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
TIMEOUT = 300  # [s] for every wait; scenarios test what happens, not how soon
HERE = os.path.dirname(os.path.abspath(__file__))
# Options for builds with a sanitizer; other builds ignore them. The gamepad's library is loaded before the runtime.
SANITIZER_OPTIONS = {
    "ASAN_OPTIONS": "verify_asan_link_order=0",
    "LSAN_OPTIONS": "suppressions={here}/../../support/leak_suppressions.txt",
    "UBSAN_OPTIONS": "print_stacktrace=1",
    "TSAN_OPTIONS": "suppressions={here}/../../support/thread_suppressions.txt:second_deadlock_stack=1",
}
SANITIZER_REPORTS = ["AddressSanitizer", "LeakSanitizer", "ThreadSanitizer", "runtime error:"]
TOOLS = ["Xvfb", "xdotool", "import", "compare"]


def skip(reason):
    """Ends a test that cannot run on this machine. Fails instead if CI is set, because CI installs everything."""
    if os.environ.get("CI"):
        sys.exit("failed, because CI is set and nothing may be skipped: " + reason)
    print("skipped; " + reason)
    sys.exit(SKIPPED)


def missing_tools():
    return [tool for tool in TOOLS if shutil.which(tool) is None]


class Display:
    """An X server of its own."""

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


def short(state):
    return json.dumps({key: value for key, value in state.items() if key not in ("widgets", "bones")})


class AppDriver:
    def __init__(self, limber, folder, arguments=(), width=1280, height=720, environment=None):
        self.folder = folder
        self.display = Display(width, height)
        self.report_path = os.path.join(folder, "state.json")
        if os.path.exists(self.report_path):
            os.remove(self.report_path)  # of an earlier run
        prepared = os.path.join(folder, "prepared")
        if os.path.isdir(os.environ.get("DRIVEN_CACHE", "")) and not os.path.exists(prepared):
            shutil.copytree(os.environ["DRIVEN_CACHE"], prepared)
        self.environment = dict(os.environ, DISPLAY=self.display.name, LIBGL_ALWAYS_SOFTWARE="1",
                                XDG_STATE_HOME=os.path.join(folder, "state"),
                                XDG_CACHE_HOME=os.path.join(folder, "cache"),
                                LIMBER_CACHE=prepared, LIMBER_RECOVERY="off")
        for name, options in SANITIZER_OPTIONS.items():
            self.environment[name] = options.format(here=HERE) + ":" + self.environment.get(name, "")
        self.errors = open(os.path.join(folder, "stderr.txt"), "w+")
        self.program = subprocess.Popen(
            [os.path.abspath(limber), "--report", self.report_path, "--size", f"{width}x{height}",
             "--coarse", "3", *arguments],  # full pictures would take most of a test's time without a GPU
            env=self.environment | (environment or {}), stderr=self.errors, cwd=folder)
        try:
            self.wait_for(lambda s: True, "the window's first frame")
            self.window = self._tool("search", "--sync", "--onlyvisible", "--name", "Limber").split()[0]
            self._tool("windowfocus", "--sync", self.window)
        except BaseException:
            self.close()
            raise

    def close(self):
        self.program.terminate()
        self.program.wait()
        self.display.close()

    def expect_no_sanitizer_report(self):
        self.errors.seek(0)
        written = self.errors.read()
        expect(not any(mark in written for mark in SANITIZER_REPORTS), f"a sanitizer reports: {written[:20000]}")

    def _tool(self, *arguments):
        return subprocess.run(["xdotool", *map(str, arguments)], env=self.environment, check=True,
                              capture_output=True, text=True, timeout=TIMEOUT).stdout

    # The state report.

    def _report(self):
        """Returns None if there is no report yet."""
        if self.program.poll() is not None:
            self.errors.seek(0)
            raise AssertionError(f"limber ended with code {self.program.returncode}: {self.errors.read()}")
        try:
            with open(self.report_path) as report:
                return json.load(report)
        except (FileNotFoundError, json.JSONDecodeError):
            return None

    def wait_for(self, condition, what, seconds=TIMEOUT):
        """Returns the first state that satisfies the condition. `what` describes it in the error."""
        deadline = time.monotonic() + seconds
        state = None
        while time.monotonic() < deadline:
            state = self._report() or state
            if state is not None and condition(state):
                return state
            time.sleep(0.008)
        raise AssertionError(f"waited {seconds} s in vain for {what}; the state is {short(state or {})}")

    def next_state(self):
        """Returns a state that includes all input up to now: its frame polled input after now (by the clock that both
        processes read) and left no events for later frames, and one more frame followed with the changes."""
        now = time.monotonic()
        seen = self.wait_for(lambda s: s["polled"] > now and not s["waiting"], "the window to process the input")
        return self.wait_for(lambda s: s["frame"] > seen["frame"], "the next frame")

    def wait_until_paused(self):
        """Returns the state in which the simulation is paused."""
        self.next_state()
        return self.wait_for(lambda s: not s["playing"] and not s["moving"], "the simulation to pause")

    def wait_until_settled(self, name):
        """Returns the first of two successive states with the same value of `name`."""
        return self.wait_until_stable(lambda s: s[name], f"'{name}' to settle")

    def wait_until_stable(self, value, what, seconds=TIMEOUT):
        """Returns the first of two successive states for which `value` gives the same result, not None."""
        deadline = time.monotonic() + seconds
        last = before = self.next_state()
        while time.monotonic() < deadline:
            state = self.wait_for(lambda s: s["frame"] > before["frame"], what)
            if value(state) is not None and value(state) == value(before):
                return state
            last, before = before, state
        raise AssertionError(f"waited {seconds} s in vain for {what}: it was {value(last)} and {value(before)} in the last "
                             f"two states; the widgets are {json.dumps(before['widgets'])}; the state is {short(before)}")

    # Mouse and keyboard.

    def move_mouse(self, x, y):
        self._tool("mousemove", "--window", self.window, round(x), round(y))

    def press(self, button=1):
        self.next_state()  # the program has processed the mouse position
        self._tool("mousedown", button)
        self.next_state()

    def release(self, button=1):
        self._tool("mouseup", button)
        return self.next_state()

    def click_in_place(self, button=1):
        """Clicks at the current mouse position without waiting between press and release."""
        self._tool("click", button)
        self.next_state()

    def click(self, x, y):
        self.move_mouse(x, y)
        self.press()
        self.release()

    def drag_to(self, x, y, steps=8):
        """Moves the mouse to a position in steps."""
        start = dict(line.split("=") for line in self._tool("getmouselocation", "--shell").split())
        x0, y0 = int(start["X"]), int(start["Y"])
        for step in range(1, steps + 1):
            self.move_mouse(x0 + (x - x0) * step / steps, y0 + (y - y0) * step / steps)
            time.sleep(0.02)
        self.next_state()

    def drag(self, start, end, steps=8):
        self.move_mouse(*start)
        self.press()
        self.drag_to(*end, steps=steps)

    def hold_key(self, key):
        self._tool("keydown", key)
        return self.next_state()

    def release_key(self, key):
        self._tool("keyup", key)
        return self.next_state()

    def key(self, keys):
        self._tool("key", "--window", self.window, keys)

    def press_keys(self, *keys):
        """Sends keys to the focused window without waiting in between."""
        self._tool("key", *keys)

    def click_repeatedly(self, times, button=1):
        self._tool("click", "--repeat", times, "--delay", 1, button)

    def type(self, text):
        self._tool("type", "--delay", "15", "--", text)

    def type_number(self, widget, text):
        self.move_mouse(*self.centre_of(widget))
        self.hold_key("ctrl")
        self.press()
        self.release()
        self.release_key("ctrl")
        self.key("ctrl+a")
        self.type(text)
        self.key("Return")
        self.next_state()

    def resize(self, width, height):
        self._tool("windowsize", "--sync", self.window, width, height)
        self.next_state()

    def scroll_to(self, widget):
        """Turns the wheel over the panel until the widget is in view, if it does not come into view by itself."""
        deadline = time.monotonic() + 2
        while time.monotonic() < deadline:
            if widget in self.next_state()["widgets"]:
                return
        self.move_mouse(6, 300)
        self.click_repeatedly(60, button=4)
        for _ in range(40):
            if widget in self.next_state()["widgets"]:
                return
            self.click_repeatedly(3, button=5)

    def rectangle_of(self, widget):
        """Returns x, y, width and height of a widget, once the layout is stable. A problem that comes or goes moves the rows
        below it, so that one that was in view is not any more: then it scrolls again."""
        deadline = time.monotonic() + TIMEOUT
        while True:
            self.scroll_to(widget)
            try:
                state = self.wait_until_stable(lambda s: s["widgets"].get(widget), f"the widget '{widget}' to be there", 10)
                return state["widgets"][widget]
            except AssertionError:
                if time.monotonic() > deadline:
                    raise

    def centre_of(self, widget):
        x, y, width, height = self.rectangle_of(widget)
        return x + width / 2, y + height / 2

    def centre_and_size(self, widget):
        x, y, width, height = self.rectangle_of(widget)
        return x + width / 2, y + height / 2, width, height

    def wait_for_widget(self, widget):
        return self.wait_for(lambda s: widget in s["widgets"], f"the widget '{widget}'")

    def quit(self):
        """Closes the window, and discards unsaved changes if it asks."""
        self.press_keys("ctrl+q")
        if self._asks_about_unsaved_changes():
            self.close_by_click("Do not save")
        self.expect_exit("the window closes on request")

    def discard_changes(self):
        """Answers the question about unsaved changes that an opened file causes."""
        self.wait_for(lambda s: s["question"], "the question about unsaved changes")
        self.click(*self.centre_of("Do not save"))

    def close_by_click(self, button):
        """Clicks a button that closes the window."""
        self.move_mouse(*self.centre_of(button))
        self.press()
        self._tool("mouseup", 1)
        self.expect_exit(f"the window closes by '{button}'")

    def _asks_about_unsaved_changes(self):
        """Returns False once the program has ended instead."""
        deadline = time.monotonic() + TIMEOUT
        while time.monotonic() < deadline and self.program.poll() is None:
            try:
                if (self._report() or {}).get("question"):
                    return True
            except AssertionError:
                return False  # it ended meanwhile
            time.sleep(0.02)
        return False

    def expect_exit(self, what):
        expect(self.program.wait(timeout=TIMEOUT) == 0, what)

    # Screenshots.

    def screenshot(self, name, area=None):
        """Saves a picture of the window, or of an area of it, after all input is processed. Returns its path."""
        self.next_state()
        return self.save_screenshot(name, area)

    def save_screenshot(self, name, area=None):
        path = os.path.join(self.folder, name + ".png")
        crop = []
        if area:
            x, y, width, height = map(int, area)
            crop = ["-crop", f"{width}x{height}+{x}+{y}", "+repage"]
        subprocess.run(["import", "-window", self.window, *crop, path], env=self.environment, check=True,
                       timeout=TIMEOUT)
        return path


@contextlib.contextmanager
def running_app(limber, folder, arguments=(), width=1280, height=720, environment=None):
    """Runs the application for a `with` block. Saves a screenshot if the block fails."""
    app = AppDriver(limber, folder, arguments, width, height, environment)
    try:
        yield app
    except BaseException:
        if app.program.poll() is None:
            app.save_screenshot("failed")
        raise
    finally:
        app.close()
    app.expect_no_sanitizer_report()


def run_scenarios(*scenarios):
    """The main program of a driven test, called with LIMBER [FOLDER_FOR_PICTURES]. Each scenario gets the program's path and
    a folder of its own. Its pictures are kept under its name, also if it fails."""
    if missing_tools():
        skip("not installed: " + ", ".join(missing_tools()))
    limber = os.path.abspath(sys.argv[1])
    pictures = sys.argv[2] if len(sys.argv) > 2 else None
    for scenario in scenarios:
        run_scenario(scenario, limber, pictures)
        print(scenario.__name__.replace("_", " "))


def run_scenario(scenario, limber, pictures):
    with tempfile.TemporaryDirectory(prefix="limber_") as folder:
        try:
            scenario(limber, folder)
        finally:
            keep_pictures(folder, pictures, scenario.__name__)


def keep_pictures(folder, pictures, scenario):
    if not pictures:
        return
    os.makedirs(pictures, exist_ok=True)
    for picture in glob.glob(os.path.join(folder, "**", "*.png"), recursive=True):
        shutil.copy(picture, os.path.join(pictures, scenario + "_" + os.path.basename(picture)))


def run_command(*command):
    """Runs a command. Returns its exit code and output."""
    return subprocess.run([*map(str, command)], capture_output=True, text=True, timeout=TIMEOUT)


def expect(truth, what):
    if not truth:
        raise AssertionError(what)


def different_pixels(one, other):
    """Returns the number of pixels that differ visibly."""
    result = subprocess.run(["compare", "-metric", "AE", "-fuzz", "6%", one, other, "null:"],
                            capture_output=True, text=True, timeout=TIMEOUT)
    return float(result.stderr.split()[0])
