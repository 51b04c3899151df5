"""Poses, pulls and rebuilds a character with the mouse: usage window_driven.py LIMBER [FOLDER_FOR_PICTURES]."""

import json
import os
import signal

from app_driver import different_pixels, expect, run_command, run_scenarios, running_app
from bar_scene import write_bar_scene

RING = 62 * 1.2  # [pixels] the gizmo's free ring, around the joint


def around_the_body(state):
    """The view without the card on its right and the hint below."""
    x, y, width, height = state["view"]
    return x, y, width - 250, height - 40


def opens_the_scene(app):
    state = app.wait_for(lambda s: s.get("scene") == "Bar" and not s["building"], "the scene to open")
    expect(state["modes"] == 8, "the scene has the modes that its file asks for")
    app.wait_for(lambda s: s["steps"] > 10, "the simulation to step")


def pulls_and_releases_the_body(app):
    state = app.wait_for(lambda s: s["secondary_motion"] < 2e-3, "the bar to come to rest")
    before = app.screenshot("before", around_the_body(state))
    x, y = state["flesh"]
    app.drag((x, y), (x + 120, y - 40))
    state = app.wait_for(lambda s: s["handles"] == 1 and s["secondary_motion"] > 0.05, "the body to follow the mouse")
    pulled = app.screenshot("pulled", around_the_body(state))
    app.release()
    state = app.wait_for(lambda s: s["handles"] == 0 and s["secondary_motion"] < 2e-3, "the body to return")
    after = app.screenshot("after", around_the_body(state))
    moved = different_pixels(before, pulled)
    left = different_pixels(before, after)
    expect(moved > 4000, f"pulling changes the picture: {moved} pixels")
    expect(left < 0.35 * moved, f"releasing restores the picture: {left} of {moved} pixels still differ")


def poses_a_bone_by_the_gizmo(app):
    state = app.next_state()
    x0, y0, x1, y1 = state["bones"]["upper"]
    app.click((x0 + 2 * x1) / 3, (y0 + 2 * y1) / 3)
    state = app.wait_for(lambda s: s["selection"] == "bone upper", "the bone to be selected")
    x, y = state["bones"]["upper"][:2]
    before = app.screenshot("unposed", around_the_body(state))
    app.drag((x + RING, y), (x + 0.7 * RING, y - 0.7 * RING), steps=6)
    app.drag_to(x, y - RING, steps=6)
    app.release()
    state = app.wait_for(lambda s: 60 < s["bone_turn"] < 120 and not s["holding"], "the bone to have turned")
    posed = app.screenshot("posed", around_the_body(state))
    expect(different_pixels(before, posed) > 4000, "posing changes the picture")
    app.wait_for(lambda s: s["can_undo"], "an entry to undo")
    app.key("ctrl+z")
    app.wait_for(lambda s: s["bone_turn"] < 1, "undo to turn the bone back")


def drag_the_modes(app, start, end):
    if "Modes" not in app.next_state()["widgets"]:
        app.click(*app.centre_of("Rig and clip"))  # its rows push the others out of the panel
    x, y, width, height = app.rectangle_of("Modes")
    app.drag((x + start * width, y + height / 2), (x + end * width, y + height / 2))
    app.release()


def changes_the_mode_count(app):
    steps = app.next_state()["steps"]
    drag_the_modes(app, 0.5, 0.62)
    state = app.wait_for(lambda s: s["wanted_modes"] > 12, "the slider to ask for more modes")
    state = app.wait_for(lambda s: s["modes"] == s["wanted_modes"] and not s["building"], "the new subspace")
    expect(state["steps"] > steps, "the character kept moving")
    expect(state["secondary_motion"] < 0.05, "the swap causes no jump")


def screenshot_without_hover(app, name):
    """Takes a screenshot without a hover highlight."""
    x, y, _, _ = app.next_state()["view"]
    app.move_mouse(x + 30, y + 30)
    app.next_state()
    state = app.wait_for(lambda s: not s.get("fading") and not s["gliding"], "the view to come to rest")
    return app.screenshot(name, around_the_body(state))


