"""Random input from a seed: clicks, drags, wheel turns, keys, typed numbers, opened and dropped files. Each action is logged
before it is sent."""

import glob
import os
import random

from file_drop import Source

KEYS = ["space", "shift+space", "Right", "Left", "Up", "Down", "r", "minus", "plus", "s", "c", "f", "shift+f", "Tab",
        "m", "ctrl+d", "b", "p", "g", "d", "bracketleft", "bracketright", "i", "Delete", "BackSpace", "ctrl+Delete",
        "ctrl+r", "ctrl+z", "ctrl+shift+z", "ctrl+y", "l", "ctrl+o", "ctrl+s", "ctrl+p", "ctrl+shift+r", "ctrl+shift+o",
        "h", "F1", "question", "Escape", "Return", "a", "Home", "End", "Page_Down"]
NUMBERS = ["0", "-0", "1", "-1", "0.5", "3.7", "100", "1e-9", "-1e9", "1e30", "*2", "/0", "*1e999", "-*1e999", "nan",
           "inf", "-inf", "1e999", "0.49999999", "x", "", "3 MPa", "1e999 m", "-5 cm", "1e300 GPa", "90 deg", "2 kg/m^3",
           "0.1 parsec", "nan m", "1 000"]
SIZES = [(1280, 720), (900, 600), (460, 380), (1280, 1000), (640, 900)]
MODIFIERS = ["shift", "ctrl", "alt"]
CHARACTERS_MAX = 4
ASSETS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "assets")


def scenes_that_open_at_once():
    """Returns the titles of the scenes that come with the program. Creatures are left out: they take minutes to make."""
    names = [os.path.splitext(os.path.basename(path))[0] for path in glob.glob(os.path.join(ASSETS, "scenes", "*.json"))]
    return [name.replace("_", " ").capitalize() for name in names]


