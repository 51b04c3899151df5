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
    drop(person, *(os.path.join(folder, name) for name in BAD_FILES))
    state = person.wait_for(lambda s: len(s["messages"]) == 3, "a sentence about each bad file")
    for name, message in zip(reversed(BAD_FILES), state["messages"]):
        expect(name in message, f"{name} is named, and the newest message comes first: {state['messages']}")
    for times in ("gone.msh", "(2 times)", "(3 times)"):
        drop(person, os.path.join(folder, "gone.msh"))
        state = person.wait_for(lambda s: times in s["messages"][0], "what comes again to be counted")
    expect(len(state["messages"]) == 3, f"a few messages: {state['messages']}")
    expect(state["scene"] == "Bar", "the old scene lives on")
    person.wait_for(lambda s: s["steps"] > steps + 10, "the old scene to go on stepping")
    _, top, _, height = person.next_state()["view"]
    expect(person.place_of("Error")[1] >= top + height, "the newest message is beside the view")
    person.look("bad_files")
    person.click(*person.middle_of("More messages"))
    person.look("bad_files_unfolded")
    person.click(*person.middle_of("More messages"))


def forgets_the_errors_after_a_success(person):
    expect(not person.next_state()["messages"], "what could not be opened is over once something opens")


def dismisses_the_messages(person, folder):
    drop(person, os.path.join(folder, "gone.msh"))
    person.wait_for(lambda s: s["messages"], "the sentence about it")
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
    person.look("save_dialog")
    keeps_its_name_in_another_folder(person, folder)
    person.key("ctrl+s")
    person.wait_for(lambda s: s["asks_for_file"], "the file browser")
    person.key("ctrl+a")
    kept = os.path.join(folder, "kept.json")
    person.type(kept)
    person.key("Return")
    person.wait_for(lambda s: any("kept.json" in m for m in s["messages"]), "the scene to be saved")
    person.key("ctrl+s")
    person.wait_for(lambda s: s["asks_for_file"], "the file browser")
    person.key("ctrl+a")
    person.type(kept)
    person.key("Return")
    person.next_state()
    person.look("save_dialog_over_a_file")
    expect(person.next_state()["asks_for_file"], "a scene that is there already is not overwritten unasked")
    person.click(*person.middle_of("Cancel the choice"))
    person.wait_for(lambda s: not s["asks_for_file"], "the dialog to close")
    steps = person.next_state()["steps"]
    drop(person, kept)
    state = person.wait_for(lambda s: s["modes"] == modes and s["steps"] < steps and not s["building"], "it to open again")
    expect(state["wanted_modes"] == modes and state["scene"] == "Handle", "as it was saved")
    simulated = ran(limber, "simulate", kept, "--frames", "3", "--json")
    expect(simulated.returncode == 0, f"and simulates without the window: {simulated.stderr}")


def keeps_its_name_in_another_folder(person, folder):
    person.click(*person.middle_of("file: other"))
    person.next_state()
    person.click(*person.middle_of("Choose"))
    proposed = os.path.join(folder, "other", "handle-1.json")
    person.wait_for(lambda s: any("Saved " + proposed in m for m in s["messages"]), "the scene in the other folder")


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
        forgets_the_errors_after_a_success(person)
        dismisses_the_messages(person, folder)
        turns_the_affine_handle(person)
        moves_and_deletes_a_pinned_handle(person)
        saves_a_picture(person, folder)
        saves_a_scene_that_opens_again(limber, person, folder)


def write_bare_bar(folder, rig=False):
    """A mesh without a scene, and with a rig and a clip beside it if they are wanted."""
    write_bar_scene(folder)
    os.remove(os.path.join(folder, "bar.json"))
    if rig:
        os.rename(os.path.join(folder, "bar_rig.json"), os.path.join(folder, "rig.json"))
        with open(os.path.join(folder, "wave.json"), "w") as out:
            pose = [[[1, 0, 0, 0], [0, 1, 0, y], [0, 0, 1, 0]] for y in (0.0, 0.6)]
            json.dump({"format": "limber-clip", "version": 1, "name": "wave", "frame_rate": 24, "looping": True,
                       "bones": ["lower", "upper"], "keys": [pose, pose]}, out)
    else:
        os.remove(os.path.join(folder, "bar_rig.json"))
    return os.path.join(folder, "bar.mesh")


def says_what_a_rig_belongs_to(limber, folder):
    parts = os.path.join(folder, "parts")
    os.makedirs(parts)
    write_bare_bar(parts, rig=True)
    refused = ran(limber, "simulate", os.path.join(parts, "rig.json"), "--frames", "1")
    expect(refused.returncode == 1 and "is a rig, which belongs to bar.mesh" in refused.stderr, refused.stderr)
    with at_the_window(limber, folder, [write_bar_scene(folder)]) as person:
        person.wait_for(lambda s: s.get("scene") == "Bar" and not s["building"], "the bar")
        for name, kind in (("wave.json", "clip"), ("rig.json", "rig")):
            drop(person, os.path.join(parts, name))
            person.wait_for(lambda s: s["messages"] and f"is a {kind}, which belongs to bar.mesh" in s["messages"][0],
                            f"the sentence about the {kind}")
        person.look("a_rig")
        person.click(*person.middle_of("Open it"))
        person.wait_for(lambda s: s.get("scene") == "bar" and not s["building"], "the mesh that it belongs to")
        state = person.next_state()
        expect(set(state["bones"]) == {"lower", "upper"}, f"with its rig: {state['bones']}")
        expect(not any("is a rig" in m for m in state["messages"]), f"nothing is refused any more: {state['messages']}")


def sets_a_bare_mesh_free(limber, folder):
    with at_the_window(limber, folder, [write_bare_bar(folder)]) as person:
        person.wait_for(lambda s: s.get("scene") == "bar" and not s["building"], "the bare mesh")
        person.wait_for(lambda s: any("hangs on one handle" in m for m in s["messages"]), "what holds it to be said")
        person.look("hangs")
        person.click(*person.middle_of("Set it free now"))
        person.wait_for(lambda s: not s["building"] and not s["messages"], "it to be free")
        person.look("free")
        for key, words in (("b", "no bones to show"), ("ctrl+r", "no pose to give back")):
            person.key(key)
            person.wait_for(lambda s: any(words in m for m in s["messages"]), words)


def names_the_sea_while_it_opens(limber, folder):
    with at_the_window(limber, folder, ["creature:sea"]) as person:
        state = person.wait_for(lambda s: s["building"] and "Progress" in s["widgets"], "the sea to be opened")
        expect(state["working_on"] == "Opening The sea ...", f"by its name: {state['working_on']}")
        person.look("the_sea_opens")
        person.close_the_window()


if __name__ == "__main__":
    tell(opens_and_saves, says_what_a_rig_belongs_to, sets_a_bare_mesh_free, names_the_sea_while_it_opens, closes_while_it_computes, types_at_once, does_not_wait_for_a_disk)
