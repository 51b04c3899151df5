"""Drives the real window with a real mouse: usage window_driven.py LIMBER [FOLDER_FOR_PICTURES]."""

import json
import os
import signal

from bar_scene import write_bar_scene
from person import at_the_window, different_pixels, expect, ran, tell

RING = 62 * 1.2  # [pixels] the gizmo's free ring, around the joint


def around_the_body(state):
    """The view without the card at its right and the phrase below."""
    x, y, width, height = state["view"]
    return x, y, width - 250, height - 40


def opens_the_scene(person):
    state = person.wait_for(lambda s: s.get("scene") == "Bar" and not s["building"], "the scene to open")
    expect(state["modes"] == 8, "the scene has the modes that its file asks for")
    person.wait_for(lambda s: s["steps"] > 10, "the simulation to step")


def pulls_the_flesh_and_lets_go(person):
    state = person.wait_for(lambda s: s["secondary_motion"] < 2e-3, "the bar to stand still")
    before = person.look("before", around_the_body(state))
    x, y = state["flesh"]
    person.drag((x, y), (x + 120, y - 40))
    state = person.wait_for(lambda s: s["handles"] == 1 and s["secondary_motion"] > 0.05, "the flesh to follow the hand")
    pulled = person.look("pulled", around_the_body(state))
    person.release()
    state = person.wait_for(lambda s: s["handles"] == 0 and s["secondary_motion"] < 2e-3, "the flesh to come back")
    after = person.look("after", around_the_body(state))
    moved = different_pixels(before, pulled)
    left = different_pixels(before, after)
    expect(moved > 4000, f"pulling changes the picture: {moved} pixels")
    expect(left < 0.35 * moved, f"letting go brings the picture back: {left} of {moved} pixels still differ")


def poses_a_bone_by_the_gizmo(person):
    state = person.next_state()
    x0, y0, x1, y1 = state["bones"]["upper"]
    person.click((x0 + 2 * x1) / 3, (y0 + 2 * y1) / 3)
    state = person.wait_for(lambda s: s["selection"] == "bone upper", "the bone to be selected")
    x, y = state["bones"]["upper"][:2]
    before = person.look("unposed", around_the_body(state))
    person.drag((x + RING, y), (x + 0.7 * RING, y - 0.7 * RING), steps=6)
    person.drag_on(x, y - RING, steps=6)
    person.release()
    state = person.wait_for(lambda s: 60 < s["bone_turn"] < 120 and not s["holding"], "the bone to have turned")
    posed = person.look("posed", around_the_body(state))
    expect(different_pixels(before, posed) > 4000, "posing changes the picture")
    person.wait_for(lambda s: s["can_undo"], "an entry to undo")
    person.key("ctrl+z")
    person.wait_for(lambda s: s["bone_turn"] < 1, "undo to turn the bone back")


def drag_the_modes(person, start, end):
    x, y, width, height = person.place_of("Modes")
    person.drag((x + start * width, y + height / 2), (x + end * width, y + height / 2))
    person.release()


def changes_the_mode_count(person):
    steps = person.next_state()["steps"]
    drag_the_modes(person, 0.5, 0.62)
    state = person.wait_for(lambda s: s["wanted_modes"] > 12, "the slider to ask for more modes")
    state = person.wait_for(lambda s: s["modes"] == s["wanted_modes"] and not s["building"], "the new subspace")
    expect(state["steps"] > steps, "the character went on moving")
    expect(state["secondary_motion"] < 0.05, "the swap has no jump")


def look_with_the_mouse_aside(person, name):
    """Nothing is pointed at, so that the body alone decides what is seen."""
    x, y, _, _ = person.next_state()["view"]
    person.point_at(x + 30, y + 30)
    person.next_state()
    state = person.wait_for(lambda s: not s.get("fading") and not s["gliding"], "the picture to come to rest")
    return person.look(name, around_the_body(state))


def swaps_without_a_jump(person):
    """Pulled, pinned and paused, the picture stays what it is while another subspace takes over."""
    state = person.wait_for(lambda s: s["secondary_motion"] < 2e-3, "the bar to stand still")
    x, y = state["flesh"]
    rest = look_with_the_mouse_aside(person, "rest")
    person.hold_key("shift")
    person.drag((x, y), (x + 120, y - 40))
    person.release()
    person.let_go_of_key("shift")
    person.wait_for(lambda s: s["handles"] == 1 and not s["holding"] and s["secondary_motion"] > 0.05, "a pinned pull")
    person.key("space")
    person.wait_for(lambda s: not s["playing"], "the pause")
    state = person.stand_still()
    before = look_with_the_mouse_aside(person, "before_the_swap")
    modes = state["modes"]
    drag_the_modes(person, 0.62, 0.75)
    person.wait_for(lambda s: s["modes"] > modes and not s["building"], "the new subspace")
    after = look_with_the_mouse_aside(person, "after_the_swap")
    pulled, jumped = different_pixels(rest, before), different_pixels(before, after)
    expect(jumped < 0.05 * pulled, f"the swap moves {jumped} pixels, the pull {pulled}")
    person.key("space")
    person.key("ctrl+Delete")
    person.wait_for(lambda s: s["handles"] == 0 and s["playing"], "the bar to be let go")


