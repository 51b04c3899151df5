"""Unsaved changes are never lost: usage unsaved_driven.py LIMBER [FOLDER_FOR_PICTURES]."""

import glob
import json
import os
import signal

from app_driver import TIMEOUT, expect, run_scenarios, running_app
from bar_scene import write_bar_scene
from file_drop import Source

TALL = (1280, 1000)  # the numbers of the panel are in sight


def open_bar(app):
    app.wait_for(lambda s: s.get("scene") == "Bar" and not s["building"] and s["steps"] > 5, "the bar")
    for section in ("Rig and clip", "Subspace"):  # so that the material is in sight
        if not {"Poisson", "Young"} <= set(app.next_state()["widgets"]):
            app.click(*app.centre_of(section))
    return app.next_state()


def change_ratio(app, value="0.3"):
    app.type_number("Poisson", value)
    return app.wait_for(lambda s: s["modified"], "the document to be modified")


def window_name(app):
    return app._tool("getwindowname", app.window).strip()


def recovery_files(folder):
    return glob.glob(os.path.join(folder, "recovery", "*.recovery"))


def keeps_for_recovery(folder, text):
    """Whether a recovery file has the text. A value that is being typed may be in an earlier one."""
    for path in recovery_files(folder):
        with open(path, "rb") as file:
            if text.encode() in file.read():
                return True
    return False


def with_recovery(folder):
    return {"LIMBER_RECOVERY": os.path.join(folder, "recovery")}


def poisson_of(path):
    with open(path) as scene:
        return json.load(scene)["characters"][0]["character"]["material"]["poisson"]


def marks_unsaved_changes_and_asks_before_closing(limber, folder):
    path = write_bar_scene(folder)
    with running_app(limber, folder, [path], *TALL) as app:
        state = open_bar(app)
        expect(not state["modified"] and window_name(app) == "Bar (bar.json) - Limber", "a scene opens without a mark")
        state = change_ratio(app)
        expect(state["undo"] == "Change Poisson's ratio", f"undo names the edit: {state['undo']}")
        app.wait_for(lambda s: window_name(app) == "* Bar (bar.json) - Limber", "the mark in the title")
        app.key("ctrl+q")
        state = app.wait_for(lambda s: s["question"], "the question")
        app.screenshot("question")
        app.click(*app.centre_of("Cancel"))
        state = app.wait_for(lambda s: not s["question"], "the question to go")
        expect(state["modified"], "Cancel keeps the window and the changes")
        app.key("ctrl+z")
        app.wait_for(lambda s: not s["modified"], "undo to lead back to the saved document")
        app.key("ctrl+shift+z")
        app.wait_for(lambda s: s["modified"], "redo to modify it again")
        app.key("ctrl+q")
        app.wait_for(lambda s: s["question"], "the question")
        app.close_by_click("Save")
    expect(poisson_of(path) == 0.3, "the change is in the scene's own file")


def cancels_drags_with_escape(limber, folder):
    path = write_bar_scene(folder)
    with running_app(limber, folder, [path], *TALL) as app:
        x, y = open_bar(app)["flesh"]
        app.drag((x, y), (x + 80, y))
        expect(app.next_state()["handles"] == 1, "the flesh is pulled")
        app.key("Escape")
        app.wait_for(lambda s: s["handles"] == 0 and not s["holding"], "Esc to cancel the pull")
        app.release()
        x, y, width, height = app.rectangle_of("Young")
        app.drag((x + 0.3 * width, y + 0.5 * height), (x + 0.7 * width, y + 0.5 * height))
        expect(app.next_state()["young"] > 4e4, "the slider is dragged")
        app.key("Escape")
        app.wait_for(lambda s: s["young"] == 2e4, "Esc to take the slider back")
        app.drag_to(x + 0.5 * width, y + 0.5 * height)
        app.release()
        app.drag((x + 0.3 * width, y + 0.5 * height), (x + 0.7 * width, y + 0.5 * height))
        expect(app.next_state()["young"] > 4e4, "the slider is dragged again")
        app.key("ctrl+z")
        app.wait_for(lambda s: s["young"] == 2e4, "Ctrl+Z to take the slider back")
        app.release()
        state = app.next_state()
        expect(state["young"] == 2e4 and state["undo_entries"] == 0 and not state["modified"], "nothing is left of both")
        app.quit()


def asks_before_another_scene_opens(limber, folder):
    path = write_bar_scene(folder)
    other = os.path.join(folder, "other.json")
    with open(path) as file:
        scene = json.load(file)
    scene["name"] = "Other"
    with open(other, "w") as file:
        json.dump(scene, file)
    with running_app(limber, folder, [path], *TALL) as app:
        open_bar(app)
        change_ratio(app)
        Source(app.display.name, int(app.window)).drop([other], 640, 300)
        app.wait_for(lambda s: s["question"], "the question")
        app.key("Escape")
        app.wait_for(lambda s: not s["question"] and s["scene"] == "Bar", "Esc to keep the bar")
        Source(app.display.name, int(app.window)).drop([other], 640, 300)
        app.wait_for(lambda s: s["question"], "the question")
        app.click(*app.centre_of("Do not save"))
        state = app.wait_for(lambda s: s["scene"] == "Other" and not s["building"], "the other scene")
        expect(not state["modified"], "which is not modified")
        app.quit()


