"""Rewinds with the mouse, provokes a numerical failure, and chooses a scene by its picture:
usage time_driven.py LIMBER [FOLDER_FOR_PICTURES]."""

import glob
import json
import os
import signal

from app_driver import different_pixels, expect, run_command, run_scenarios, running_app
from bar_scene import write_bar_scene
from window_driven import drag_the_modes, screenshot_without_hover


def wait_for_the_bar(app):
    return app.wait_for(lambda s: s.get("scene") == "Bar" and not s["building"] and s["steps"] > 10, "the bar")


def drag_the_timeline(app, start, end):
    x, y, width, height = app.centre_and_size("Past")
    app.drag((x + (start - 0.5) * width, y), (x + (end - 0.5) * width, y))
    app.release()


def rewind_to_the_start(app):
    """Drags to the oldest stored step, also if older steps were dropped meanwhile."""
    drag_the_timeline(app, 0.99, -0.02)
    return app.wait_for(lambda s: s["place"] == s["past"][0] and not s["moving"], "the oldest step")


def rewinds_to_before_the_poke(app):
    wait_for_the_bar(app)
    before = screenshot_without_hover(app, "before_the_poke")
    x, y = app.next_state()["flesh"]
    app.drag((x, y), (x + 120, y - 40))
    app.wait_for(lambda s: s["handles"] == 1 and s["secondary_motion"] > 0.05, "the body to follow the mouse")
    app.key("space")
    app.wait_for(lambda s: not s["playing"], "the pause")
    app.release()
    app.wait_for(lambda s: s["handles"] == 0, "the body to be released")
    state = app.wait_until_paused()
    poked = screenshot_without_hover(app, "poked")
    latest, hash_then = state["steps"], state["hash"]
    state = rewind_to_the_start(app)
    expect(state["secondary_motion"] < 1e-3, "that is the time before the poke")
    expect(state["past"][1] == latest, "later steps are still stored")
    rewound = screenshot_without_hover(app, "rewound")
    moved, left = different_pixels(before, poked), different_pixels(before, rewound)
    expect(moved > 4000 and left < 0.02 * moved, f"the picture is the earlier one: {left} of {moved} pixels differ")
    drag_the_timeline(app, 0.01, 1.02)
    app.wait_for(lambda s: s["steps"] == latest and s["hash"] == hash_then, "the newest step again, bit for bit")
    app.key("Left")
    app.key("Left")
    state = app.wait_for(lambda s: s["steps"] == latest - 2, "two steps back")
    oldest = rewind_to_the_start(app)["place"]
    app.key("space")
    state = app.wait_for(lambda s: s["moving"] and s["place"] > oldest + 20, "the motion to continue from there")
    expect(state["past"][1] == state["place"], "later steps are dropped")
    expect(state["secondary_motion"] < 2e-3, "the body is at rest")


def play_until(app, condition, what):
    """Plays until the condition holds and pauses. Returns the paused state."""
    app.key("space")
    app.wait_for(lambda s: s["moving"] and condition(s), what)
    app.key("space")
    app.wait_for(lambda s: not s["playing"], "the pause")
    return app.wait_until_paused()


