"""Types invalid numbers, opens invalid files and loses the display, without losing data: usage safety_driven.py LIMBER [FOLDER_FOR_PICTURES]."""

import json
import os

from app_driver import TIMEOUT, expect, run_command, run_scenarios, running_app
from bar_scene import write_bar_scene
from file_drop import Source

TALL = (1280, 1000)  # so that the panel's number fields are visible


def wait_for_the_bar(app):
    return app.wait_for(lambda s: s.get("scene") == "Bar" and not s["building"] and s["steps"] > 5, "the bar")


def drop(app, paths):
    Source(app.display.name, int(app.window)).drop(paths, 640, 300)


def save_as(app, path):
    app.key("ctrl+shift+s")
    app.wait_for(lambda s: s["asks_for_file"], "the file browser")
    app.key("ctrl+a")
    app.type(path)
    app.key("Return")


def types_numbers_that_are_not_finite(limber, folder):
    """0 times infinity is NaN: the value stays, there is no undo entry, and the saved scene opens."""
    saved = os.path.join(folder, "saved.json")
    with running_app(limber, folder, [write_bar_scene(folder)], *TALL) as app:
        place = wait_for_the_bar(app)["bodies"]["Bar"][3]
        app.type_number("Poisson", "*1e999")
        app.click(*app.centre_of("Whole rig"))
        app.type_number("Move x", "*1e999")
        app.type_number("Move y", "1e999")
        state = app.next_state()
        expect(state["undo_entries"] == 0, f"nothing was changed: {state['undo_entries']} entries")
        app.type_number("Move y", "0,25")
        higher = app.wait_for(lambda s: s["undo_entries"] == 1, "a number with a comma")["bodies"]["Bar"][3]
        expect(0.1 < higher[1] - place[1] < 0.4, f"a quarter of a metre higher, not 25: {higher[1] - place[1]}")
        app.key("ctrl+z")
        state = app.wait_for(lambda s: abs(s["bodies"]["Bar"][3][1] - place[1]) < 0.05, "the place before")
        moved = max(abs(a - b) for a, b in zip(place, state["bodies"]["Bar"][3]))
        expect(moved < 0.05, f"the body, which sways by millimetres, has not moved: {moved}")
        save_as(app, saved)
        app.wait_for(lambda s: any("saved.json" in m for m in s["messages"]), "the scene to be saved")
        app.quit()
    with open(saved) as scene:
        expect(json.load(scene)["characters"][0]["character"]["material"]["poisson"] == 0, "Poisson's ratio is unchanged")
    checked = run_command(limber, "check", saved)
    expect(checked.returncode == 0, f"the saved scene opens again: {checked.stderr}")


def recording_that_moves(limber, folder, distance):
    path = os.path.join(folder, f"moved_by_{distance:g}.json")
    recorded = run_command(limber, "record", os.path.join(folder, "bar.json"), "--frames", "4", "--out", path)
    expect(recorded.returncode == 0, recorded.stderr)
    with open(path) as file:
        recording = json.load(file)
    for member in ("checksum", "hash", "hashes"):
        del recording[member]
    recording["events"].append({"step": 1, "move": [[1, 0, 0, distance], [0, 1, 0, 0], [0, 0, 1, 0]]})
    with open(path, "w") as file:
        json.dump(recording, file)
    return path


def opens_recordings_with_huge_moves(limber, folder):
    """A move beyond the limits is rejected with a message; a slider's range supports the largest valid one."""
    with running_app(limber, folder, [write_bar_scene(folder)], *TALL) as app:
        wait_for_the_bar(app)
        app.click(*app.centre_of("Whole rig"))
        app.wait_for_widget("Move x")
        drop(app, [recording_that_moves(limber, folder, 1e300)])
        state = app.wait_for(lambda s: any("1e+300" in m for m in s["messages"]), "a sentence about the recording")
        expect(any("move must move by at most" in m for m in state["messages"]), f"the message has the reason: {state['messages']}")
        drop(app, [recording_that_moves(limber, folder, 9e8)])
        app.wait_for(lambda s: s.get("past") == [0, 4] and not s["building"], "the recording to open")
        app.key("End")
        app.next_state()
        app.quit()


def saves_its_recording_when_the_display_is_lost(limber, folder):
    recording = os.path.join(folder, "session.json")
    with running_app(limber, folder, ["--record", recording, write_bar_scene(folder)]) as app:
        wait_for_the_bar(app)
        app.display.server.kill()
        expect(app.program.wait(timeout=TIMEOUT) == 1, "the window ends with an error")
        app.errors.seek(0)
        printed = app.errors.read()
        expect("its display was lost" in printed, f"the reason is printed: {printed}")
    replayed = run_command(limber, "replay", recording)
    expect(replayed.returncode == 0, f"the recording is replayed: {replayed.stderr}")


def exits_with_an_error_after_a_failed_save(limber, folder):
    """One save waits for a reader of a pipe, the next has no folder, and then the window is closed."""
    pipe = os.path.join(folder, "pipe.json")
    os.mkfifo(pipe)
    with running_app(limber, folder, [write_bar_scene(folder)]) as app:
        wait_for_the_bar(app)
        app.key("ctrl+shift+s")
        app.wait_for(lambda s: s["asks_for_file"], "the file browser")
        app.key("ctrl+a")
        app.type(pipe)
        app.key("Return")
        app.click(*app.centre_of("Choose"))
        app.wait_for(lambda s: not s["asks_for_file"], "the scene to be written into the pipe")
        save_as(app, os.path.join(folder, "nowhere", "lost.json"))
        app.wait_for(lambda s: not s["asks_for_file"], "the next save to wait")
        app.key("ctrl+q")
        with open(pipe) as reader:
            reader.read()
        expect(app.program.wait(timeout=TIMEOUT) == 1, "the exit code reports the unsaved scene")
        app.errors.seek(0)
        expect("lost.json" in app.errors.read(), "the unsaved file is named")


if __name__ == "__main__":
    run_scenarios(types_numbers_that_are_not_finite, opens_recordings_with_huge_moves,
                  saves_its_recording_when_the_display_is_lost, exits_with_an_error_after_a_failed_save)
