"""Drives a character with the arrow keys, edits its gaits, and searches for one, with mouse and keyboard: usage
gaits_driven.py LIMBER [FOLDER_FOR_PICTURES]."""

import json
import math
import os

from app_driver import different_pixels, expect, run_scenarios, running_app

ABOVE = ["Scene"]  # open sections above the gaits, which are collapsed


def heading(state):
    x, _, z = state["stance"]["front"]
    return math.degrees(math.atan2(x, z))


def turn_between(before, after):
    """The turn to the left between two states, below 180 [degrees]."""
    return (heading(after) - heading(before) + 180) % 360 - 180


def distance_between(before, after):
    return math.dist(before["stance"]["centre"], after["stance"]["centre"])


def distance_ahead(before, after):
    """The distance along the facing direction at the start [m]."""
    way_gone = [b - a for a, b in zip(before["stance"]["centre"], after["stance"]["centre"])]
    return sum(w * f for w, f in zip(way_gone, before["stance"]["front"]))


def collapse_sections(app):
    for name in ABOVE:
        if name in app.next_state()["widgets"]:
            app.click(*app.centre_of(name))


def drives_with_keys(app):
    app.wait_for(lambda s: s.get("scene") == "Gus the gecko" and not s["building"] and s["steps"] > 30,
                 "the gecko")
    expect(app.next_state()["driven"] == "none", "a character with gaits can be driven from the start")
    walking = app.next_state()
    app.hold_key("Left")
    start = app.wait_for(lambda s: s["driven"] == "left", "the key to be applied")
    app.wait_for(lambda s: turn_between(start, s) > 45, "the gecko to turn left")
    app.screenshot("turned_left")
    app.release_key("Left")
    app.wait_for(lambda s: s["driven"] == "none", "the key to be released")
    app.hold_key("Right")
    start = app.wait_for(lambda s: s["driven"] == "right", "the key to be applied")
    app.wait_for(lambda s: turn_between(start, s) < -45, "the gecko to turn right")
    app.release_key("Right")
    app.hold_key("Up")
    start = app.wait_for(lambda s: s["driven"] == "forward", "the key to be applied")
    app.wait_for(lambda s: distance_between(start, s) > 0.8, "the gecko to go ahead")
    app.screenshot("driven_ahead")
    app.release_key("Up")
    walks_a_curve(app)
    walks_back(app)
    jumps(app)
    jumps_for_a_tap(app)
    expect(app.next_state()["playing"], "the driving keys do not pause")
    return walking


def walks_a_curve(app):
    """Two held keys move the body farther than turning in place would."""
    app.wait_for(lambda s: s["driven"] == "none", "the key to be released")
    app.hold_key("Up")
    app.hold_key("Left")
    start = app.wait_for(lambda s: s["driven"] == "forward left", "both keys to be applied")
    app.wait_for(lambda s: 40 < turn_between(start, s) < 150 and distance_between(start, s) > 0.5, "the gecko to walk a curve")
    app.screenshot("walks_a_curve")
    app.release_key("Up")
    app.wait_for(lambda s: s["driven"] == "left", "the key that is still held")
    app.release_key("Left")


def walks_back(app):
    app.wait_for(lambda s: s["driven"] == "none", "the key to be released")
    app.hold_key("Down")
    start = app.wait_for(lambda s: s["driven"] == "back", "the key to be applied")
    state = app.wait_for(lambda s: distance_ahead(start, s) < -0.8, "the gecko to go back")
    expect(abs(turn_between(start, state)) < 60, "it walks back without turning around")
    app.screenshot("driven_back")
    app.release_key("Down")


def jumps(app):
    app.wait_for(lambda s: s["driven"] == "none", "the key to be released")
    start = app.next_state()
    app.wait_for(lambda s: s["time"] > start["time"] + 1.5, "the gecko to come to rest")
    standing = app.next_state()["stance"]["centre"][1]
    app.hold_key("space")
    app.wait_for(lambda s: s["driven"] == "jump", "the key to be applied")
    app.wait_for(lambda s: s["contacts"] == 0 and s["stance"]["centre"][1] > standing + 0.03,
                 "the gecko to leave the ground")
    app.screenshot("jumping")
    app.release_key("space")
    app.wait_for(lambda s: s["driven"] == "none" and s["contacts"] > 0, "the gecko to land")


def jumps_for_a_tap(app):
    app.wait_for(lambda s: s["driven"] == "none", "the key to be released")
    app.key("space")
    app.wait_for(lambda s: s["driven"] == "jump", "the tap to be applied")
    app.wait_for(lambda s: s["driven"] == "none", "the jump to end by itself")


