"""Drives a character with the arrow keys, teaches it, and looks after its gaits, with a real mouse and keyboard: usage
gaits_driven.py LIMBER [FOLDER_FOR_PICTURES]."""

import json
import math
import os

from person import at_the_window, different_pixels, expect, tell

ABOVE = ["Scene"]  # what stands open above the gaits, and is folded in


def heading(state):
    x, _, z = state["stance"]["front"]
    return math.degrees(math.atan2(x, z))


def turned(before, after):
    """To the left, of two states not far apart [degrees]."""
    return (heading(after) - heading(before) + 180) % 360 - 180


def way(before, after):
    return math.dist(before["stance"]["centre"], after["stance"]["centre"])


def ahead(before, after):
    """Along where it faced [m]."""
    way_gone = [b - a for a, b in zip(before["stance"]["centre"], after["stance"]["centre"])]
    return sum(w * f for w, f in zip(way_gone, before["stance"]["front"]))


def folds_in(person):
    for name in ABOVE:
        if name in person.next_state()["widgets"]:
            person.click(*person.middle_of(name))


def drives(person):
    person.wait_for(lambda s: s.get("scene") == "Gus the gecko" and not s["building"] and s["steps"] > 30,
                    "the gecko")
    expect(person.next_state()["driven"] == "none", "whoever can be steered is, from the start")
    walking = person.next_state()
    person.hold_key("Left")
    start = person.wait_for(lambda s: s["driven"] == "left", "the key to be taken")
    person.wait_for(lambda s: turned(start, s) > 45, "the gecko to turn left")
    person.look("turned_left")
    person.let_go_of_key("Left")
    person.wait_for(lambda s: s["driven"] == "none", "the key to be let go")
    person.hold_key("Right")
    start = person.wait_for(lambda s: s["driven"] == "right", "the key to be taken")
    person.wait_for(lambda s: turned(start, s) < -45, "the gecko to turn right")
    person.let_go_of_key("Right")
    person.hold_key("Up")
    start = person.wait_for(lambda s: s["driven"] == "forward", "the key to be taken")
    person.wait_for(lambda s: way(start, s) > 0.8, "the gecko to go ahead")
    person.look("driven_ahead")
    person.let_go_of_key("Up")
    walks_a_curve(person)
    goes_back(person)
    jumps(person)
    jumps_for_a_tap(person)
    expect(person.next_state()["playing"], "no key that drives stopped the time")
    return walking


def walks_a_curve(person):
    """Who turns on the spot does not get so far away."""
    person.wait_for(lambda s: s["driven"] == "none", "the key to be let go")
    person.hold_key("Up")
    person.hold_key("Left")
    start = person.wait_for(lambda s: s["driven"] == "forward left", "both keys to be taken")
    person.wait_for(lambda s: 40 < turned(start, s) < 150 and way(start, s) > 0.5, "the gecko to walk a curve")
    person.look("walks_a_curve")
    person.let_go_of_key("Up")
    person.wait_for(lambda s: s["driven"] == "left", "the one key that is held")
    person.let_go_of_key("Left")


def goes_back(person):
    person.wait_for(lambda s: s["driven"] == "none", "the key to be let go")
    person.hold_key("Down")
    start = person.wait_for(lambda s: s["driven"] == "back", "the key to be taken")
    state = person.wait_for(lambda s: ahead(start, s) < -0.8, "the gecko to go back")
    expect(abs(turned(start, state)) < 60, "it goes back without turning around")
    person.look("driven_back")
    person.let_go_of_key("Down")


def jumps(person):
    person.wait_for(lambda s: s["driven"] == "none", "the key to be let go")
    start = person.next_state()
    person.wait_for(lambda s: s["time"] > start["time"] + 1.5, "it to come to rest")
    standing = person.next_state()["stance"]["centre"][1]
    person.hold_key("space")
    person.wait_for(lambda s: s["driven"] == "jump", "the key to be taken")
    person.wait_for(lambda s: s["contacts"] == 0 and s["stance"]["centre"][1] > standing + 0.03,
                    "the gecko to leave the ground")
    person.look("jumping")
    person.let_go_of_key("space")
    person.wait_for(lambda s: s["driven"] == "none" and s["contacts"] > 0, "it to land")


def jumps_for_a_tap(person):
    person.wait_for(lambda s: s["driven"] == "none", "the key to be let go")
    person.key("space")
    person.wait_for(lambda s: s["driven"] == "jump", "the tap to be heard")
    person.wait_for(lambda s: s["driven"] == "none", "the jump to end by itself")


