"""Gives a body muscles and a gait with a real mouse: usage muscles_driven.py LIMBER [FOLDER_FOR_PICTURES]."""

import json
import os

from bar_scene import write_bar_scene
from dropping import Source
from person import at_the_window, expect, tell

SECTIONS_ABOVE = ["Subspace", "Rig and clip"]  # from below, so that none moves before it is pressed


def grows_muscles(person):
    person.wait_for(lambda s: s.get("scene") == "Bar" and not s["building"] and s["steps"] > 10, "the bar")
    for name in SECTIONS_ABOVE:
        person.click(*person.middle_of(name))
    person.click(*person.middle_of("Muscles"))
    x, y, width, _ = person.middle_and_size("Vibration modes")
    person.drag((x - 0.45 * width, y), (x - 0.3 * width, y))
    person.release()
    person.wait_for(lambda s: s["muscles"] >= 3 and not s["building"], "the muscles to grow")


def wiggles(person):
    person.click(*person.middle_of("Wiggle"))
    state = person.wait_for(lambda s: s["gait_reach"] > 0.5 and s["secondary_motion"] > 0.01, "the body to move")
    person.look("wiggling")
    return state["gait_reach"]


def picks_some_of_them(person):
    before = person.next_state()["muscles"]
    reach = person.next_state()["gait_reach"]
    person.click(*person.middle_of("Pick Mode 2"))
    person.wait_for(lambda s: s["muscles"] == before - 1 and not s["building"], "one muscle less")
    expect(person.next_state()["gait_reach"] < reach, "its waveform goes with it")
    person.key("ctrl+z")
    person.wait_for(lambda s: s["muscles"] == before and s["gait_reach"] == reach, "it to come back with its waveform")


def holds_one_muscle(person):
    person.key("g")
    person.wait_for(lambda s: s["gait_reach"] == 0.0, "the gait to stop")
    x, y, width, _ = person.middle_and_size("Hold")
    person.drag((x, y), (x + 0.4 * width, y))
    person.wait_for(lambda s: len(told := [a for a in s["activation"] if a]) == 1 and told[0] > 0.2, "one muscle to be told")
    person.wait_for(lambda s: s["secondary_motion"] > 0.02, "the body to follow it")
    person.look("held")
    person.release()
    for _ in range(3):
        person.key("p")
        person.next_state()
    person.look("painted_muscle")
    person.key("g")


def drags_a_peak(person, reach):
    """Half a turn later and as high as it goes; one step of undo."""
    x, y, width, height = person.middle_and_size("Waveform")
    start = (x - width / 2 + width / 8, y - 0.1 * height)
    person.drag(start, (x - width / 2 + 3 * width / 8, y - 0.44 * height))
    person.release()
    person.wait_for(lambda s: s["gait_reach"] > reach + 0.2, "the amplitude to rise")
    state = person.settled("gait_reach")
    person.look("dragged_peak")
    person.key("ctrl+z")
    person.wait_for(lambda s: abs(s["gait_reach"] - reach) < 1e-9, "the undo")
    person.key("ctrl+y")
    person.wait_for(lambda s: s["gait_reach"] == state["gait_reach"], "the redo")
    return state["gait_reach"]


def keeps_a_gait(person, folder, reach):
    person.click(*person.middle_of("Save the gait"))
    path = os.path.join(folder, "bar-gait-1.json")
    person.wait_for(lambda s: any("bar-gait-1.json" in m for m in s["messages"]), "the gait to be saved")
    with open(path) as file:
        gait = json.load(file)
    expect(gait["character"] == "Bar", "the gait says whose it is")
    person.click(*person.middle_of("Let all rest"))
    person.wait_for(lambda s: s["gait_reach"] == 0.0, "all muscles to rest")
    Source(person.display.name, int(person.window)).drop([path], 640, 300)
    person.wait_for(lambda s: s["gait_reach"] == reach, "the gait to play again")
    person.type("[")
    person.wait_for(lambda s: s["gait_reach"] < 0.95 * reach, "a calmer gait")