class RandomInput:
    """Writes only into the folder of the driver: a file dialog is closed or given a path in that folder."""

    def __init__(self, app, seed, log):
        self.app = app
        self.random = random.Random(seed)
        self.log = log
        self.size = (1280, 720)

    def act(self, state):
        """Performs a random action that is possible in this state."""
        if state["asks_for_file"]:
            return self.key("Escape")
        if state["scenes"]:
            return self.random.choice([self.choose_a_picture, lambda s: self.key("Escape")])(state)
        actions = [(self.click_somewhere, 3), (self.click_a_widget, 6), (self.drag_somewhere, 4),
                   (self.drag_a_widget, 4), (self.turn_the_wheel, 1), (self.press_a_key, 6), (self.type_a_number, 4),
                   (self.drag_the_body, 4), (self.open_a_file, 1), (self.drop_a_file, 1), (self.resize, 0.5)]
        chosen = self.random.choices([a for a, _ in actions], [weight for _, weight in actions])[0]
        return chosen(state)

    def do(self, *words):
        """Runs one or more commands of xdotool."""
        words = [str(word) for word in words]
        self.log.append("xdotool " + " ".join(words))
        self.app._tool(*words)

    def move_to(self, place):
        x, y = (round(min(max(at, 0), size - 1)) for at, size in zip(place, self.size))
        return ["mousemove", "--window", self.app.window, x, y]

    def anywhere(self):
        return self.random.uniform(0, self.size[0] - 1), self.random.uniform(0, self.size[1] - 1)

    def in_the_view(self, state):
        x, y, width, height = state["view"]
        return x + self.random.random() * width, y + self.random.random() * height

    def place(self, state):
        return self.random.choice([self.anywhere(), self.in_the_view(state)])

    def widget(self, state):
        """Returns the name of a random widget and a point inside it, or None if there is none."""
        names = sorted(name for name in state["widgets"] if "creature:" not in name)
        if not names:
            return None
        name = self.random.choice(names)
        x, y, width, height = state["widgets"][name]
        return name, (x + self.random.uniform(0.05, 0.95) * width, y + height / 2)

    def held(self):
        """Returns random modifiers, mostly none."""
        return self.random.sample(MODIFIERS, 1) if self.random.random() < 0.25 else []

    def with_modifiers(self, words, keys):
        down = [word for key in keys for word in ("keydown", key)]
        up = [word for key in keys for word in ("keyup", key)]
        self.do(*down, *words, *up)

    def click(self, place):
        button = self.random.choice([1, 1, 1, 1, 2, 3])
        times = self.random.choice([1, 1, 1, 2])
        self.with_modifiers([*self.move_to(place), "sleep", "0.03", "click", "--repeat", times, "--delay", 40, button],
                            self.held())

    def drag(self, places):
        button = self.random.choice([1, 1, 1, 2, 3])
        words = [*self.move_to(places[0]), "sleep", "0.03", "mousedown", button]
        for place in places[1:]:
            words += ["sleep", "0.03", *self.move_to(place)]
        self.with_modifiers([*words, "sleep", "0.03", "mouseup", button], self.held())

    def click_somewhere(self, state):
        self.click(self.place(state))

    def drag_somewhere(self, state):
        self.drag([self.place(state) for _ in range(self.random.randint(2, 6))])

    def click_a_widget(self, state):
        if found := self.widget(state):
            self.log.append("# " + found[0])
            self.click(found[1])

    def drag_a_widget(self, state):
        if found := self.widget(state):
            self.log.append("# " + found[0])
            x, y = found[1]
            self.drag([(x, y)] + [(x + self.random.gauss(0, 60), y) for _ in range(self.random.randint(1, 4))])

    def drag_the_body(self, state):
        starts = [tuple(place[:2]) for place in state.get("bones", {}).values()]
        starts += [tuple(place) for place in [state.get("flesh")] if place]
        starts += [tuple(place[:2]) for place in state.get("bodies", {}).values()]
        start = self.random.choice(starts or [self.in_the_view(state)])
        self.drag([start] + [self.in_the_view(state) for _ in range(self.random.randint(1, 4))])

    def turn_the_wheel(self, state):
        self.do(*self.move_to(self.place(state)), "sleep", "0.03", "click", "--repeat", self.random.randint(1, 12),
                "--delay", 5, self.random.choice([4, 5]))

    def press_a_key(self, state):
        key = self.random.choice(KEYS)
        crowded = state.get("characters", 0) >= CHARACTERS_MAX
        self.key("Tab" if key == "ctrl+d" and crowded else key)

    def key(self, keys):
        self.do("key", "--window", self.app.window, keys)

    def type_a_number(self, state):
        found = self.widget(state)
        if not found:
            return
        self.log.append("# " + found[0])
        self.do(*self.move_to(found[1]), "sleep", "0.03", "keydown", "ctrl", "click", "1", "keyup", "ctrl")
        if self.app.next_state()["asks_for_file"]:
            return
        text = self.random.choice(NUMBERS)
        words = ["key", "--window", self.app.window, "ctrl+a", "BackSpace"]
        self.do(*words, *(["type", "--delay", "5", "--", text] if text else []))
        self.key("Return")

    def open_a_file(self, state):
        crowded = state.get("characters", 0) >= CHARACTERS_MAX
        files = sorted(glob.glob(os.path.join(self.app.folder, "scenes", "*.json")) +
                       glob.glob(os.path.join(self.app.folder, "*.json")) +
                       glob.glob(os.path.join(self.app.folder, "meshes", "*")))
        files = [file for file in files if file != self.app.report_path]
        self.key(self.random.choice(["ctrl+o"] if crowded else ["ctrl+o", "ctrl+shift+o"]))
        if not self.app.next_state()["asks_for_file"]:
            return
        self.do("type", "--delay", "2", "--", self.random.choice(files))
        self.key("Return")

    def drop_a_file(self, state):
        """Files of other tools, whole and damaged (random_files.py)."""
        path = self.random.choice(sorted(glob.glob(os.path.join(self.app.folder, "dropped", "*"))))
        self.log.append("# drops " + os.path.basename(path))
        Source(self.app.display.name, int(self.app.window)).drop([path], *map(round, self.in_the_view(state)))

    def choose_a_picture(self, state):
        pictures = {"picture: " + title for title in scenes_that_open_at_once()}
        places = {name: place for name, place in state["widgets"].items() if name in pictures}
        if found := self.widget({"widgets": places}):
            self.log.append("# " + found[0])
            self.do(*self.move_to(found[1]), "sleep", "0.03", "click", "1")

    def resize(self, state):
        self.size = self.random.choice(SIZES)
        self.do("windowsize", self.app.window, *self.size)

    def release_all(self):
        """Releases all keys and buttons and closes all dialogs."""
        self.do(*[word for key in MODIFIERS for word in ("keyup", key)],
                *[word for button in (1, 2, 3) for word in ("mouseup", button)])
        while any(self.app.next_state()[name] for name in ("asks_for_file", "shortcuts", "scenes")):
            self.key("Escape")