def swaps_without_a_jump(app):
    """A pulled, pinned and paused body keeps its picture while another subspace replaces the old one."""
    state = app.wait_for(lambda s: s["secondary_motion"] < 2e-3, "the bar to come to rest")
    x, y = state["flesh"]
    rest = screenshot_without_hover(app, "rest")
    app.hold_key("shift")
    app.drag((x, y), (x + 120, y - 40))
    app.release()
    app.release_key("shift")
    app.wait_for(lambda s: s["handles"] == 1 and not s["holding"] and s["secondary_motion"] > 0.05, "a pinned pull")
    app.key("space")
    app.wait_for(lambda s: not s["playing"], "the pause")
    state = app.wait_until_paused()
    before = screenshot_without_hover(app, "before_the_swap")
    modes = state["modes"]
    drag_the_modes(app, 0.62, 0.75)
    app.wait_for(lambda s: s["modes"] > modes and not s["building"], "the new subspace")
    after = screenshot_without_hover(app, "after_the_swap")
    pulled, jumped = different_pixels(rest, before), different_pixels(before, after)
    expect(jumped < 0.05 * pulled, f"the swap moves {jumped} pixels, the pull {pulled}")
    app.key("space")
    app.key("ctrl+Delete")
    app.wait_for(lambda s: s["handles"] == 0 and s["playing"], "the handles to be removed")


def cancels_before_the_rebuild_ends(app, modes, ask):
    """Requests more modes and clicks Cancel as soon as it appears. Returns whether that was before the rebuild's end."""
    ask()
    state = app.wait_for(lambda s: "Cancel" in s["widgets"] or s["modes"] != modes, "the rebuild to start")
    if "Cancel" in state["widgets"]:
        x, y, width, height = state["widgets"]["Cancel"]
        app.move_mouse(x + width / 2, y + height / 2)
        app.click_in_place()
    state = app.wait_for(lambda s: not s["building"] and s["modes"] == s["wanted_modes"], "the rebuild to end")
    return state["modes"] == modes


def cancels_and_undoes_a_rebuild(limber, folder):
    """On a body with a slow build, Cancel and undo keep the old model."""
    with running_app(limber, folder, ["--no-cache", write_bar_scene(folder, (16, 64, 16))]) as app:
        modes = app.wait_for(lambda s: s.get("modes") == 8 and not s["building"], "the thick bar")["modes"]
        in_time = cancels_before_the_rebuild_ends(app, modes, lambda: drag_the_modes(app, 0.5, 0.97))
        for _ in range(5):  # if the rebuild is fast, the mouse must already be in place
            if not in_time:
                app.key("ctrl+z")
                app.wait_for(lambda s: s["modes"] == modes and not s["building"], "the modes of before")
                in_time = cancels_before_the_rebuild_ends(app, modes, lambda: app.key("ctrl+y"))
        expect(in_time, "a rebuild is cancelled before it ends")
        state = app.next_state()
        state = app.wait_for(lambda s: s["steps"] > state["steps"] + 10, "the old model to keep stepping")
        expect(state["modes"] == modes and state["undo_entries"] == 0, "a cancelled rebuild leaves no trace")
        drag_the_modes(app, 0.5, 0.97)
        app.wait_for(lambda s: s["undo_entries"] == 1, "an entry to undo")
        app.key("ctrl+z")
        app.wait_for(lambda s: not s["building"] and s["wanted_modes"] == s["modes"] == modes, "the old model")


