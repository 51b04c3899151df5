"""Adds muscles and a gait to a body with the mouse: usage muscles_driven.py LIMBER [FOLDER_FOR_PICTURES]."""

import json
import os

from app_driver import expect, run_scenarios, running_app
from bar_scene import write_bar_scene
from file_drop import Source

SECTIONS_ABOVE = ["Subspace", "Rig and clip"]  # from bottom to top, so that none moves before it is clicked


def grows_muscles(app):
    app.wait_for(lambda s: s.get("scene") == "Bar" and not s["building"] and s["steps"] > 10, "the bar")
    for name in SECTIONS_ABOVE:
        app.click(*app.centre_of(name))
    app.click(*app.centre_of("Muscles"))
    x, y, width, _ = app.centre_and_size("Vibration modes")
    app.drag((x - 0.45 * width, y), (x - 0.3 * width, y))
    app.release()
    app.wait_for(lambda s: s["muscles"] >= 3 and not s["building"], "the muscles to grow")


def plays_a_wiggle(app):
    app.click(*app.centre_of("Wiggle"))
    state = app.wait_for(lambda s: s["gait_reach"] > 0.5 and s["secondary_motion"] > 0.01, "the body to move")
    app.screenshot("wiggling")
    return state["gait_reach"]


def disables_a_muscle(app):
    before = app.next_state()["muscles"]
    reach = app.next_state()["gait_reach"]
    app.click(*app.centre_of("Pick Mode 2"))
    app.wait_for(lambda s: s["muscles"] == before - 1 and not s["building"], "one muscle less")
    expect(app.next_state()["gait_reach"] < reach, "its waveform is removed too")
    app.key("ctrl+z")
    app.wait_for(lambda s: s["muscles"] == before and s["gait_reach"] == reach, "the muscle to return with its waveform")


def holds_a_muscle(app):
    app.key("g")
    app.wait_for(lambda s: s["gait_reach"] == 0.0, "the gait to stop")
    x, y, width, _ = app.centre_and_size("Hold")
    app.drag((x, y), (x + 0.4 * width, y))
    app.wait_for(lambda s: len(told := [a for a in s["activation"] if a]) == 1 and told[0] > 0.2, "one muscle to be active")
    app.wait_for(lambda s: s["secondary_motion"] > 0.02, "the body to follow it")
    app.screenshot("held")
    app.release()
    for _ in range(5):
        app.key("p")
        app.next_state()
    app.screenshot("painted_muscle")
    app.key("g")


def drags_a_peak(app, reach):
    """Drags the waveform's peak by half a period and to its top; undo takes one step."""
    x, y, width, height = app.centre_and_size("Waveform")
    start = (x - width / 2 + width / 8, y - 0.1 * height)
    app.drag(start, (x - width / 2 + 3 * width / 8, y - 0.44 * height))
    app.release()
    app.wait_for(lambda s: s["gait_reach"] > reach + 0.2, "the amplitude to rise")
    state = app.wait_until_settled("gait_reach")
    app.screenshot("dragged_peak")
    app.key("ctrl+z")
    app.wait_for(lambda s: abs(s["gait_reach"] - reach) < 1e-9, "the undo")
    app.key("ctrl+y")
    app.wait_for(lambda s: s["gait_reach"] == state["gait_reach"], "the redo")
    return state["gait_reach"]


def saves_and_drops_a_gait(app, folder, reach):
    app.click(*app.centre_of("Save the gait"))
    path = os.path.join(folder, "bar-gait-1.json")
    app.wait_for(lambda s: any("bar-gait-1.json" in m for m in s["messages"]), "the gait to be saved")
    with open(path) as file:
        gait = json.load(file)
    expect(gait["character"] == "Bar", "the gait names its character")
    app.click(*app.centre_of("Clear all"))
    app.wait_for(lambda s: s["gait_reach"] == 0.0, "all muscles to rest")
    Source(app.display.name, int(app.window)).drop([path], 640, 300)
    app.wait_for(lambda s: s["gait_reach"] == reach, "the gait to play again")
    app.type("[")
    app.wait_for(lambda s: s["gait_reach"] < 0.95 * reach, "a calmer gait")


def binds_muscles_to_a_bone(app):
    before = app.next_state()["muscles"]
    x0, y0, x1, y1 = app.next_state()["bones"]["upper"]
    app.click((x0 + x1) / 2, (y0 + y1) / 2)
    app.wait_for(lambda s: s["selection"] == "bone upper", "the bone to be selected")
    app.click(*app.centre_of("Bind two to the selected bone"))
    app.wait_for(lambda s: s["muscles"] == before + 2 and not s["building"], "the limb's muscles")
    app.screenshot("bound_limb")
    app.click(*app.centre_of("Release upper"))
    app.wait_for(lambda s: s["muscles"] == before and not s["building"], "the limb to be released")


def binds_muscles_to_a_bone_twice(app):
    """Two regions of one bone have different names, and each can be released."""
    before = app.next_state()["muscles"]
    for count in (2, 4):
        app.click(*app.centre_of("Bind two to the selected bone"))
        app.wait_for(lambda s: s["muscles"] == before + count and not s["building"], "the limb's muscles")
    app.screenshot("bound_twice")
    app.click(*app.centre_of("Release upper 2"))
    app.wait_for(lambda s: s["muscles"] == before + 2 and not s["building"], "the second one to be released")
    app.click(*app.centre_of("Release upper"))
    app.wait_for(lambda s: s["muscles"] == before and not s["building"], "the first one to be released")


