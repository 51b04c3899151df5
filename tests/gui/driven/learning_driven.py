"""Teaches a character with a real mouse and keyboard: stops the search and goes on with it. Usage
learning_driven.py LIMBER [FOLDER_FOR_PICTURES]."""

import math

from gaits_driven import folds_in, way
from person import at_the_window, expect, tell


def opens_learning(person):
    person.wait_for(lambda s: s.get("scene") == "Gus the gecko" and not s["building"] and s["steps"] > 30,
                    "the gecko")
    folds_in(person)
    person.click(*person.middle_of("Gaits"))  # which makes room for all of the settings
    if "Learn to move" not in person.next_state()["widgets"]:
        person.click(*person.middle_of("Learning"))
    person.type_number("Generations", "1000")  # it does not end by itself


def generation(state):
    return state["learnt"]["generation"]


def muscles_shown(person):
    rows = [(place[1], name[len("Part of "):])
            for name, place in person.state_with("Part of Mode 1")["widgets"].items() if name.startswith("Part of ")]
    return [name for _, name in sorted(rows)]


def fixes_numbers_of_one_muscle(person):
    muscle = muscles_shown(person)[1]
    person.click(*person.middle_of("Amplitude of " + muscle))
    state = person.wait_for(lambda s: s["fixed"], "its amplitude to be fixed")
    wanted = state["amplitudes"][1]
    expect(state["fixed"] == [[], [{"amplitude": wanted}]], f"at what its slider says: {state['fixed']}")
    person.point_at(700, 40)
    person.key("ctrl+z")
    person.wait_for(lambda s: not s["fixed"], "it to be taken back")
    person.key("ctrl+shift+z")
    person.wait_for(lambda s: s["fixed"], "it to be fixed again")
    person.click(*person.middle_of("Phase of " + muscle))
    person.wait_for(lambda s: "phase" in s["fixed"][1][0], "its phase to be fixed")
    person.point_at(*person.middle_of("Amplitude of " + muscle))
    person.next_state()
    person.look("fixed")
    return wanted


def stops_and_goes_on(person, wanted):
    before = person.next_state()["amplitudes"]
    person.click(*person.middle_of("Learn to move"))
    state = person.wait_for(lambda s: generation(s) >= 3 and s["amplitudes"] != before, "some generations")
    expect(state["amplitudes"][1] == wanted, f"what is fixed stays so: {state['amplitudes']}, {wanted}")
    person.click(*person.middle_of("Stop"))
    stopped = person.wait_for(lambda s: not s["learnt"]["running"], "the search to end")
    person.look("stopped")
    person.click(*person.middle_of("Go on"))
    state = person.wait_for(lambda s: generation(s) > generation(stopped), "it to go on")
    expect(state["amplitudes"][1] == wanted, "what is fixed stays so")
    expect(state["learnt"]["running"], "the same search goes on")
    expect(state["learnt"]["best"] <= stopped["learnt"]["best"], "with the best that it had")
    person.click(*person.middle_of("Stop"))
    person.wait_for(lambda s: not s["learnt"]["running"], "the search to end")


def does_not_go_on_with_another_lesson(person):
    before = generation(person.next_state())
    muscle = next(name for name in person.next_state()["widgets"] if name.startswith("Part of "))
    person.click(*person.middle_of(muscle))
    searches = person.next_state()["searches"]
    person.click(*person.middle_of("Go on"))
    person.look("another_lesson")
    state = person.next_state()
    expect(not state["learnt"]["running"] and generation(state) == before, "another lesson is another search")
    person.click(*person.middle_of(muscle))
    person.click(*person.middle_of(muscle))
    person.click(*person.middle_of("Go on"))
    person.wait_for(lambda s: generation(s) > before, "the lesson of before to go on")
    person.click(*person.middle_of("Stop"))
    person.wait_for(lambda s: not s["learnt"]["running"], "the search to end")
    person.click(*person.middle_of("Learn anew"))
    person.wait_for(lambda s: s["searches"] == searches + 1 and generation(s) > 0, "a search of its own")


