"""Runs, stops and resumes a gait search with mouse and keyboard. Usage
gait_search_driven.py LIMBER [FOLDER_FOR_PICTURES]."""

import math

from app_driver import expect, run_scenarios, running_app
from gaits_driven import collapse_sections, distance_between


def opens_the_search_settings(app):
    app.wait_for(lambda s: s.get("scene") == "Gus the gecko" and not s["building"] and s["steps"] > 30,
                 "the gecko")
    collapse_sections(app)
    app.click(*app.centre_of("Gaits"))  # closes it, so that all settings are visible
    if "Start search" not in app.next_state()["widgets"]:
        app.click(*app.centre_of("Gait search"))
    app.type_number("Generations", "1000")  # so that it does not end by itself


def generation(state):
    return state["gait_search"]["generation"]


def muscles_shown(app):
    rows = [(place[1], name[len("Part of "):])
            for name, place in app.wait_for_widget("Part of Mode 1")["widgets"].items() if name.startswith("Part of ")]
    return [name for _, name in sorted(rows)]


def fixes_values_of_one_muscle(app):
    muscle = muscles_shown(app)[1]
    app.click(*app.centre_of("Amplitude of " + muscle))
    state = app.wait_for(lambda s: s["fixed"], "its amplitude to be fixed")
    wanted = state["amplitudes"][1]
    expect(state["fixed"] == [[], [{"amplitude": wanted}]], f"at the slider's value: {state['fixed']}")
    app.move_mouse(700, 40)
    app.key("ctrl+z")
    app.wait_for(lambda s: not s["fixed"], "the change to be undone")
    app.key("ctrl+shift+z")
    app.wait_for(lambda s: s["fixed"], "the change to be redone")
    app.click(*app.centre_of("Phase of " + muscle))
    app.wait_for(lambda s: "phase" in s["fixed"][1][0], "its phase to be fixed")
    app.move_mouse(*app.centre_of("Amplitude of " + muscle))
    app.next_state()
    app.screenshot("fixed")
    return wanted


def stops_and_resumes(app, wanted):
    before = app.next_state()["amplitudes"]
    app.click(*app.centre_of("Start search"))
    state = app.wait_for(lambda s: generation(s) >= 3 and s["amplitudes"] != before, "some generations")
    expect(state["amplitudes"][1] == wanted, f"fixed values stay: {state['amplitudes']}, {wanted}")
    app.click(*app.centre_of("Stop"))
    stopped = app.wait_for(lambda s: not s["gait_search"]["running"], "the search to end")
    app.screenshot("stopped")
    app.click(*app.centre_of("Resume"))
    state = app.wait_for(lambda s: generation(s) > generation(stopped), "the search to resume")
    expect(state["amplitudes"][1] == wanted, "fixed values stay")
    expect(state["gait_search"]["running"], "the same search is resumed")
    expect(state["gait_search"]["best"] <= stopped["gait_search"]["best"], "the resumed search keeps its best cost")
    app.click(*app.centre_of("Stop"))
    app.wait_for(lambda s: not s["gait_search"]["running"], "the search to end")


def does_not_resume_with_other_settings(app):
    before = generation(app.next_state())
    muscle = next(name for name in app.next_state()["widgets"] if name.startswith("Part of "))
    app.click(*app.centre_of(muscle))
    searches = app.next_state()["searches"]
    app.click(*app.centre_of("Resume"))
    app.screenshot("other_settings")
    state = app.next_state()
    expect(not state["gait_search"]["running"] and generation(state) == before, "other settings need another search")
    app.click(*app.centre_of(muscle))
    app.click(*app.centre_of(muscle))
    app.click(*app.centre_of("Resume"))
    app.wait_for(lambda s: generation(s) > before, "the search with the earlier settings to resume")
    app.click(*app.centre_of("Stop"))
    app.wait_for(lambda s: not s["gait_search"]["running"], "the search to end")
    app.click(*app.centre_of("New search"))
    app.wait_for(lambda s: s["searches"] == searches + 1 and generation(s) > 0, "a new search")