def is_framed_while_walking(app):
    """The camera follows, F frames the character, and side by side the body at rest is visible too."""

    def distance_from_the_middle(state):
        centre, target = state["stance"]["centre"], state["camera"]["target"]
        return math.dist(centre[::2], target[::2]) / state["camera"]["distance"]

    app.move_mouse(700, 40)
    app.wait_for(lambda s: distance_from_the_middle(s) < 0.2, "the camera to follow")
    app.key("f")
    app.wait_for(lambda s: distance_from_the_middle(s) < 0.1, "the character to be framed")
    app.key("c")
    x, y, width, height = app.wait_for(lambda s: s["view"][0] > 600 and not s["gliding"], "the two halves")["view"]
    app.screenshot("side_by_side")
    left = (x - width, y + 60, width, height - 100)
    shown = app.screenshot("at_rest", left)
    before = app.next_state()["stance"]["centre"]
    app.hold_key("Up")
    app.wait_for(lambda s: math.dist(before, s["stance"]["centre"]) > 0.5, "the gecko to go ahead")
    app.release_key("Up")
    app.wait_for(lambda s: s["driven"] == "none" and not s["gliding"], "the key to be released")
    walked = app.screenshot("at_rest_still", left)
    expect(different_pixels(shown, walked) < 0.05 * width * height, "the body at rest stays in the other half")
    app.key("c")
    app.wait_for(lambda s: s["view"][0] < 600, "one view again")


def stands_still_without_keys(app):
    app.wait_for(lambda s: s["driven"] == "none", "no key to be applied")
    start = app.next_state()
    app.wait_for(lambda s: s["time"] > start["time"] + 1.5, "the gecko to come to rest")
    start = app.next_state()
    state = app.wait_for(lambda s: s["time"] > start["time"] + 1.0, "a second")
    expect(distance_between(start, state) < 0.1, f"without a key the gecko stands still: {distance_between(start, state)} m")
    expect(state["amplitudes"] and not any(state["activation"]), f"its muscles rest: {state['activation']}")


def releases_the_driving_keys(app):
    app.move_mouse(700, 40)
    app.key("d")
    app.wait_for(lambda s: s["driven"] == "", "the keys to be released")
    app.key("space")
    app.wait_for(lambda s: not s["playing"], "the space bar to pause")
    app.key("space")
    app.wait_for(lambda s: s["playing"], "the simulation to play")


def saves_renames_and_removes_a_gait(app):
    app.click(*app.centre_of("Gait Left"))
    app.screenshot("gaits")
    app.click(*app.centre_of("Save the playing gait"))
    app.wait_for(lambda s: "Gait" in s["gaits"], "the gait to be saved")
    app.next_state()  # the list has one more row, and everything below it moves
    app.click(*app.centre_of("Gait name"))
    app.key("ctrl+a")
    app.type("spin")
    app.key("Return")
    app.wait_for(lambda s: "spin" in s["gaits"] and "Gait" not in s["gaits"], "the new name")
    app.click(*app.centre_of("Save as a file"))
    app.wait_for(lambda s: any("spin-gait-1.json" in m for m in s["messages"]), "the gait to be saved")
    with open(os.path.join(app.folder, "spin-gait-1.json")) as file:
        expect(json.load(file)["name"] == "spin", "the file has its name")
    app.click(*app.centre_of("Remove"))
    app.wait_for(lambda s: "spin" not in s["gaits"], "the gait to be removed")
    app.move_mouse(700, 40)
    app.key("ctrl+z")
    app.wait_for(lambda s: "spin" in s["gaits"], "the gait to return")
    says_why_it_is_not_renamed(app)
    updates_what_was_changed(app)
    closes_a_list_by_escape(app)


def says_why_it_is_not_renamed(app):
    for name, words in ("Left", "Another gait is called Left"), ("", "A gait needs a name"):
        app.click(*app.centre_of("Gait name"))
        app.key("ctrl+a")
        app.key("BackSpace")
        app.type(name)
        app.key("Return")
        app.wait_for(lambda s: any(words in m for m in s["messages"]), words)


