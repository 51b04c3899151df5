"""Opens, drops and saves files with mouse and keyboard: usage files_driven.py LIMBER [FOLDER_FOR_PICTURES]."""

import json
import os
import time

from app_driver import different_pixels, expect, run_command, run_scenarios, running_app
from bar_scene import write_bar_scene
from file_drop import Source
from window_driven import RING, around_the_body, drag_the_modes

BAD_FILES = {"empty.msh": "", "noise.obj": "v 1 2\nf 1 2 3\n", "cut.json": '{"format": "limber-scene", '}


def drop(app, *paths):
    Source(app.display.name, int(app.window)).drop(paths, 640, 300)


def keeps_its_character_after_bad_files_are_dropped(app, folder):
    steps = app.wait_for(lambda s: s.get("scene") == "Bar" and s["steps"] > 5, "the bar")["steps"]
    for name, text in BAD_FILES.items():
        with open(os.path.join(folder, name), "w") as out:
            out.write(text)
    drop(app, *(os.path.join(folder, name) for name in BAD_FILES))
    state = app.wait_for(lambda s: len(s["messages"]) == 3, "a sentence about each bad file")
    for name, message in zip(reversed(BAD_FILES), state["messages"]):
        expect(name in message, f"{name} is named, and the newest message comes first: {state['messages']}")
    for times in ("gone.msh", "(2 times)", "(3 times)"):
        drop(app, os.path.join(folder, "gone.msh"))
        state = app.wait_for(lambda s: times in s["messages"][0], "the repeated message to be counted")
    expect(len(state["messages"]) == 3, f"repeated messages are merged: {state['messages']}")
    expect(state["scene"] == "Bar", "the old scene stays open")
    app.wait_for(lambda s: s["steps"] > steps + 10, "the old scene to keep stepping")
    _, top, _, height = app.next_state()["view"]
    expect(app.rectangle_of("Error")[1] >= top + height, "the newest message is beside the view")
    app.screenshot("bad_files")
    app.click(*app.centre_of("More messages"))
    app.screenshot("bad_files_unfolded")
    app.click(*app.centre_of("More messages"))


def clears_errors_after_a_success(app):
    expect(not app.next_state()["messages"], "the errors disappear once a scene opens")


def dismisses_the_messages(app, folder):
    drop(app, os.path.join(folder, "gone.msh"))
    app.wait_for(lambda s: s["messages"], "the sentence about it")
    while count := len(app.next_state()["messages"]):
        app.click(*app.centre_of("Dismiss"))
        app.wait_for(lambda s: len(s["messages"]) < count, "a message to be dismissed")


def opens_dropped_files(app, folder):
    """The first of several dropped files that can be opened is opened."""
    other = os.path.join(folder, "other")
    os.makedirs(other)
    with open(write_bar_scene(other, (4, 8, 4))) as written:
        scene = json.load(written)
    scene.update(name="Handle", rig="affine handle")
    path = os.path.join(other, "handle.json")
    with open(path, "w") as out:
        json.dump(scene, out)
    drop(app, os.path.join(folder, "cut.json"), path)
    app.wait_for(lambda s: s.get("scene") == "Handle" and not s["building"], "the dropped scene")


def rotates_the_affine_handle(app):
    x, y, x1, y1 = app.next_state()["bones"]["handle"]
    app.click((x + 2 * x1) / 3, (y + 2 * y1) / 3)
    state = app.wait_for(lambda s: s["selection"] == "whole rig", "the handle to be selected")
    before = app.screenshot("handle", around_the_body(state))
    app.drag((x + RING, y), (x + 0.7 * RING, y - 0.7 * RING), steps=6)
    app.drag_to(x, y - RING, steps=6)
    app.release()
    state = app.wait_for(lambda s: 60 < s["bone_turn"] < 120 and not s["holding"], "the body to have turned")
    expect(different_pixels(before, app.screenshot("handle_turned", around_the_body(state))) > 4000, "the rotation is visible")
    app.drag((x, y), (x + 60, y + 20), steps=6)  # the knob
    app.release()
    moved = app.wait_for(lambda s: abs(s["bones"]["handle"][0] - x - 60) < 6, "the body to have moved")
    expect(abs(moved["bones"]["handle"][1] - y - 20) < 6, "the knob moves it in the picture's plane")
    app.key("ctrl+r")
    app.wait_for(lambda s: s["bone_turn"] < 1, "the rig to be reset")
    app.key("Escape")