def records_a_session(limber, folder):
    """A session recorded in the window replays without a window, bit for bit."""
    scene = write_bar_scene(folder)
    controls = os.path.join(folder, "controls.json")
    with running_app(limber, folder, ["--record", controls, scene]) as app:
        opens_the_scene(app)
        x, y = app.next_state()["flesh"]
        app.drag((x, y), (x + 90, y - 30))
        app.wait_for(lambda s: s["handles"] == 1 and s["secondary_motion"] > 0.03, "the body to follow the mouse")
        app.release()
        app.wait_for(lambda s: s["handles"] == 0, "the body to be released")
        app.quit()
    replayed = run_command(limber, "simulate", scene, "--controls", controls, "--json")
    expect(replayed.returncode == 0, f"the recording is replayed: {replayed.stderr}")
    expect(json.loads(replayed.stdout).get("matches_recording") is True, f"bit for bit: {replayed.stdout}")
    replayed = run_command(limber, "replay", controls, "--json")
    expect(replayed.returncode == 0, f"every step is replayed: {replayed.stderr}")
    with open(controls) as written:
        events = json.load(written)["events"]
    expect(any("handle" in event for event in events), "the pull was recorded")


def keeps_the_scene_after_a_bad_file(app, folder):
    bad = os.path.join(folder, "broken.msh")
    with open(bad, "w") as out:
        out.write("$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Nodes\n1 4 1 4\n")
    steps = app.next_state()["steps"]
    app.key("ctrl+o")
    app.wait_for(lambda s: s["asks_for_file"], "the file browser")
    app.type(bad)
    app.key("Return")
    app.discard_changes()
    state = app.wait_for(lambda s: any("broken.msh" in m for m in s["messages"]), "the sentence about the bad file")
    expect(state["scene"] == "Bar", "the old scene stays open")
    app.wait_for(lambda s: s["steps"] > steps + 10, "the old scene to keep stepping")
    app.screenshot("message")
    app.click(*app.centre_of("Dismiss"))
    state = app.wait_for(lambda s: not any("broken.msh" in m for m in s["messages"]), "the message to be dismissed")
    for _ in state["messages"]:  # of the rig, which undo let jump
        app.click(*app.centre_of("Dismiss"))
    app.wait_for(lambda s: not s["messages"], "all messages to be dismissed")


def closes_the_file_browser(app):
    app.key("ctrl+o")
    app.wait_for(lambda s: s["asks_for_file"], "the file browser")
    app.key("Escape")
    app.wait_for(lambda s: not s["asks_for_file"], "the file browser to close")


def opens_a_file_of_the_list_by_enter(app):
    app.key("ctrl+o")
    app.wait_for(lambda s: s["asks_for_file"], "the file browser")
    app.click(*app.centre_of("file: bar.json"))
    app.key("Return")
    app.discard_changes()
    app.wait_for(lambda s: not s["asks_for_file"] and not s["modified"] and not s["building"], "the scene to open")


def resets_the_mode_count_to_the_scenes(app, modes):
    x, y = app.centre_of("Modes")
    app.move_mouse(x, y)
    app.press(3)
    app.release(3)
    app.wait_for(lambda s: s["wanted_modes"] == modes, "the right click to restore the scene's modes")
    app.wait_for(lambda s: s["modes"] == modes and not s["building"], "the scene's modes")


def shows_the_shortcuts(app):
    app.key("F1")
    app.wait_for(lambda s: s["shortcuts"], "the list of shortcuts")
    app.screenshot("shortcuts")
    app.key("Escape")
    app.wait_for(lambda s: not s["shortcuts"], "the list to close")
    app.key("space")
    app.wait_for(lambda s: not s["playing"], "the space bar to pause")


def plots_only_the_open_scene(limber, folder):
    """After another scene is opened, the plots show nothing of the scene before."""
    other = os.path.join(folder, "other")
    os.makedirs(other)
    with running_app(limber, folder, [write_bar_scene(folder)]) as app:
        opens_the_scene(app)
        app.wait_for(lambda s: s["steps_plotted"] > 30, "some steps to be plotted")
        app.key("space")
        app.wait_until_paused()
        with open(write_bar_scene(other)) as written:
            scene = json.load(written)
        path = os.path.join(other, "second.json")
        with open(path, "w") as out:
            json.dump(scene | {"name": "Second"}, out)
        app.key("ctrl+o")
        app.wait_for(lambda s: s["asks_for_file"], "the file browser")
        app.type(path)
        app.key("Return")
        app.wait_for(lambda s: s["scene"] == "Second" and not s["building"], "the other scene")
        app.wait_for(lambda s: s["steps_plotted"] > 0, "steps of the new scene, which plays")
        app.key("space")
        app.wait_until_paused()
        state = app.next_state()
        expect(0 < state["steps_plotted"] <= state["steps"], f"steps of another scene are plotted: {state}")