def keeps_bone_muscles_with_fewer_modes(app):
    """Muscles after the vibration modes keep their waveforms, in the current gait and in saved gaits."""
    app.click(*app.centre_of("Wiggle"))
    modes = app.next_state()["muscles"]
    app.click(*app.centre_of("Bind two to the selected bone"))
    app.wait_for(lambda s: s["muscles"] == modes + 2 and not s["building"], "the limb's muscles")
    x, y, width, _ = app.centre_and_size("Vibration modes")
    app.drag((x - 0.3 * width, y), (x - 0.38 * width, y))
    expect(app.next_state()["muscles"] == modes + 2, "nothing changes while the slider is held")
    app.screenshot("fewer_modes_held")
    app.release()
    state = app.wait_for(lambda s: s["muscles"] < modes + 2 and not s["building"], "fewer muscles")
    fewer = state["muscles"] - 2
    rests = lambda a: not any(a[fewer:]) and all(a[:fewer])
    expect(fewer >= 1 and rests(state["amplitudes"]), f"the limb rests as before: {state['amplitudes']}")
    state = app.wait_for(lambda s: len(s["activation"]) == fewer + 2 and any(s["activation"]), "the muscles to move")
    expect(not any(state["activation"][fewer:]), f"its muscles rest too: {state['activation']}")
    wiggling = state["amplitudes"]
    if "Gait Bar" not in app.next_state()["widgets"]:
        app.click(*app.centre_of("Gaits"))
    app.click(*app.centre_of("Gait Bar"))
    app.click(*app.centre_of("Discard changes"))
    state = app.wait_for(lambda s: s["amplitudes"] != wiggling, "the saved gait to play")
    expect(rests(state["amplitudes"]), f"in the saved gait the limb rests too: {state['amplitudes']}")
    app.screenshot("fewer_modes")
    app.move_mouse(700, 40)
    app.key("ctrl+z")
    app.wait_for(lambda s: s["amplitudes"] == wiggling, "the earlier gait to return")
    app.key("ctrl+z")
    app.wait_for(lambda s: s["muscles"] == modes + 2 and all(s["amplitudes"][:modes]), "all muscles to return")


def edits_muscles(limber, folder):
    with running_app(limber, folder, [write_bar_scene(folder)], 960, 1100) as app:
        grows_muscles(app)
        reach = plays_a_wiggle(app)
        disables_a_muscle(app)
        holds_a_muscle(app)
        reach = drags_a_peak(app, reach)
        saves_and_drops_a_gait(app, folder, reach)
        binds_muscles_to_a_bone(app)
        binds_muscles_to_a_bone_twice(app)
        keeps_bone_muscles_with_fewer_modes(app)


def pulls_aside(app, x, y):
    """Pins a handle of the flesh so many pixels from where it was pulled."""
    flesh = app.next_state()["flesh"]
    app.hold_key("shift")
    app.drag(flesh, (flesh[0] + x, flesh[1] + y))
    app.release()
    app.release_key("shift")
    app.wait_for(lambda s: s["handles"] > 0 and not s["holding"] and s["secondary_motion"] > 0.02, "a pinned pull")


def keeps_example_poses(limber, folder):
    """The shapes into which the bar is pulled are kept as example poses, undone, named and removed."""
    with running_app(limber, folder, [write_bar_scene(folder)], 960, 1100) as app:
        app.wait_for(lambda s: s.get("scene") == "Bar" and not s["building"] and s["steps"] > 30, "the bar")
        pulls_aside(app, 120, -40)
        for name in SECTIONS_ABOVE:
            app.click(*app.centre_of(name))
        app.click(*app.centre_of("Muscles"))
        app.click(*app.centre_of("Keep as example"))
        state = app.wait_for(lambda s: s["muscles"] == 1 and not s["building"], "the muscle of the example")
        expect(state["undo"] == "Keep example pose", f"the edit has a name: {state['undo']}")
        app.wait_for_widget("Remove Example 1")
        app.screenshot("kept_example")
        app.key("ctrl+z")
        app.wait_for(lambda s: s["muscles"] == 0 and not s["building"], "the undo")
        app.key("ctrl+y")
        app.wait_for(lambda s: s["muscles"] == 1 and not s["building"], "the redo")
        pulls_aside(app, -60, 150)
        app.click(*app.centre_of("Example name"))
        app.key("ctrl+a")
        app.type("lean")
        app.click(*app.centre_of("Keep as example"))
        app.wait_for_widget("Remove lean")
        app.wait_for(lambda s: s["muscles"] == 2 and not s["building"], "its muscle, without which none is removed")
        app.click(*app.centre_of("Remove Example 1"))
        app.wait_for(lambda s: "Remove Example 1" not in s["widgets"] and s["muscles"] == 1 and not s["building"],
                     "the first example to be removed")
        app.quit()


def inflates_fingers(limber, folder):
    """Each finger of the gripper has a chamber that is inflated; the pockets are left out, and come back by undo."""
    with running_app(limber, folder, ["creature:gripper"], 960, 1100) as app:
        app.wait_for(lambda s: s.get("muscles") == 3 and not s["building"], "the gripper")
        app.wait_for(lambda s: s["activation"] and min(s["activation"]) > 0.6, "its fingers to be inflated")
        app.screenshot("inflated")
        app.click(*app.centre_of("Inflate pockets"))
        state = app.wait_for(lambda s: s["muscles"] == 0 and not s["building"], "the pockets to be left out")
        expect(state["undo"] == "Leave out pockets", f"the edit has a name: {state['undo']}")
        app.key("ctrl+z")
        app.wait_for(lambda s: s["muscles"] == 3 and not s["building"], "their muscles to return")
        app.quit()


if __name__ == "__main__":
    run_scenarios(edits_muscles, keeps_example_poses, inflates_fingers)