def moves_and_deletes_a_pinned_handle(app):
    x, y = app.wait_for(lambda s: s["secondary_motion"] < 1e-3, "the body to come to rest")["flesh"]
    app.drag((x, y), (x + 50, y - 30))
    app.wait_for(lambda s: s["handles"] == 1, "the body to be held")
    app.key("i")
    app.release()
    app.wait_for(lambda s: s["handles"] == 1 and not s["holding"] and s["selection"].startswith("handle"), "a pin")
    app.drag((x + 50, y - 30), (x + 90, y - 60))
    pulled = app.wait_for(lambda s: s["holding"], "the pinned handle to be held")
    expect(pulled["handles"] == 1, "the pinned handle is dragged, not the body behind it")
    app.release()
    app.key("Delete")
    app.wait_for(lambda s: s["handles"] == 0, "the handle to be deleted")


def saves_a_picture(app, folder):
    app.key("ctrl+p")
    app.wait_for(lambda s: any("handle-1.png" in m for m in s["messages"]), "the picture to be saved")
    size = run_command("identify", "-format", "%w %h", os.path.join(folder, "other", "handle-1.png")).stdout.split()
    expect([int(n) for n in size] == app.next_state()["view"][2:], f"the view as a picture, not {size}")


def saves_a_scene_that_opens_again(limber, app, folder):
    drag_the_modes(app, 0.5, 0.56)
    modes = app.wait_for(lambda s: s["modes"] == s["wanted_modes"] != 8 and not s["building"], "other modes")["modes"]
    os.makedirs(os.path.join(folder, "other", "elsewhere"))
    app.key("ctrl+shift+s")
    app.wait_for(lambda s: s["asks_for_file"], "the file browser")
    app.screenshot("save_dialog")
    keeps_its_name_in_another_folder(app, folder)
    app.key("ctrl+shift+s")
    app.wait_for(lambda s: s["asks_for_file"], "the file browser")
    app.key("ctrl+a")
    kept = os.path.join(folder, "kept.json")
    app.type(kept)
    app.key("Return")
    app.wait_for(lambda s: any("kept.json" in m for m in s["messages"]), "the scene to be saved")
    app.key("ctrl+shift+s")
    app.wait_for(lambda s: s["asks_for_file"], "the file browser")
    app.key("ctrl+a")
    app.type(kept)
    app.key("Return")
    app.next_state()
    app.screenshot("save_dialog_over_a_file")
    expect(app.next_state()["asks_for_file"], "an existing scene is not overwritten without a question")
    app.click(*app.centre_of("Cancel the choice"))
    app.wait_for(lambda s: not s["asks_for_file"], "the dialog to close")
    steps = app.next_state()["steps"]
    drop(app, kept)
    state = app.wait_for(lambda s: s["modes"] == modes and s["steps"] < steps and not s["building"], "it to open again")
    expect(state["wanted_modes"] == modes and state["scene"] == "Handle", "as it was saved")
    simulated = run_command(limber, "simulate", kept, "--frames", "3", "--json")
    expect(simulated.returncode == 0, f"and simulates without the window: {simulated.stderr}")


def keeps_its_name_in_another_folder(app, folder):
    """The dialog starts beside the scene, and proposes a name that is free there."""
    proposed = os.path.join(folder, "other", "elsewhere", "handle-1.json")
    app.click(*app.centre_of("file: elsewhere"))
    app.next_state()
    app.click(*app.centre_of("Choose"))
    app.wait_for(lambda s: any("Saved " + proposed in m for m in s["messages"]), "the scene in the other folder")


def closes_during_a_build(limber, folder):
    with running_app(limber, folder, [write_bar_scene(folder, (16, 64, 16))]) as app:
        app.wait_for(lambda s: s["building"] and "Cancel" in s["widgets"], "the scene to be built")
        time.sleep(0.5)
        before = time.monotonic()
        app.quit()
        expect(time.monotonic() - before < 20, "the window closes before the build would end")


def types_immediately_after_a_shortcut(limber, folder):
    """Text typed immediately after the shortcut is neither lost nor read as another shortcut."""
    bar = write_bar_scene(folder)
    other = os.path.join(folder, "other")
    os.makedirs(other)
    with open(write_bar_scene(other, (4, 8, 4))) as written:
        scene = json.load(written)
    scene["name"] = "Other bar"
    path = os.path.join(other, "bar.json")
    with open(path, "w") as out:
        json.dump(scene, out)
    with running_app(limber, folder, [bar]) as app:
        app.wait_for(lambda s: s.get("scene") == "Bar" and s["steps"] > 5, "the bar")
        app.key("ctrl+o")
        app.type(path)
        app.key("Return")
        app.wait_for(lambda s: s["scene"] == "Other bar" and not s["building"], "the scene of the typed path")


