"""Opens, drops, saves and closes in the real window: usage files_driven.py LIMBER [FOLDER_FOR_PICTURES]."""

import json
import os
import time

from bar_scene import write_bar_scene
from dropping import Source
from person import at_the_window, different_pixels, expect, ran, tell
from window_driven import RING, around_the_body, drag_the_modes

BAD_FILES = {"empty.msh": "", "noise.obj": "v 1 2\nf 1 2 3\n", "cut.json": '{"format": "limber-scene", '}


def drop(person, *paths):
    Source(person.display.name, int(person.window)).drop(paths, 640, 300)


def keeps_its_character_when_bad_files_are_dropped(person, folder):
    steps = person.wait_for(lambda s: s.get("scene") == "Bar" and s["steps"] > 5, "the bar")["steps"]
    for name, text in BAD_FILES.items():
        with open(os.path.join(folder, name), "w") as out:
            out.write(text)
    drop(person, *(os.path.join(folder, name) for name in BAD_FILES), os.path.join(folder, "gone.msh"))
    state = person.wait_for(lambda s: len(s["messages"]) == 4, "a sentence about each bad file")
    for name in [*BAD_FILES, "gone.msh"]:
        expect(any(name in message for message in state["messages"]), f"{name} is named")
    expect(state["scene"] == "Bar", "the old scene lives on")
    person.wait_for(lambda s: s["steps"] > steps + 10, "the old scene to go on stepping")
    person.look("bad_files")


def dismisses_the_messages(person):
    while count := len(person.next_state()["messages"]):
        person.click(*person.middle_of("Dismiss"))
        person.wait_for(lambda s: len(s["messages"]) < count, "a message to be dismissed")


def opens_what_is_dropped(person, folder):
    """Of several files the first that can be opened."""
    other = os.path.join(folder, "other")
    os.makedirs(other)
    with open(write_bar_scene(other, (4, 8, 4))) as written:
        scene = json.load(written)
    scene.update(name="Handle", rig="affine handle")
    path = os.path.join(other, "handle.json")
    with open(path, "w") as out:
        json.dump(scene, out)
    drop(person, os.path.join(folder, "cut.json"), path)
    person.wait_for(lambda s: s.get("scene") == "Handle" and not s["building"], "the dropped scene")


def turns_the_affine_handle(person):
    x, y, x1, y1 = person.next_state()["bones"]["handle"]
    person.click((x + 2 * x1) / 3, (y + 2 * y1) / 3)
    state = person.wait_for(lambda s: s["selection"] == "whole rig", "the handle to be selected")
    before = person.look("handle", around_the_body(state))
    person.drag((x + RING, y), (x + 0.7 * RING, y - 0.7 * RING), steps=6)
    person.drag_on(x, y - RING, steps=6)
    person.release()
    state = person.wait_for(lambda s: 60 < s["bone_turn"] < 120 and not s["holding"], "the body to have turned")
    expect(different_pixels(before, person.look("handle_turned", around_the_body(state))) > 4000, "it is seen to turn")
    person.drag((x, y), (x + 60, y + 20), steps=6)  # the knob
    person.release()
    moved = person.wait_for(lambda s: abs(s["bones"]["handle"][0] - x - 60) < 6, "the body to have moved")
    expect(abs(moved["bones"]["handle"][1] - y - 20) < 6, "the knob moves it in the picture's plane")
    person.key("ctrl+r")
    person.wait_for(lambda s: s["bone_turn"] < 1, "the rig to be given back")
    person.key("Escape")


def moves_and_deletes_a_pinned_handle(person):
    x, y = person.wait_for(lambda s: s["secondary_motion"] < 1e-3, "the body to stand still")["flesh"]
    person.drag((x, y), (x + 50, y - 30))
    person.wait_for(lambda s: s["handles"] == 1, "the flesh to be held")
    person.key("i")
    person.release()
    person.wait_for(lambda s: s["handles"] == 1 and not s["holding"] and s["selection"].startswith("handle"), "a pin")
    person.drag((x + 50, y - 30), (x + 90, y - 60))
    pulled = person.wait_for(lambda s: s["holding"], "the pinned handle to be held")
    expect(pulled["handles"] == 1, "it is the pinned handle that is held, not the flesh behind it")
    person.release()
    person.key("Delete")
    person.wait_for(lambda s: s["handles"] == 0, "the handle to be deleted")