def rewinds_over_another_mode_count(app):
    """Rewinding restores the model of that time. Undo continues with it; without undo the new model returns."""
    app.key("space")
    app.wait_for(lambda s: not s["playing"], "the pause")
    old = app.wait_until_paused()
    drag_the_modes(app, 0.5, 0.62)
    app.wait_for(lambda s: s["modes"] == s["wanted_modes"] > old["modes"] and not s["building"], "more modes")
    new = play_until(app, lambda s: s["place"] > old["place"] + 10, "some steps with more modes")
    state = rewind_to_the_start(app)
    expect(state["modes"] == old["modes"], f"the model of that time: {state['modes']} modes")
    expect(state["wanted_modes"] == new["modes"], "the settings are the current ones")
    rewound = screenshot_without_hover(app, "rewound_over_the_modes")
    drag_the_timeline(app, 0.01, 1.02)
    app.wait_for(lambda s: s["hash"] == new["hash"] and s["modes"] == new["modes"], "the newest step again")
    oldest = rewind_to_the_start(app)["place"]
    app.key("ctrl+z")
    state = app.wait_for(lambda s: s["wanted_modes"] == old["modes"], "undo to request the earlier modes")
    expect(not state["building"], "the shown model needs no build")
    expect(different_pixels(rewound, screenshot_without_hover(app, "undone")) < 200, "undo does not change the picture")
    state = app.wait_until_paused()
    expect(state["past"][1] == new["past"][1], "no step is dropped yet")
    app.key("ctrl+shift+z")
    app.wait_for(lambda s: s["wanted_modes"] == new["modes"], "redo to request more modes")
    state = play_until(app, lambda s: s["place"] > oldest + 12, "some steps from there")
    expect(state["modes"] == new["modes"], "with the current settings")
    expect(state["past"][1] == state["place"], "later steps are dropped")


def saves_the_last_seconds(limber, app, folder):
    app.key("ctrl+shift+r")
    app.wait_for(lambda s: s["asks_for_file"], "the save dialog")
    app.screenshot("save_recording")
    expect(not os.path.exists(os.path.join(folder, "bar-1.recording.json")), "nothing is written before the choice")
    app.key("Escape")
    app.wait_for(lambda s: not s["asks_for_file"], "the dialog to close")
    app.key("ctrl+shift+r")
    app.wait_for(lambda s: s["asks_for_file"], "the save dialog")
    app.key("Return")
    app.wait_for(lambda s: any("bar-1.recording.json" in m for m in s["messages"]), "the recording to be saved")
    app.screenshot("saved_recording")
    replayed = run_command(limber, "replay", os.path.join(folder, "bar-1.recording.json"), "--json")
    expect(replayed.returncode == 0, f"the recording is replayed: {replayed.stderr}")
    expect(json.loads(replayed.stdout)["compared"] > 10, "every step is compared")


def saves_a_recording_when_closed_with_the_dialog_open(limber, folder):
    """The window is closed while the dialog is open: the recording is saved at the proposed path."""
    with running_app(limber, folder, [write_bar_scene(folder)]) as app:
        wait_for_the_bar(app)
        app.key("ctrl+shift+r")
        app.wait_for(lambda s: s["asks_for_file"], "the save dialog")
        app.program.send_signal(signal.SIGTERM)
        app.program.wait(timeout=300)
        with open(os.path.join(folder, "stderr.txt")) as errors:
            said = errors.read()
    path = os.path.join(folder, "bar-1.recording.json")
    expect(path in said, f"its path is printed: {said}")
    replayed = run_command(limber, "replay", path, "--json")
    expect(replayed.returncode == 0, f"the recording is replayed: {replayed.stderr}")


def records_its_edits(limber, folder):
    """A changed mode count, a reset and a temporary duplicate are one recording, which replays."""
    recording = os.path.join(folder, "session.json")
    with running_app(limber, folder, ["--record", recording, write_bar_scene(folder)]) as app:
        modes = wait_for_the_bar(app)["modes"]
        drag_the_modes(app, 0.5, 0.62)
        app.wait_for(lambda s: s["modes"] == s["wanted_modes"] > modes and not s["building"], "more modes")
        app.key("r")
        app.key("ctrl+d")
        state = app.wait_for(lambda s: s["characters"] == 2 and len(s["bodies"]) == 2, "the duplicate")
        place = state["place"]
        app.wait_for(lambda s: s["place"] > place + 5, "some steps of both characters")
        app.key("ctrl+z")
        place = app.wait_for(lambda s: len(s["bodies"]) == 1, "the duplicate to be removed")["place"]
        app.wait_for(lambda s: s["place"] > place + 5, "some steps of one character")
        app.quit()
    replayed = run_command(limber, "replay", recording, "--json")
    expect(replayed.returncode == 0, f"the session is replayed: {replayed.stderr}")
    again = json.loads(replayed.stdout)
    expect(again["segments"] >= 4 and again["characters"] == 2, f"all segments are replayed: {replayed.stdout}")