def cancels_in_time(person, modes, ask):
    """Asks for more modes, and presses Cancel as soon as it is seen; whether that came before the rebuild's end."""
    ask()
    state = person.wait_for(lambda s: "Cancel" in s["widgets"] or s["modes"] != modes, "the rebuild to start")
    if "Cancel" in state["widgets"]:
        x, y, width, height = state["widgets"]["Cancel"]
        person.point_at(x + width / 2, y + height / 2)
        person.press_and_release()
    state = person.wait_for(lambda s: not s["building"] and s["modes"] == s["wanted_modes"], "the rebuild to end")
    return state["modes"] == modes


def cancels_and_undoes_a_rebuild(limber, folder):
    """On a body that takes its time: Cancel, and then undo, leave the old model alive."""
    with at_the_window(limber, folder, ["--no-cache", write_bar_scene(folder, (16, 64, 16))]) as person:
        modes = person.wait_for(lambda s: s.get("modes") == 8 and not s["building"], "the thick bar")["modes"]
        in_time = cancels_in_time(person, modes, lambda: drag_the_modes(person, 0.5, 0.97))
        for _ in range(5):  # where the window is slow and the worker quick, the mouse must already be in place
            if not in_time:
                person.key("ctrl+z")
                person.wait_for(lambda s: s["modes"] == modes and not s["building"], "the modes of before")
                in_time = cancels_in_time(person, modes, lambda: person.key("ctrl+y"))
        expect(in_time, "a rebuild is cancelled before it ends")
        state = person.next_state()
        state = person.wait_for(lambda s: s["steps"] > state["steps"] + 10, "the old model to go on")
        expect(state["modes"] == modes and state["undo_entries"] == 0, "a cancelled rebuild leaves no trace")
        drag_the_modes(person, 0.5, 0.97)
        person.wait_for(lambda s: s["undo_entries"] == 1, "an entry to undo")
        person.key("ctrl+z")
        person.wait_for(lambda s: not s["building"] and s["wanted_modes"] == s["modes"] == modes, "the old model")


def records_a_session(limber, folder):
    """What the hand did in the window gives the same bits without one."""
    scene = write_bar_scene(folder)
    controls = os.path.join(folder, "controls.json")
    with at_the_window(limber, folder, ["--record", controls, scene]) as person:
        opens_the_scene(person)
        x, y = person.next_state()["flesh"]
        person.drag((x, y), (x + 90, y - 30))
        person.wait_for(lambda s: s["handles"] == 1 and s["secondary_motion"] > 0.03, "the flesh to follow the hand")
        person.release()
        person.wait_for(lambda s: s["handles"] == 0, "the flesh to be let go")
        person.close_the_window()
    replayed = ran(limber, "simulate", scene, "--controls", controls, "--json")
    expect(replayed.returncode == 0, f"the recording is replayed: {replayed.stderr}")
    expect(json.loads(replayed.stdout).get("matches_recording") is True, f"bit for bit: {replayed.stdout}")
    replayed = ran(limber, "replay", controls, "--json")
    expect(replayed.returncode == 0, f"and every step of it: {replayed.stderr}")
    with open(controls) as written:
        events = json.load(written)["events"]
    expect(any("handle" in event for event in events), "the pull was written down")


def survives_a_bad_file(person, folder):
    bad = os.path.join(folder, "broken.msh")
    with open(bad, "w") as out:
        out.write("$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Nodes\n1 4 1 4\n")
    steps = person.next_state()["steps"]
    person.key("ctrl+o")
    person.wait_for(lambda s: s["asks_for_file"], "the file browser")
    person.type(bad)
    person.key("Return")
    state = person.wait_for(lambda s: any("broken.msh" in m for m in s["messages"]), "the sentence about the bad file")
    expect(state["scene"] == "Bar", "the old scene lives on")
    person.wait_for(lambda s: s["steps"] > steps + 10, "the old scene to go on stepping")
    person.look("message")
    person.click(*person.middle_of("Dismiss"))
    person.wait_for(lambda s: not s["messages"], "the message to be dismissed")


def leaves_the_file_browser(person):
    person.key("ctrl+o")
    person.wait_for(lambda s: s["asks_for_file"], "the file browser")
    person.key("Escape")
    person.wait_for(lambda s: not s["asks_for_file"], "the file browser to close")


def resets_the_mode_count_to_the_scenes(person, modes):
    x, y = person.middle_of("Modes")
    person.point_at(x, y)
    person.press(3)
    person.release(3)
    person.wait_for(lambda s: s["wanted_modes"] == modes, "the right click to bring back the scene's modes")
    person.wait_for(lambda s: s["modes"] == modes and not s["building"], "the scene's modes")


