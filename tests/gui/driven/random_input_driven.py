"""Random input everywhere in the window: usage random_input_driven.py LIMBER [FOLDER_FOR_PICTURES [SECONDS [SEED]]].

For all input, the program keeps running, reports only finite numbers, reports no internal error, and saves a scene that
it can open again. A failure prints the seed and the last events. The same seed gives the same events if the window
responds in the same way."""

import math
import os
import shutil
import sys
import time

from app_driver import TIMEOUT, expect, run_scenarios, running_app
from bar_scene import write_bar_scene
from random_files import write_random_files
from random_input import ASSETS, RandomInput

SECONDS = float(sys.argv[3]) if len(sys.argv) > 3 else 20.0
SEED = int(sys.argv[4]) if len(sys.argv) > 4 else 1
EVENTS_SHOWN = 40
MAY_BE_MISSING = {("gait_search", "best"), ("goal",)}  # null if there is none


def non_finite_numbers(value, path=()):
    """Returns the paths of numbers that are not finite. JSON has no such numbers, so they are null."""
    if isinstance(value, dict):
        return [bad for name, part in value.items() for bad in non_finite_numbers(part, (*path, name))]
    if isinstance(value, list):
        return [bad for i, part in enumerate(value) for bad in non_finite_numbers(part, (*path, i))]
    is_bad = value is None if not isinstance(value, float) else not math.isfinite(value)
    return [path] if is_bad and path not in MAY_BE_MISSING else []


def expect_valid_state(state):
    expect(not non_finite_numbers(state), f"all numbers are finite: {non_finite_numbers(state)}")
    faults = [message for message in state["messages"] if "contract" in message or "basic_string" in message]
    expect(not faults, f"no internal error: {faults}")


def cancel_the_question(app):
    """Random input may have asked for another scene over unsaved changes."""
    if app.next_state()["question"]:
        app.click(*app.centre_of("Cancel"))
        app.wait_for(lambda s: not s["question"], "the question to go")


def type_a_path(app, keys, path):
    cancel_the_question(app)
    app.key(keys)
    app.wait_for(lambda s: s["asks_for_file"], "the file browser")
    app.key("ctrl+a")
    app.type(path)
    app.key("Return")


def stop_building(app):
    """Cancels the running builds that can be cancelled and waits for the others."""
    state = app.next_state()
    deadline = time.monotonic() + TIMEOUT
    while state["building"]:
        expect(time.monotonic() < deadline, "builds end or are cancelled within the timeout")
        if "Cancel" in state["widgets"]:
            x, y, width, height = state["widgets"]["Cancel"]
            app.move_mouse(x + width / 2, y + height / 2)
            app.click_in_place()
        state = app.next_state()


def open_the_bar(app):
    type_a_path(app, "ctrl+o", os.path.join(app.folder, "bar.json"))
    if app.wait_for(lambda s: s["question"] or s.get("scene") == "Bar", "the question or the bar")["question"]:
        app.discard_changes()
    app.wait_for(lambda s: s.get("scene") == "Bar" and not s["building"], "the bar to be opened")


def save_the_scene(app, path):
    """Saves the scene. Opens the bar first if the characters come from a recording and have no scene files. A sentence
    about success gives way to those about several errors."""
    def is_saved(state):
        return os.path.exists(path) and not state["modified"]

    type_a_path(app, "ctrl+shift+s", path)
    state = app.wait_for(lambda s: is_saved(s) or any(path in message for message in s["messages"]), "an answer")
    if any("have no scene files" in message for message in state["messages"]):
        open_the_bar(app)
        type_a_path(app, "ctrl+shift+s", path)
    app.wait_for(is_saved, "the scene to be saved")


def send_random_input(app, log):
    random_input = RandomInput(app, SEED, log)
    end = time.monotonic() + SECONDS
    state = app.next_state()
    while time.monotonic() < end:
        random_input.act(state)
        state = app.next_state()
        expect_valid_state(state)
    random_input.release_all()
    stop_building(app)
    random_input.release_all()


def survives_random_input(limber, folder):
    print(f"{SECONDS:g} s of input, seed {SEED}", flush=True)
    write_bar_scene(folder)
    for subfolder in ("scenes", "meshes", "rigs", "clips", "gaits"):
        shutil.copytree(os.path.join(ASSETS, subfolder), os.path.join(folder, subfolder))
    write_random_files(os.path.join(folder, "dropped"), SEED)
    log = []
    saved = os.path.join(folder, "saved.json")
    try:
        with running_app(limber, folder, ["bar.json"]) as app:
            app.wait_for(lambda s: s.get("scene") == "Bar" and not s["building"], "the bar")
            send_random_input(app, log)
            if "scene" not in app.next_state():
                open_the_bar(app)
            save_the_scene(app, saved)
            characters = app.next_state()["characters"]
            app.quit()
        with running_app(limber, folder, [saved]) as app:
            app.wait_for(lambda s: s.get("characters") == characters and not s["building"], "the saved scene")
            expect_valid_state(app.next_state())
    except BaseException:
        print(f"seed {SEED}; the last of {len(log)} events:", *log[-EVENTS_SHOWN:], sep="\n", file=sys.stderr)
        raise
    print(f"{len(log)} events")


if __name__ == "__main__":
    run_scenarios(survives_random_input)