def saves_a_recording_of_a_numerical_failure(limber, folder):
    """With a gravity that overflows, the window pauses, shows a message, and saves a recording that replays."""
    path = write_bar_scene(folder)
    with open(path) as scene:
        description = json.load(scene)
    description["step"]["gravity"] = [0, -1e40, 0]
    with open(path, "w") as scene:
        json.dump(description, scene)
    with running_app(limber, folder, [path]) as app:
        state = app.wait_for(lambda s: any("Numerical failure" in m for m in s["messages"]), "the sentence")
        expect(not state["playing"], "the motion is paused")
        expect(state["secondary_motion"] < 1e-6, "at the last valid step")
        app.next_state()
        app.screenshot("failed_numbers")
        kept = glob.glob(os.path.join(folder, "cache", "limber", "failures", "bar-*.json"))
        expect(len(kept) == 1 and any(kept[0] in m for m in state["messages"]), f"its recording is named: {kept}")
    replayed = run_command(limber, "replay", kept[0])
    expect(replayed.returncode == 0 and "as it did when it was recorded" in replayed.stderr, replayed.stderr)


def chooses_a_scene_by_its_picture(limber, folder, width=1280, height=720):
    with running_app(limber, folder, [], width, height) as app:
        state = app.wait_for(lambda s: s["scenes"] and "picture: Toy block" in s["widgets"], "the list of scenes")
        app.wait_for(lambda s: s.get("scene") == "Biscuit the puppy" and s["steps"] > 5, "the puppy behind it")
        app.screenshot("scenes")
        app.click(*app.centre_of("picture: Toy block"))
        app.wait_for(lambda s: not s["scenes"] and s.get("scene") == "Pip the cuddly block" and s["steps"] > 10,
                     "the scene of the picture")
        app.screenshot("chosen")
        app.key("l")
        app.wait_for(lambda s: s["scenes"], "the list again")
        app.key("Escape")
        app.wait_for(lambda s: not s["scenes"], "the list to close")
        app.click(*app.centre_of("All scenes"))
        app.wait_for(lambda s: s["scenes"], "the list, with one click")
        app.click(*app.centre_of("picture: Toy block"))
        state = app.wait_for(lambda s: not s["scenes"], "the list to close")
        expect(not state["building"], "the open scene is not opened again")


def saves_its_recording_on_a_signal(limber, folder):
    """A signal closes the window: the recording is written."""
    for name in ("TERM", "INT"):
        recording = os.path.join(folder, name + ".json")
        with running_app(limber, folder, ["--record", recording, write_bar_scene(folder)]) as app:
            wait_for_the_bar(app)
            app.program.send_signal(getattr(signal, "SIG" + name))
            app.expect_exit(f"SIG{name} closes the window")
        replayed = run_command(limber, "replay", recording, "--json")
        expect(replayed.returncode == 0, f"what was recorded until SIG{name} is replayed: {replayed.stderr}")
        expect(json.loads(replayed.stdout)["compared"] > 10, "every step of it is compared")


def does_not_scroll_the_transport_bar(app):
    wait_for_the_bar(app)
    places = [app.rectangle_of(name) for name in ("Play", "Past")]
    app.move_mouse(*app.centre_of("Past"))
    app.click_repeatedly(5, button=5)  # the wheel
    app.next_state()
    expect([app.rectangle_of(name) for name in ("Play", "Past")] == places, "the wheel does not move the bar's widgets")


def rewinds_a_scene(limber, folder):
    with running_app(limber, folder, [write_bar_scene(folder)]) as app:
        does_not_scroll_the_transport_bar(app)
        rewinds_to_before_the_poke(app)
        rewinds_over_another_mode_count(app)
        saves_the_last_seconds(limber, app, folder)


if __name__ == "__main__":
    run_scenarios(rewinds_a_scene, saves_a_recording_when_closed_with_the_dialog_open, records_its_edits, saves_its_recording_on_a_signal,
                  saves_a_recording_of_a_numerical_failure, chooses_a_scene_by_its_picture)