def lists_the_shortcuts(person):
    person.key("F1")
    person.wait_for(lambda s: s["shortcuts"], "the list of shortcuts")
    person.look("shortcuts")
    person.key("Escape")
    person.wait_for(lambda s: not s["shortcuts"], "the list to close")
    person.key("space")
    person.wait_for(lambda s: not s["playing"], "the space bar to pause")


def plots_a_scene_of_its_own(limber, folder):
    """After another scene has opened, the plots show nothing of the one before."""
    other = os.path.join(folder, "other")
    os.makedirs(other)
    with at_the_window(limber, folder, [write_bar_scene(folder)]) as person:
        opens_the_scene(person)
        person.wait_for(lambda s: s["steps_plotted"] > 30, "some steps to be plotted")
        person.key("space")
        person.stand_still()
        with open(write_bar_scene(other)) as written:
            scene = json.load(written)
        path = os.path.join(other, "second.json")
        with open(path, "w") as out:
            json.dump(scene | {"name": "Second"}, out)
        person.key("ctrl+o")
        person.wait_for(lambda s: s["asks_for_file"], "the file browser")
        person.type(path)
        person.key("Return")
        person.wait_for(lambda s: s["scene"] == "Second" and not s["building"], "the other scene")
        state = person.next_state()
        expect(state["steps_plotted"] == 0, f"it has taken no step: {state['steps_plotted']} are plotted")
        person.key("space")
        person.wait_for(lambda s: s["steps_plotted"] > 0, "its own steps")


def lists_the_shortcuts_in_a_small_window(limber, folder):
    """All of the list can be read: it stays inside of the window, and what does not fit is scrolled."""
    with at_the_window(limber, folder, [write_bar_scene(folder)]) as person:
        opens_the_scene(person)
        person.key("F1")
        person.wait_for(lambda s: s["shortcuts"], "the list of shortcuts")
        for width, height in ((460, 380), (1280, 720)):
            person.resize(width, height)
            state = person.wait_for(lambda s: "Close" in s["widgets"] and inside(s["widgets"]["Close"], width, height),
                                    "the button that closes the list")
            person.look(f"shortcuts_{width}")
        person.click(*person.middle_of("Close"))
        person.wait_for(lambda s: not s["shortcuts"], "the list to close")


def inside(place, width, height):
    x, y, w, h = place
    return x >= 0 and y >= 0 and x + w <= width and y + h <= height


def does_at_once(person, hand):
    """The program finds all of it when it looks next; the last thing that the hand does ends it."""
    frames = person.next_state()["frame"]
    person.program.send_signal(signal.SIGSTOP)
    hand()
    person.program.send_signal(signal.SIGCONT)
    person.expect_the_end("the window closes")
    with open(person.report_path) as report:
        return json.load(report)["frame"] - frames


def closes_soon_after_many_clicks(limber, folder):
    """A picture for each press and each release would be 400 of them."""
    with at_the_window(limber, folder, [write_bar_scene(folder)]) as person:
        opens_the_scene(person)
        x, y, width, height = person.next_state()["view"]
        person.point_at(x + 0.1 * width, y + 0.8 * height)
        frames = does_at_once(person, lambda: (person.click_often(200), person.press_keys("ctrl+q")))
        expect(frames < 200, f"{frames} pictures were drawn between the clicks and the end")


def keeps_the_recordings_asked_for_last(limber, folder):
    """Steps that take longer than pictures, so that the simulation is busy when the window closes."""
    bar = write_bar_scene(folder)
    with open(bar) as scene:
        slow = json.load(scene)
    slow["step"]["iterations"] = 20000
    with open(bar, "w") as scene:
        json.dump(slow, scene)
    with at_the_window(limber, folder, [bar]) as person:
        person.wait_for(lambda s: s.get("scene") == "Bar" and not s["building"] and s["steps"] > 0, "the bar")
        does_at_once(person, lambda: person.press_keys("ctrl+shift+s", "ctrl+shift+s", "ctrl+q"))
    for number in (1, 2):
        replayed = ran(limber, "replay", os.path.join(folder, f"bar-{number}.recording.json"))
        expect(replayed.returncode == 0, f"recording {number} is there and replays: {replayed.stderr}")


def plays(limber, folder):
    with at_the_window(limber, folder, [write_bar_scene(folder)]) as person:
        opens_the_scene(person)
        modes = person.next_state()["wanted_modes"]
        pulls_the_flesh_and_lets_go(person)
        poses_a_bone_by_the_gizmo(person)
        changes_the_mode_count(person)
        swaps_without_a_jump(person)
        resets_the_mode_count_to_the_scenes(person, modes)
        survives_a_bad_file(person, folder)
        leaves_the_file_browser(person)
        lists_the_shortcuts(person)


if __name__ == "__main__":
    tell(plays, cancels_and_undoes_a_rebuild, records_a_session, plots_a_scene_of_its_own,
         lists_the_shortcuts_in_a_small_window, closes_soon_after_many_clicks, keeps_the_recordings_asked_for_last)