def shows_the_search_after_driving(app):
    app.move_mouse(700, 100)
    app.hold_key("Up")
    app.wait_for(lambda s: s["driven"] == "forward", "the key to be applied")
    app.release_key("Up")
    state = app.wait_for(lambda s: s["driven"] == "none", "the key to be released")
    start = app.wait_for(lambda s: s["time"] > state["time"] + 1.5, "some time to pass")
    app.wait_for(lambda s: distance_between(start, s) > 0.02, "the search's gait to be shown")


def keeps_the_watched_candidate(app):
    app.click(*app.centre_of("Candidate 3"))
    watched = app.next_state()
    app.wait_for(lambda s: generation(s) > generation(watched) + 2, "some generations")
    expect(not app.next_state()["gait_search"]["watched"], "the chosen candidate keeps playing")
    app.click(*app.centre_of("Watch the best"))
    app.wait_for(lambda s: s["gait_search"]["watched"], "the best to be watched")


def pauses_and_resumes_a_search(limber, folder):
    with running_app(limber, folder, ["creature:gecko"], 960, 1500) as app:
        opens_the_search_settings(app)
        stops_and_resumes(app, fixes_values_of_one_muscle(app))
        does_not_resume_with_other_settings(app)
        shows_the_search_after_driving(app)
        keeps_the_watched_candidate(app)


def fixes_a_value_by_its_lock(app):
    app.click(*app.centre_of("Muscles"))
    app.click(*app.centre_of("Lock Amplitude"))
    state = app.wait_for(lambda s: s["fixed"], "the amplitude to be fixed")
    expect(state["fixed"] == [[{"amplitude": state["amplitudes"][0]}]], f"at the slider's value: {state['fixed']}")
    app.type_number("Amplitude", "0.25")
    app.wait_for(lambda s: s["fixed"] == [[{"amplitude": 0.25}]], "the fixed value to follow its slider")
    app.screenshot("locked")
    app.click(*app.centre_of("Lock Amplitude"))
    app.wait_for(lambda s: not s["fixed"], "the value to be free again")
    app.click(*app.centre_of("Muscles"))


def resets_the_motion(app):
    app.click(*app.centre_of("Play"))
    app.wait_for(lambda s: not s["playing"], "the pause")
    app.wait_until_paused()
    app.click(*app.centre_of("Reset"))
    app.wait_for(lambda s: s["time"] < 0.1, "the start")


def shows_the_target(app):
    app.type_number("Approach", "2")
    state = app.wait_for(lambda s: s["goal"], "the target point")
    expect(state["goal"][2:] == [3, 0], "three metres ahead")
    app.type_number("Ahead", "1")
    app.wait_for(lambda s: s["goal"][2] == 1, "the target to be nearer")
    app.wait_until_settled("camera")


def drags_the_target(app):
    state = app.wait_until_settled("goal")
    x, y, width, height = state["view"]
    start = state["goal"][:2]
    expect(x < start[0] < x + width and y < start[1] < y + height, f"the ring is visible: {start}")
    app.move_mouse(*start)
    app.next_state()
    app.screenshot("target_lit")
    end = (start[0] - 60, start[1] + 30)
    app.drag(start, end)
    app.wait_for(lambda s: s["holding"] and math.dist(s["goal"][:2], end) < 3, "the target to follow the mouse")
    app.release()
    state = app.wait_for(lambda s: not s["holding"], "the target to be released")
    expect(state["goal"][2] != 1 and state["goal"][3] != 0, "the target has moved")
    expect(state["handles"] == 0 and state["selection"] == "", "nothing else has changed")
    app.screenshot("target_dragged")
    app.move_mouse(x + width / 2, y + 20)
    app.key("ctrl+z")
    app.wait_for(lambda s: s["goal"][2:] == [1, 0], "the target at its old position")


def sets_a_search_target_by_mouse(limber, folder):
    with running_app(limber, folder, ["creature:gecko"], 960, 1500) as app:
        app.wait_for(lambda s: s.get("scene") == "Gus the gecko" and not s["building"] and s["steps"] > 30,
                     "the gecko")
        fixes_a_value_by_its_lock(app)
        opens_the_search_settings(app)
        resets_the_motion(app)
        shows_the_target(app)
        drags_the_target(app)


if __name__ == "__main__":
    run_scenarios(pauses_and_resumes_a_search, sets_a_search_target_by_mouse)