def recovers_changes(limber, folder, stop):
    path = write_bar_scene(folder)
    with running_app(limber, folder, [path], *TALL, environment=with_recovery(folder)) as app:
        open_bar(app)
        change_ratio(app, "0.25")
        app.wait_for(lambda s: keeps_for_recovery(folder, '"poisson": 0.25'), "the changes to be kept for recovery")
        stop(app)
        app.program.wait(timeout=TIMEOUT)
    expect(len(recovery_files(folder)) == 1, "the unsaved changes are in the recovery folder")
    with running_app(limber, folder, [path], *TALL, environment=with_recovery(folder)) as app:
        open_bar(app)
        state = app.wait_for(lambda s: any("unsaved changes of Bar" in m for m in s["messages"]), "the offer")
        app.screenshot("offer")
        app.click(*app.centre_of("Recover it"))
        app.wait_for(lambda s: s["modified"] and not s["building"], "the recovered scene")
        app.key("ctrl+s")
        app.wait_for(lambda s: not s["modified"], "the recovered scene to be saved in its own file")
        app.quit()
    expect(poisson_of(path) == 0.25, "which has the change")
    expect(not recovery_files(folder), "and nothing is left to recover")
    with running_app(limber, folder, [path], *TALL, environment=with_recovery(folder)) as app:
        open_bar(app)
        expect(not app.next_state()["messages"], "nothing is offered any more")
        app.quit()


def offers_the_changes_of_two_killed_windows(limber, folder):
    """Two windows are killed, and a third one recovers the changes of both, with its mouse alone."""
    paths = []
    for name in ("first", "second"):
        os.makedirs(os.path.join(folder, name))
        paths.append(write_bar_scene(os.path.join(folder, name)))
    for path, ratio in zip(paths, ("0.2", "0.3")):
        with running_app(limber, folder, [path], *TALL, environment=with_recovery(folder)) as app:
            open_bar(app)
            change_ratio(app, ratio)
            app.wait_for(lambda s: keeps_for_recovery(folder, f'"poisson": {ratio}'), "the changes to be kept")
            app.program.kill()
            app.program.wait(timeout=TIMEOUT)
    expect(len(recovery_files(folder)) == 2, "both are in the recovery folder")
    with running_app(limber, folder, [paths[0]], *TALL, environment=with_recovery(folder)) as app:
        open_bar(app)
        app.wait_for(lambda s: any("An older one" in m for m in s["messages"]), "the offer of the newer changes")
        app.screenshot("two")
        app.click(*app.centre_of("Recover it"))
        app.wait_for(lambda s: s["modified"] and not s["building"], "the changes of the second window")
        app.key("ctrl+s")
        app.wait_for(lambda s: not s["modified"], "them to be saved")
        app.click(*app.centre_of("Recover it"))  # above the newest message, which says what was saved
        app.wait_for(lambda s: s["modified"] and not s["building"], "the changes of the first window")
        app.key("ctrl+s")
        app.wait_for(lambda s: not s["modified"], "them to be saved")
        app.quit()
    expect([poisson_of(path) for path in paths] == [0.2, 0.3], "each scene has its own changes")
    expect(not recovery_files(folder), "nothing is left to recover")


def loses_nothing_when_it_is_killed_while_it_saves(limber, folder):
    """The scene's file holds the document from before or after the save, never a part of it."""
    path = write_bar_scene(folder)
    with running_app(limber, folder, [path], *TALL, environment=with_recovery(folder)) as app:
        open_bar(app)
        change_ratio(app, "0.4")
        app.wait_for(lambda s: keeps_for_recovery(folder, '"poisson": 0.4'), "the changes to be kept for recovery")
        app.press_keys("ctrl+s")
        app.program.kill()
        app.program.wait(timeout=TIMEOUT)
    with open(path) as file:
        is_saved = '"poisson": 0.4' in json.dumps(json.load(file))
    expect(is_saved or keeps_for_recovery(folder, '"poisson": 0.4'), "the change is in the scene or in the recovery file")


def recovers_after_a_kill(limber, folder):
    recovers_changes(limber, folder, lambda app: app.program.kill())


def recovers_after_a_termination(limber, folder):
    """A termination by a signal asks no question, because the user may be absent."""
    recovers_changes(limber, folder, lambda app: app.program.send_signal(signal.SIGTERM))


if __name__ == "__main__":
    run_scenarios(marks_unsaved_changes_and_asks_before_closing, cancels_drags_with_escape, asks_before_another_scene_opens,
                  recovers_after_a_kill, recovers_after_a_termination, offers_the_changes_of_two_killed_windows,
                  loses_nothing_when_it_is_killed_while_it_saves)
