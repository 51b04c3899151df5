"""Random input everywhere in the window: usage random_input_driven.py LIMBER [FOLDER_FOR_PICTURES [SECONDS [SEED]]].

Whatever is clicked, dragged, pressed and typed, the program lives, reports only finite numbers, meets no fault of its
own, and saves what there is as a scene that it opens again. A failure prints the seed and the last events; the same seed
draws the same events where the window answers alike."""

import math
import os
import shutil
import sys
import time

from bar_scene import write_bar_scene
from person import PATIENCE, at_the_window, expect, tell
from random_hand import ASSETS, RandomHand

SECONDS = float(sys.argv[3]) if len(sys.argv) > 3 else 20.0
SEED = int(sys.argv[4]) if len(sys.argv) > 4 else 1
EVENTS_SHOWN = 40
MAY_BE_MISSING = {("learnt", "best"), ("goal",)}  # null, where there is none


def numbers_that_are_none(value, path=()):
    """The places of what is not finite: JSON has no such numbers, so that they are null."""
    if isinstance(value, dict):
        return [bad for name, part in value.items() for bad in numbers_that_are_none(part, (*path, name))]
    if isinstance(value, list):
        return [bad for i, part in enumerate(value) for bad in numbers_that_are_none(part, (*path, i))]
    is_bad = value is None if not isinstance(value, float) else not math.isfinite(value)
    return [path] if is_bad and path not in MAY_BE_MISSING else []


def expect_soundness(state):
    expect(not numbers_that_are_none(state), f"all numbers are finite: {numbers_that_are_none(state)}")
    faults = [message for message in state["messages"] if "contract" in message or "basic_string" in message]
    expect(not faults, f"no fault of the program itself: {faults}")


def type_a_path(person, keys, path):
    person.key(keys)
    person.wait_for(lambda s: s["asks_for_file"], "the file browser")
    person.key("ctrl+a")
    person.type(path)
    person.key("Return")


def stop_building(person):
    """Cancels what can be cancelled, and waits for the rest."""
    state = person.next_state()
    deadline = time.monotonic() + PATIENCE
    while state["building"]:
        expect(time.monotonic() < deadline, "what is built is done, or cancelled, after minutes")
        if "Cancel" in state["widgets"]:
            x, y, width, height = state["widgets"]["Cancel"]
            person.point_at(x + width / 2, y + height / 2)
            person.press_and_release()
        state = person.next_state()


def open_the_bar(person):
    type_a_path(person, "ctrl+o", os.path.join(person.folder, "bar.json"))
    person.wait_for(lambda s: s.get("scene") == "Bar" and not s["building"], "the bar to be opened")


def save_the_scene(person, path):
    """As far as there is one that can be saved: the bodies of a recording of many are in no scene's file."""
    type_a_path(person, "ctrl+s", path)
    state = person.wait_for(lambda s: any(path in message for message in s["messages"]), "a sentence about the scene")
    if any("have no scene files" in message for message in state["messages"]):
        open_the_bar(person)
        type_a_path(person, "ctrl+s", path)
    person.wait_for(lambda s: any("Saved " + path in message for message in s["messages"]), "the scene to be saved")


def play_at_random(person, log):
    hand = RandomHand(person, SEED, log)
    end = time.monotonic() + SECONDS
    state = person.next_state()
    while time.monotonic() < end:
        hand.act(state)
        state = person.next_state()
        expect_soundness(state)
    hand.let_go()
    stop_building(person)
    hand.let_go()


def survives_random_input(limber, folder):
    print(f"{SECONDS:g} s of input, seed {SEED}", flush=True)
    write_bar_scene(folder)
    for shelf in ("scenes", "meshes", "rigs", "clips", "gaits"):
        shutil.copytree(os.path.join(ASSETS, shelf), os.path.join(folder, shelf))
    log = []
    saved = os.path.join(folder, "saved.json")
    try:
        with at_the_window(limber, folder, ["bar.json"]) as person:
            person.wait_for(lambda s: s.get("scene") == "Bar" and not s["building"], "the bar")
            play_at_random(person, log)
            if "scene" not in person.next_state():
                open_the_bar(person)
            save_the_scene(person, saved)
            characters = person.next_state()["characters"]
            person.close_the_window()
        with at_the_window(limber, folder, [saved]) as person:
            person.wait_for(lambda s: s.get("characters") == characters and not s["building"], "the saved scene")
            expect_soundness(person.next_state())
    except BaseException:
        print(f"seed {SEED}; the last of {len(log)} events:", *log[-EVENTS_SHOWN:], sep="\n", file=sys.stderr)
        raise
    print(f"{len(log)} events")


if __name__ == "__main__":
    tell(survives_random_input)