def does_not_wait_for_a_blocked_disk(limber, folder):
    """The list of recent files is on a disk that does not respond."""
    memory = os.path.join(folder, "state", "limber")
    os.makedirs(memory)
    os.mkfifo(os.path.join(memory, "recent.txt"))
    with running_app(limber, folder, [write_bar_scene(folder)]) as app:
        app.wait_for(lambda s: s.get("scene") == "Bar" and s["steps"] > 20, "the bar to move")
        app.key("ctrl+p")
        app.wait_for(lambda s: any("bar-1.png" in m for m in s["messages"]), "a picture to be saved")
        app.quit()


def opens_and_saves(limber, folder):
    with running_app(limber, folder, [write_bar_scene(folder)]) as app:
        keeps_its_character_after_bad_files_are_dropped(app, folder)
        opens_dropped_files(app, folder)
        clears_errors_after_a_success(app)
        dismisses_the_messages(app, folder)
        rotates_the_affine_handle(app)
        moves_and_deletes_a_pinned_handle(app)
        saves_a_picture(app, folder)
        saves_a_scene_that_opens_again(limber, app, folder)


def write_bare_bar(folder, rig=False):
    """Writes a mesh without a scene, and with a rig and a clip beside it if `rig` is set."""
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


def says_which_mesh_a_rig_belongs_to(limber, folder):
    parts = os.path.join(folder, "parts")
    os.makedirs(parts)
    write_bare_bar(parts, rig=True)
    refused = run_command(limber, "simulate", os.path.join(parts, "rig.json"), "--frames", "1")
    expect(refused.returncode == 1 and "is a rig, which belongs to bar.mesh" in refused.stderr, refused.stderr)
    with running_app(limber, folder, [write_bar_scene(folder)]) as app:
        app.wait_for(lambda s: s.get("scene") == "Bar" and not s["building"], "the bar")
        for name, kind in (("wave.json", "clip"), ("rig.json", "rig")):
            drop(app, os.path.join(parts, name))
            app.wait_for(lambda s: s["messages"] and f"is a {kind}, which belongs to bar.mesh" in s["messages"][0],
                         f"the sentence about the {kind}")
        app.screenshot("a_rig")
        app.click(*app.centre_of("Open it"))
        app.wait_for(lambda s: s.get("scene") == "bar" and not s["building"], "the mesh of the rig")
        state = app.next_state()
        expect(set(state["bones"]) == {"lower", "upper"}, f"with its rig: {state['bones']}")
        expect(not any("is a rig" in m for m in state["messages"]), f"the error has disappeared: {state['messages']}")


def frees_a_mesh_without_a_rig(limber, folder):
    with running_app(limber, folder, [write_bare_bar(folder)]) as app:
        app.wait_for(lambda s: s.get("scene") == "bar" and not s["building"], "the mesh without a rig")
        app.wait_for(lambda s: any("hang it on one handle" in m for m in s["messages"]), "the message about the handle")
        app.screenshot("hangs")
        app.click(*app.centre_of("Let it fall"))
        app.wait_for(lambda s: not s["building"] and not s["messages"], "the body to be free")
        app.screenshot("free")
        for key, words in (("b", "no bones to show"), ("ctrl+r", "no pose to reset")):
            app.key(key)
            app.wait_for(lambda s: any(words in m for m in s["messages"]), words)


def names_the_sea_while_it_opens(limber, folder):
    with running_app(limber, folder, ["creature:sea"]) as app:
        state = app.wait_for(lambda s: s["building"] and "Progress" in s["widgets"], "the sea to be loading")
        expect(state["working_on"] == "Opening The sea ...", f"by its name: {state['working_on']}")
        app.screenshot("the_sea_opens")
        app.quit()


if __name__ == "__main__":
    run_scenarios(opens_and_saves, says_which_mesh_a_rig_belongs_to, frees_a_mesh_without_a_rig, names_the_sea_while_it_opens, closes_during_a_build, types_immediately_after_a_shortcut, does_not_wait_for_a_blocked_disk)
