"""Teaches a character with a real mouse and keyboard: stops the search and goes on with it. Usage
learning_driven.py LIMBER [FOLDER_FOR_PICTURES]."""

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


def stops_and_goes_on(person):
    person.click(*person.middle_of("Learn to move"))
    person.wait_for(lambda s: generation(s) >= 3, "some generations")
    person.click(*person.middle_of("Stop"))
    stopped = person.wait_for(lambda s: not s["learnt"]["running"], "the search to end")
    person.look("stopped")
    person.click(*person.middle_of("Go on"))
    state = person.wait_for(lambda s: generation(s) > generation(stopped), "it to go on")
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
    expect("Watch the best" in person.next_state()["widgets"], "the best is one click away")
    person.click(*person.middle_of("Watch the best"))
    person.wait_for(lambda s: "Watch the best" not in s["widgets"], "the best to be watched")


def learns_with_pauses(limber, folder):
    with at_the_window(limber, folder, ["creature:gecko"], 1280, 1500) as person:
        opens_learning(person)
        stops_and_goes_on(person)
        does_not_go_on_with_another_lesson(person)
        shows_what_it_learns_after_it_was_steered(person)
        goes_on_with_what_was_chosen_to_be_watched(person)


if __name__ == "__main__":
    tell(learns_with_pauses)