def binds_a_limb(person):
    before = person.next_state()["muscles"]
    x0, y0, x1, y1 = person.next_state()["bones"]["upper"]
    person.click((x0 + x1) / 2, (y0 + y1) / 2)
    person.wait_for(lambda s: s["selection"] == "bone upper", "the bone to be selected")
    person.click(*person.middle_of("Bind two to the selected bone"))
    person.wait_for(lambda s: s["muscles"] == before + 2 and not s["building"], "the limb's muscles")
    person.look("bound_limb")
    person.click(*person.middle_of("Release upper"))
    person.wait_for(lambda s: s["muscles"] == before and not s["building"], "the limb to be released")


def binds_a_limb_twice(person):
    """Two regions of one bone are told by their names, and each can be released."""
    before = person.next_state()["muscles"]
    for count in (2, 4):
        person.click(*person.middle_of("Bind two to the selected bone"))
        person.wait_for(lambda s: s["muscles"] == before + count and not s["building"], "the limb's muscles")
    person.look("bound_twice")
    person.click(*person.middle_of("Release upper 2"))
    person.wait_for(lambda s: s["muscles"] == before + 2 and not s["building"], "the second one to be released")
    person.click(*person.middle_of("Release upper"))
    person.wait_for(lambda s: s["muscles"] == before and not s["building"], "the first one to be released")


def leaves_limbs_alone_under_fewer_modes(person):
    """Muscles that stand behind the vibration modes keep their waveforms, in what plays and in what is kept."""
    person.click(*person.middle_of("Wiggle"))
    modes = person.next_state()["muscles"]
    person.click(*person.middle_of("Bind two to the selected bone"))
    person.wait_for(lambda s: s["muscles"] == modes + 2 and not s["building"], "the limb's muscles")
    x, y, width, _ = person.middle_and_size("Vibration modes")
    person.drag((x - 0.3 * width, y), (x - 0.38 * width, y))
    expect(person.next_state()["muscles"] == modes + 2, "nothing changes while the slider is held")
    person.look("fewer_modes_held")
    person.release()
    state = person.wait_for(lambda s: s["muscles"] < modes + 2 and not s["building"], "fewer muscles")
    fewer = state["muscles"] - 2
    rests = lambda a: not any(a[fewer:]) and all(a[:fewer])
    expect(fewer >= 1 and rests(state["amplitudes"]), f"the limb rests as before: {state['amplitudes']}")
    state = person.wait_for(lambda s: len(s["activation"]) == fewer + 2 and any(s["activation"]), "them to move")
    expect(not any(state["activation"][fewer:]), f"and so do its muscles: {state['activation']}")
    wiggling = state["amplitudes"]
    if "Gait Bar" not in person.next_state()["widgets"]:
        person.click(*person.middle_of("Gaits"))
    person.click(*person.middle_of("Gait Bar"))
    person.click(*person.middle_of("Take the changes back"))
    state = person.wait_for(lambda s: s["amplitudes"] != wiggling, "the gait that is kept to play")
    expect(rests(state["amplitudes"]), f"in it the limb rests too: {state['amplitudes']}")
    person.look("fewer_modes")
    person.point_at(700, 40)
    person.key("ctrl+z")
    person.wait_for(lambda s: s["amplitudes"] == wiggling, "the gait before to come back")
    person.key("ctrl+z")
    person.wait_for(lambda s: s["muscles"] == modes + 2 and all(s["amplitudes"][:modes]), "all of them to come back")


def moves_by_muscle(limber, folder):
    with at_the_window(limber, folder, [write_bar_scene(folder)], 1280, 1100) as person:
        grows_muscles(person)
        reach = wiggles(person)
        picks_some_of_them(person)
        holds_one_muscle(person)
        reach = drags_a_peak(person, reach)
        keeps_a_gait(person, folder, reach)
        binds_a_limb(person)
        binds_a_limb_twice(person)
        leaves_limbs_alone_under_fewer_modes(person)


if __name__ == "__main__":
    tell(moves_by_muscle)