def shows_what_it_learns_after_it_was_steered(person):
    person.point_at(700, 100)
    person.hold_key("Up")
    person.wait_for(lambda s: s["driven"] == "forward", "the key to be taken")
    person.let_go_of_key("Up")
    state = person.wait_for(lambda s: s["driven"] == "none", "the key to be let go")
    start = person.wait_for(lambda s: s["time"] > state["time"] + 1.5, "it to come to rest, if it did")
    person.wait_for(lambda s: way(start, s) > 0.02, "what it learns to be seen")


def goes_on_with_what_was_chosen_to_be_watched(person):
    person.click(*person.middle_of("Candidate 3"))
    watched = person.next_state()
    person.wait_for(lambda s: generation(s) > generation(watched) + 2, "some generations")
    expect(not person.next_state()["learnt"]["watched"], "what was chosen plays on")
    person.click(*person.middle_of("Watch the best"))
    person.wait_for(lambda s: s["learnt"]["watched"], "the best to be watched")


def learns_with_pauses(limber, folder):
    with at_the_window(limber, folder, ["creature:gecko"], 1280, 1500) as person:
        opens_learning(person)
        stops_and_goes_on(person, fixes_numbers_of_one_muscle(person))
        does_not_go_on_with_another_lesson(person)
        shows_what_it_learns_after_it_was_steered(person)
        goes_on_with_what_was_chosen_to_be_watched(person)


def locks_a_slider(person):
    person.click(*person.middle_of("Muscles"))
    person.click(*person.middle_of("Lock Amplitude"))
    state = person.wait_for(lambda s: s["fixed"], "the amplitude to be fixed")
    expect(state["fixed"] == [[{"amplitude": state["amplitudes"][0]}]], f"at what it says: {state['fixed']}")
    person.type_number("Amplitude", "0.25")
    person.wait_for(lambda s: s["fixed"] == [[{"amplitude": 0.25}]], "what is fixed to go along with its slider")
    person.look("locked")
    person.click(*person.middle_of("Lock Amplitude"))
    person.wait_for(lambda s: not s["fixed"], "it to be left to the search")
    person.click(*person.middle_of("Muscles"))


def stands_at_its_start(person):
    person.click(*person.middle_of("Play"))
    person.wait_for(lambda s: not s["playing"], "the pause")
    person.stand_still()
    person.click(*person.middle_of("Reset"))
    person.wait_for(lambda s: s["time"] < 0.1, "the beginning")


def sees_the_target(person):
    person.type_number("Come close", "2")
    state = person.wait_for(lambda s: s["goal"], "the point to come close to")
    expect(state["goal"][2:] == [3, 0], "three metres ahead")
    person.type_number("Ahead", "1")
    person.wait_for(lambda s: s["goal"][2] == 1, "it to be nearer")
    person.settled("camera")


def drags_the_target(person):
    state = person.settled("goal")
    x, y, width, height = state["view"]
    start = state["goal"][:2]
    expect(x < start[0] < x + width and y < start[1] < y + height, f"the ring is seen: {start}")
    person.point_at(*start)
    person.next_state()
    person.look("target_lit")
    end = (start[0] - 60, start[1] + 30)
    person.drag(start, end)
    person.wait_for(lambda s: s["holding"] and math.dist(s["goal"][:2], end) < 3, "it to be under the hand")
    person.release()
    state = person.wait_for(lambda s: not s["holding"], "it to be let go")
    expect(state["goal"][2] != 1 and state["goal"][3] != 0, "it lies elsewhere")
    expect(state["handles"] == 0 and state["selection"] == "", "and nothing else was touched")
    person.look("target_dragged")
    person.point_at(x + width / 2, y + 20)
    person.key("ctrl+z")
    person.wait_for(lambda s: s["goal"][2:] == [1, 0], "it to be where it was")


def is_told_by_hand_what_to_learn(limber, folder):
    with at_the_window(limber, folder, ["creature:gecko"], 1280, 1500) as person:
        person.wait_for(lambda s: s.get("scene") == "Gus the gecko" and not s["building"] and s["steps"] > 30,
                        "the gecko")
        locks_a_slider(person)
        opens_learning(person)
        stands_at_its_start(person)
        sees_the_target(person)
        drags_the_target(person)


if __name__ == "__main__":
    tell(learns_with_pauses, is_told_by_hand_what_to_learn)
