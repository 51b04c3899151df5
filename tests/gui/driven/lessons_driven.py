"""Says what is to be learnt, has it learnt, and drives what was learnt, with a real mouse and keyboard: usage
lessons_driven.py LIMBER [FOLDER_FOR_PICTURES]."""

import glob
import json
import os

from bar_scene import write_bar_scene
from gaits_driven import ahead
from learning_driven import generation, opens_learning
from person import at_the_window, expect, ran, tell

WEIGHTS = {"Get ahead": ("travel", 1.5), "Turn": ("turn", -2.5), "Save energy": ("energy", 0.25),
           "Come close": ("approach", 0.75)}


def learns_for(person, is_enough, what):
    person.click(*person.middle_of("Learn to move"))
    person.wait_for(is_enough, what, 600)
    person.click(*person.middle_of("Stop"))
    person.wait_for(lambda s: not s["learnt"]["running"], "the search to end")


def saved_search(person):
    person.click(*person.middle_of("Save the search"))
    person.wait_for(lambda s: any("search-1.json" in m for m in s["messages"]), "the search to be saved")
    with open(glob.glob(os.path.join(person.folder, "*search-1.json"))[0]) as file:
        return json.load(file)["terms"]


def learns_what_is_set(limber, folder):
    """Each weight and setting of the panel arrives in the search."""
    with at_the_window(limber, folder, ["creature:gecko"], 1280, 1500) as person:
        opens_learning(person)
        for widget, (_, weight) in WEIGHTS.items():
            person.type_number(widget, str(weight))
        person.click(*person.middle_of("Fixed period"))
        person.type_number("Period of all", "0.6")
        person.click(*person.middle_of("Own periods"))
        person.type_number("Restarts", "3")
        person.look("settings")
        learns_for(person, lambda s: generation(s) >= 2, "two generations")
        search = saved_search(person)
        for name, weight in WEIGHTS.values():
            expect(search["objective"][name] == weight, f"{name}: {search['objective']}")
        expect(search["space"]["own_periods"] and abs(search["space"]["period"] - 0.6) < 1e-6, f"{search['space']}")
        expect(search["search"]["restarts"] == 3 and search["search"]["generations"] == 1000, f"{search['search']}")


def drives_what_it_learnt(limber, folder):
    """Stop, Keep the best, Up: it goes ahead by what was found, and not by what it could before."""
    with at_the_window(limber, folder, ["creature:gecko"], 1280, 1500) as person:
        opens_learning(person)
        learns_for(person, lambda s: generation(s) >= 3 and s["learnt"]["best"] < -3, "a gait that goes ahead")
        known = person.next_state()["gaits"]
        person.click(*person.middle_of("Keep the best"))
        gaits = person.wait_for(lambda s: len(s["gaits"]) == len(known) + 1, "it to be kept")["gaits"]
        expect([gaits[name] for name in gaits if name not in known] == ["forward"], f"the key plays it: {gaits}")
        expect(list(gaits.values()).count("forward") == 1, f"and nothing else: {gaits}")
        person.point_at(700, 100)
        person.hold_key("Up")
        start = person.wait_for(lambda s: s["driven"] == "forward", "the key to be taken")
        person.wait_for(lambda s: ahead(start, s) > 0.3, "it to go ahead")
        person.look("ahead")
        person.let_go_of_key("Up")


def write_searched_scene(limber, folder):
    """The scene of a short search, and its J."""
    path = write_bar_scene(folder)
    with open(path) as file:
        scene = json.load(file)
    scene.update(rig="none", muscles={"modes": 3}, contact={"floor": True, "points": 16},
                 step={"gravity": [0, -9.81, 0]})
    with open(path, "w") as file:
        json.dump(scene, file)
    walks = os.path.join(folder, "walks.json")
    found = ran(limber, "gait", path, "--generations", 2, "--population", 6, "--steps", 60, "--json",
                "--out", os.path.join(folder, "gait.json"), "--out-scene", walks)
    expect(found.returncode == 0, found.stderr)
    return walks, json.loads(found.stdout)["J"]


def simulated(limber, scene, *more):
    result = ran(limber, "simulate", scene, "--json", *more)
    expect(result.returncode == 0, result.stderr)
    return json.loads(result.stdout)


def starts_where_its_search_started(limber, folder):
    """The settled state is that of the command line: as the scene opens, after a reset, and once it was saved."""
    walks, J = write_searched_scene(limber, folder)
    first = simulated(limber, walks, "--frames", 1)["hash"]
    saved = os.path.join(folder, "saved.json")
    with at_the_window(limber, folder, ["--paused", walks]) as person:
        person.wait_for(lambda s: s.get("scene") == "Bar" and not s["building"] and s["steps"] == 0, "the bar")
        for _ in range(2):
            person.key("Right")
            state = person.wait_for(lambda s: s["steps"] == 1, "a step")
            expect(state["hash"] == first, "it starts where the command line does")
            person.key("r")
            person.wait_for(lambda s: s["steps"] == 0, "the start")
        person.key("ctrl+s")
        person.wait_for(lambda s: s["asks_for_file"], "the file browser")
        person.key("ctrl+a")
        person.type(saved)
        person.key("Return")
        person.wait_for(lambda s: any("saved.json" in m for m in s["messages"]), "the scene to be saved")
    expect(simulated(limber, saved)["J"] == J, "what was saved gives the same J")


if __name__ == "__main__":
    tell(learns_what_is_set, drives_what_it_learnt, starts_where_its_search_started)