def is_framed_where_it_walks(person):
    """The picture goes along, F frames it where it is, and beside it the body at rest is seen as well."""

    def distance_from_the_middle(state):
        centre, target = state["stance"]["centre"], state["camera"]["target"]
        return math.dist(centre[::2], target[::2]) / state["camera"]["distance"]

    person.point_at(700, 40)
    person.wait_for(lambda s: distance_from_the_middle(s) < 0.2, "the picture to go along")
    person.key("f")
    person.wait_for(lambda s: distance_from_the_middle(s) < 0.1, "it to be framed where it is")
    person.key("c")
    x, y, width, height = person.wait_for(lambda s: s["view"][0] > 600 and not s["gliding"], "the two halves")["view"]
    person.look("side_by_side")
    left = (x - width, y + 60, width, height - 100)
    shown = person.look("at_rest", left)
    before = person.next_state()["stance"]["centre"]
    person.hold_key("Up")
    person.wait_for(lambda s: math.dist(before, s["stance"]["centre"]) > 0.5, "the gecko to go ahead")
    person.let_go_of_key("Up")
    person.wait_for(lambda s: s["driven"] == "none" and not s["gliding"], "the key to be let go")
    walked = person.look("at_rest_still", left)
    expect(different_pixels(shown, walked) < 0.05 * width * height, "who rests stays in the other half")
    person.key("c")
    person.wait_for(lambda s: s["view"][0] < 600, "one picture again")


def stands_still(person):
    person.wait_for(lambda s: s["driven"] == "none", "nobody to drive")
    start = person.next_state()
    person.wait_for(lambda s: s["time"] > start["time"] + 1.5, "it to come to rest")
    start = person.next_state()
    state = person.wait_for(lambda s: s["time"] > start["time"] + 1.0, "a second")
    expect(way(start, state) < 0.1, f"without a key it stands still: {way(start, state)} m")
    expect(state["amplitudes"] and not any(state["activation"]), f"its muscles rest: {state['activation']}")


def gives_the_keys_back(person):
    person.point_at(700, 40)
    person.key("d")
    person.wait_for(lambda s: s["driven"] == "", "the keys to be given back")
    person.key("space")
    person.wait_for(lambda s: not s["playing"], "the space bar to stop the time")
    person.key("space")
    person.wait_for(lambda s: s["playing"], "the time to go on")


def keeps_renames_and_removes(person):
    person.click(*person.middle_of("Gait Left"))
    person.look("gaits")
    person.click(*person.middle_of("Keep what plays"))
    person.wait_for(lambda s: "Gait" in s["gaits"], "the gait to be kept")
    person.next_state()  # the list has a row more, and all below it moves
    person.click(*person.middle_of("Gait name"))
    person.key("ctrl+a")
    person.type("spin")
    person.key("Return")
    person.wait_for(lambda s: "spin" in s["gaits"] and "Gait" not in s["gaits"], "the new name")
    person.click(*person.middle_of("Save as a file"))
    person.wait_for(lambda s: any("spin-gait-1.json" in m for m in s["messages"]), "the gait to be saved")
    with open(os.path.join(person.folder, "spin-gait-1.json")) as file:
        expect(json.load(file)["name"] == "spin", "the file says its name")
    person.click(*person.middle_of("Remove"))
    person.wait_for(lambda s: "spin" not in s["gaits"], "the gait to be gone")
    person.point_at(700, 40)
    person.key("ctrl+z")
    person.wait_for(lambda s: "spin" in s["gaits"], "the gait to come back")
    says_why_it_is_not_renamed(person)
    updates_what_was_changed(person)
    closes_a_list_by_escape(person)


def says_why_it_is_not_renamed(person):
    for name, words in ("Left", "Another gait is called Left"), ("", "A gait has a name"):
        person.click(*person.middle_of("Gait name"))
        person.key("ctrl+a")
        person.key("BackSpace")
        person.type(name)
        person.key("Return")
        person.wait_for(lambda s: any(words in m for m in s["messages"]), words)