def saves_a_picture(person, folder):
    person.key("ctrl+p")
    person.wait_for(lambda s: any("handle-1.png" in m for m in s["messages"]), "the picture to be saved")
    size = ran("identify", "-format", "%w %h", os.path.join(folder, "handle-1.png")).stdout.split()
    expect([int(n) for n in size] == person.next_state()["view"][2:], f"the view as a picture, not {size}")


def saves_a_scene_that_opens_again(limber, person, folder):
    drag_the_modes(person, 0.5, 0.56)
    modes = person.wait_for(lambda s: s["modes"] == s["wanted_modes"] != 8 and not s["building"], "other modes")["modes"]
    person.key("ctrl+s")
    person.wait_for(lambda s: s["asks_for_file"], "the file browser")
    person.key("ctrl+a")
    kept = os.path.join(folder, "kept.json")
    person.type(kept)
    person.key("Return")
    person.wait_for(lambda s: any("kept.json" in m for m in s["messages"]), "the scene to be saved")
    steps = person.next_state()["steps"]
    drop(person, kept)
    state = person.wait_for(lambda s: s["modes"] == modes and s["steps"] < steps and not s["building"], "it to open again")
    expect(state["wanted_modes"] == modes and state["scene"] == "Handle", "as it was saved")
    simulated = ran(limber, "simulate", kept, "--frames", "3", "--json")
    expect(simulated.returncode == 0, f"and simulates without the window: {simulated.stderr}")


def closes_while_it_computes(limber, folder):
    with at_the_window(limber, folder, [write_bar_scene(folder, (16, 64, 16))]) as person:
        person.wait_for(lambda s: s["building"] and "Cancel" in s["widgets"], "the scene to be built")
        time.sleep(0.5)
        before = time.monotonic()
        person.close_the_window()
        expect(time.monotonic() - before < 20, "before the scene would be there")


def types_at_once(limber, folder):
    """Nothing that is typed right after the shortcut is lost, or taken for another shortcut."""
    bar = write_bar_scene(folder)
    other = os.path.join(folder, "other")
    os.makedirs(other)
    with open(write_bar_scene(other, (4, 8, 4))) as written:
        scene = json.load(written)
    scene["name"] = "Other bar"
    path = os.path.join(other, "bar.json")
    with open(path, "w") as out:
        json.dump(scene, out)
    with at_the_window(limber, folder, [bar]) as person:
        person.wait_for(lambda s: s.get("scene") == "Bar" and s["steps"] > 5, "the bar")
        person.key("ctrl+o")
        person.type(path)
        person.key("Return")
        person.wait_for(lambda s: s["scene"] == "Other bar" and not s["building"], "the path that was typed at once")


def does_not_wait_for_a_disk(limber, folder):
    """The list of what was open lately lies on a disk that never answers."""
    memory = os.path.join(folder, "state", "limber")
    os.makedirs(memory)
    os.mkfifo(os.path.join(memory, "recent.txt"))
    with at_the_window(limber, folder, [write_bar_scene(folder)]) as person:
        person.wait_for(lambda s: s.get("scene") == "Bar" and s["steps"] > 20, "the bar to move all the same")
        person.key("ctrl+p")
        person.wait_for(lambda s: any("bar-1.png" in m for m in s["messages"]), "a picture to be saved all the same")
        person.close_the_window()


def opens_and_saves(limber, folder):
    with at_the_window(limber, folder, [write_bar_scene(folder)]) as person:
        keeps_its_character_when_bad_files_are_dropped(person, folder)
        opens_what_is_dropped(person, folder)
        dismisses_the_messages(person)
        turns_the_affine_handle(person)
        moves_and_deletes_a_pinned_handle(person)
        saves_a_picture(person, folder)
        saves_a_scene_that_opens_again(limber, person, folder)


if __name__ == "__main__":
    tell(opens_and_saves, closes_while_it_computes, types_at_once, does_not_wait_for_a_disk)