def updates_what_was_changed(app):
    app.click(*app.centre_of("Gait Left"))
    expect("Update" not in app.next_state()["widgets"], "nothing has changed")
    app.move_mouse(700, 40)
    app.key("bracketleft")
    app.click(*app.centre_of("Update"))
    app.wait_for(lambda s: "Update" not in s["widgets"], "the gait to be updated")
    app.move_mouse(700, 40)
    app.key("bracketleft")
    app.wait_for(lambda s: "Update" in s["widgets"], "the gait to have changes again")
    app.click(*app.centre_of("Gait Right"))
    app.wait_for(lambda s: any("The changes to Left were not saved" in m for m in s["messages"]), "the sentence")
    app.move_mouse(*app.centre_of("Undo it"))  # a message under the mouse does not disappear
    app.click(*app.centre_of("Undo it"))
    app.click(*app.centre_of("Gait Left"))
    app.wait_for(lambda s: "Update" in s["widgets"], "the changes to return")
    app.click(*app.centre_of("Discard changes"))
    app.wait_for(lambda s: "Update" not in s["widgets"], "the changes to be discarded")


def closes_a_list_by_escape(app):
    app.click(*app.centre_of("Drives"))
    app.wait_for(lambda s: "Drives: left" in s["widgets"], "the list")
    app.key("Escape")
    app.wait_for(lambda s: "Drives: left" not in s["widgets"], "the list to be closed")


def compares_two_gaits(app):
    app.click(*app.centre_of("Gait Forward"))
    app.click(*app.centre_of("Gait Back"))
    app.click(*app.centre_of("Gait Forward"))
    before = app.next_state()["time"]
    place = app.rectangle_of("Compare")
    app.click(*app.centre_of("Compare"))
    start = app.wait_for(lambda s: len(s["bodies"]) == s["characters"] == 2 and s["time"] < before,
                         "both characters at the start")["bodies"]
    app.wait_for(lambda s: s["time"] > 1.5 and all(math.dist(start[name][3], body[3]) > 0.1
                                                   for name, body in s["bodies"].items()), "both to walk")
    expect(app.rectangle_of("Compare") == place, "no widget moves under the mouse")
    app.screenshot("compared")
    shows_both_far_apart(app)
    app.click(*app.centre_of("Stop comparing"))
    app.wait_for(lambda s: s["characters"] == 1, "the compared character to be removed")


def shows_both_far_apart(app):
    """Both characters stay in view however far they walk."""
    state = app.wait_for(lambda s: s["time"] > 12, "both to be far apart")
    state = app.wait_until_stable(lambda s: [[round(at / 8) for at in body[:2]] for body in s["bodies"].values()],
                                  "the camera to have caught up")
    x, y, width, height = state["view"]
    for name, (at_x, at_y, *_) in state["bodies"].items():
        expect(x < at_x < x + width and y < at_y < y + height, f"{name} is in the picture: {at_x}, {at_y}")
    app.screenshot("compared_far_apart")


def searches_for_a_gait(app):
    app.click(*app.centre_of("Gaits"))
    app.click(*app.centre_of("Gait search"))
    app.screenshot("learning_settings")
    app.type_number("Generations", "1000")  # so that it does not end by itself
    app.click(*app.centre_of("Start search"))
    first = app.wait_for(lambda s: s["gait_search"]["generation"] > 0 and s["gait_search"]["candidates"] == 16,
                         "the first generation")
    state = app.wait_for(lambda s: s["gait_search"]["generation"] >= 8, "some generations")
    expect(state["gait_search"]["best"] <= first["gait_search"]["best"], "the best does not get worse")
    app.screenshot("learning")
    app.click(*app.centre_of("Candidate 7"))
    app.click(*app.centre_of("Pause"))
    paused = app.wait_for(lambda s: s["gait_search"]["paused"], "the pause")
    app.click(*app.centre_of("Resume"))
    app.wait_for(lambda s: s["gait_search"]["generation"] > paused["gait_search"]["generation"] + 1, "the search to resume")
    names = ["Stop", "Keep the best", "Watch the best", "Pause", "Resume"]
    places = [app.rectangle_of(name) for name in names]
    app.click(*app.centre_of("Stop"))
    app.wait_for(lambda s: not s["gait_search"]["running"], "the search to end")
    expect([app.rectangle_of(name) for name in names] == places, "no widget moves under the mouse")
    known = len(app.next_state()["gaits"])
    app.click(*app.centre_of("Keep the best"))
    app.wait_for(lambda s: len(s["gaits"]) == known + 1, "the found gait to be saved")
    app.screenshot("learnt")


def drives_and_searches(limber, folder):
    with running_app(limber, folder, ["creature:gecko"], 960, 1300) as app:
        drives_with_keys(app)
        is_framed_while_walking(app)
        stands_still_without_keys(app)
        releases_the_driving_keys(app)
        collapse_sections(app)
        saves_renames_and_removes_a_gait(app)
        compares_two_gaits(app)
        searches_for_a_gait(app)


if __name__ == "__main__":
    run_scenarios(drives_and_searches)