def updates_what_was_changed(person):
    person.click(*person.middle_of("Gait Left"))
    expect("Update" not in person.next_state()["widgets"], "nothing was changed")
    person.point_at(700, 40)
    person.key("bracketleft")
    person.click(*person.middle_of("Update"))
    person.wait_for(lambda s: "Update" not in s["widgets"], "the gait to be what it was changed to")
    person.point_at(700, 40)
    person.key("bracketleft")
    person.wait_for(lambda s: "Update" in s["widgets"], "it to be changed again")
    person.click(*person.middle_of("Gait Right"))
    person.wait_for(lambda s: any("The changes to Left were not kept" in m for m in s["messages"]), "the sentence")
    person.point_at(*person.middle_of("Undo it"))  # what is being read does not go
    person.click(*person.middle_of("Undo it"))
    person.click(*person.middle_of("Gait Left"))
    person.wait_for(lambda s: "Update" in s["widgets"], "the changes to come back")
    person.click(*person.middle_of("Take the changes back"))
    person.wait_for(lambda s: "Update" not in s["widgets"], "them to be taken back")


def closes_a_list_by_escape(person):
    person.click(*person.middle_of("Drives"))
    person.wait_for(lambda s: "Drives: left" in s["widgets"], "the list")
    person.key("Escape")
    person.wait_for(lambda s: "Drives: left" not in s["widgets"], "the list to be closed")


def compares(person):
    person.click(*person.middle_of("Gait Forward"))
    person.click(*person.middle_of("Gait Back"))
    person.click(*person.middle_of("Gait Forward"))
    before = person.next_state()["time"]
    place = person.place_of("Compare")
    person.click(*person.middle_of("Compare"))
    start = person.wait_for(lambda s: len(s["bodies"]) == s["characters"] == 2 and s["time"] < before,
                            "both at the same line")["bodies"]
    person.wait_for(lambda s: s["time"] > 1.5 and all(math.dist(start[name][3], body[3]) > 0.1
                                                      for name, body in s["bodies"].items()), "both to go")
    expect(person.place_of("Compare") == place, "nothing moves under the hand")
    person.look("compared")
    sees_both_far_apart(person)
    person.click(*person.middle_of("Stop comparing"))
    person.wait_for(lambda s: s["characters"] == 1, "the twin to be gone")


def sees_both_far_apart(person):
    """However far they have gone."""
    state = person.wait_for(lambda s: s["time"] > 12, "both to be far apart")
    state = person.at_rest(lambda s: [[round(at / 8) for at in body[:2]] for body in s["bodies"].values()],
                           "the camera to have caught up")
    x, y, width, height = state["view"]
    for name, (at_x, at_y, *_) in state["bodies"].items():
        expect(x < at_x < x + width and y < at_y < y + height, f"{name} is in the picture: {at_x}, {at_y}")
    person.look("compared_far_apart")


def learns(person):
    person.click(*person.middle_of("Gaits"))
    person.click(*person.middle_of("Learning"))
    person.look("learning_settings")
    person.type_number("Generations", "1000")  # it does not end by itself
    person.click(*person.middle_of("Learn to move"))
    first = person.wait_for(lambda s: s["learnt"]["generation"] > 0 and s["learnt"]["candidates"] == 16,
                            "the first generation")
    state = person.wait_for(lambda s: s["learnt"]["generation"] >= 8, "some generations")
    expect(state["learnt"]["best"] <= first["learnt"]["best"], "the best does not get worse")
    person.look("learning")
    person.click(*person.middle_of("Candidate 7"))
    person.click(*person.middle_of("Pause"))
    paused = person.wait_for(lambda s: s["learnt"]["paused"], "the pause")
    person.click(*person.middle_of("Go on"))
    person.wait_for(lambda s: s["learnt"]["generation"] > paused["learnt"]["generation"] + 1, "it to go on")
    names = ["Stop", "Keep the best", "Watch the best", "Pause", "Go on"]
    places = [person.place_of(name) for name in names]
    person.click(*person.middle_of("Stop"))
    person.wait_for(lambda s: not s["learnt"]["running"], "the search to end")
    expect([person.place_of(name) for name in names] == places, "nothing moves under the hand")
    known = len(person.next_state()["gaits"])
    person.click(*person.middle_of("Keep the best"))
    person.wait_for(lambda s: len(s["gaits"]) == known + 1, "what was learnt to be kept")
    person.look("learnt")


def is_driven_and_learns(limber, folder):
    with at_the_window(limber, folder, ["creature:gecko"], 1280, 1300) as person:
        drives(person)
        is_framed_where_it_walks(person)
        stands_still(person)
        gives_the_keys_back(person)
        folds_in(person)
        keeps_renames_and_removes(person)
        compares(person)
        learns(person)


if __name__ == "__main__":
    tell(is_driven_and_learns)