def shows_the_shortcuts_in_a_small_window(limber, folder):
    """The list stays inside the window and scrolls."""
    with running_app(limber, folder, [write_bar_scene(folder)]) as app:
        opens_the_scene(app)
        app.key("F1")
        app.wait_for(lambda s: s["shortcuts"], "the list of shortcuts")
        for width, height in ((460, 380), (1280, 720)):
            app.resize(width, height)
            state = app.wait_for(lambda s: "Close" in s["widgets"] and inside(s["widgets"]["Close"], width, height),
                                 "the button that closes the list")
            app.screenshot(f"shortcuts_{width}")
        app.click(*app.centre_of("Close"))
        app.wait_for(lambda s: not s["shortcuts"], "the list to close")


def inside(place, width, height):
    x, y, w, h = place
    return x >= 0 and y >= 0 and x + w <= width and y + h <= height


def does_in_one_frame(app, send_input):
    """Sends input while the program is stopped, so that it processes all of it at once. The input ends the program.
    Returns the number of frames until then."""
    frames = app.next_state()["frame"]
    app.program.send_signal(signal.SIGSTOP)
    send_input()
    app.program.send_signal(signal.SIGCONT)
    app.expect_exit("the window closes")
    with open(app.report_path) as report:
        return json.load(report)["frame"] - frames


def closes_quickly_after_many_clicks(limber, folder):
    """200 clicks do not take 400 frames."""
    with running_app(limber, folder, [write_bar_scene(folder)]) as app:
        opens_the_scene(app)
        x, y, width, height = app.next_state()["view"]
        app.move_mouse(x + 0.1 * width, y + 0.8 * height)
        frames = does_in_one_frame(app, lambda: (app.click_repeatedly(200), app.press_keys("ctrl+q")))
        expect(frames < 200, f"{frames} frames were drawn between the clicks and the end")


def saves_recordings_while_closing(limber, folder):
    """Recordings are saved although the simulation is inside a slow step when the window closes."""
    bar = write_bar_scene(folder)
    with open(bar) as scene:
        slow = json.load(scene)
    slow["step"]["iterations"] = 20000
    with open(bar, "w") as scene:
        json.dump(slow, scene)
    with running_app(limber, folder, [bar]) as app:
        app.wait_for(lambda s: s.get("scene") == "Bar" and not s["building"] and s["steps"] > 0, "the bar")
        does_in_one_frame(app, lambda: app.press_keys("ctrl+shift+r", "ctrl+shift+r", "ctrl+q"))
    for number in (1, 2):
        replayed = run_command(limber, "replay", os.path.join(folder, f"bar-{number}.recording.json"))
        expect(replayed.returncode == 0, f"recording {number} exists and replays: {replayed.stderr}")


def edits_a_scene(limber, folder):
    with running_app(limber, folder, [write_bar_scene(folder)]) as app:
        opens_the_scene(app)
        modes = app.next_state()["wanted_modes"]
        pulls_and_releases_the_body(app)
        poses_a_bone_by_the_gizmo(app)
        changes_the_mode_count(app)
        swaps_without_a_jump(app)
        resets_the_mode_count_to_the_scenes(app, modes)
        keeps_the_scene_after_a_bad_file(app, folder)
        closes_the_file_browser(app)
        opens_a_file_of_the_list_by_enter(app)
        shows_the_shortcuts(app)


if __name__ == "__main__":
    run_scenarios(edits_a_scene, cancels_and_undoes_a_rebuild, records_a_session, plots_only_the_open_scene,
                  shows_the_shortcuts_in_a_small_window, closes_quickly_after_many_clicks, saves_recordings_while_closing)
