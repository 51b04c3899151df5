"""Sets up a gait search, runs it, and drives the result with mouse and keyboard: usage
gait_search_results_driven.py LIMBER [FOLDER_FOR_PICTURES]."""

import glob
import json
import os

from app_driver import expect, run_command, run_scenarios, running_app
from bar_scene import write_bar_scene
from gait_search_driven import generation, opens_the_search_settings
from gaits_driven import distance_ahead

WEIGHTS = {"Travel": ("travel", 1.5), "Turn": ("turn", -2.5), "Save energy": ("energy", 0.25),
           "Approach": ("approach", 0.75)}


def search_until(app, is_enough, what):
    app.click(*app.centre_of("Start search"))
    app.wait_for(is_enough, what, 600)
    app.click(*app.centre_of("Stop"))
    app.wait_for(lambda s: not s["gait_search"]["running"], "the search to end")


def saved_search(app):
    app.click(*app.centre_of("Save the search"))
    app.wait_for(lambda s: any("search-1.json" in m for m in s["messages"]), "the search to be saved")
    with open(glob.glob(os.path.join(app.folder, "*search-1.json"))[0]) as file:
        return json.load(file)["terms"]


def searches_with_the_settings_of_the_panel(limber, folder):
    """The search uses each weight and setting of the panel."""
    with running_app(limber, folder, ["creature:gecko"], 960, 1500) as app:
        opens_the_search_settings(app)
        for widget, (_, weight) in WEIGHTS.items():
            app.type_number(widget, str(weight))
        app.click(*app.centre_of("Fixed period"))
        app.type_number("Period of all", "0.6")
        app.click(*app.centre_of("Own periods"))
        app.type_number("Restarts", "3")
        app.screenshot("settings")
        search_until(app, lambda s: generation(s) >= 2, "two generations")
        search = saved_search(app)
        for name, weight in WEIGHTS.values():
            expect(search["objective"][name] == weight, f"{name}: {search['objective']}")
        expect(search["space"]["own_periods"] and abs(search["space"]["period"] - 0.6) < 1e-6, f"{search['space']}")
        expect(search["search"]["restarts"] == 3 and search["search"]["generations"] == 1000, f"{search['search']}")


def drives_the_gait_that_was_found(limber, folder):
    """After Stop and Keep the best, the Up key plays the found gait instead of the earlier one."""
    with running_app(limber, folder, ["creature:gecko"], 960, 1500) as app:
        opens_the_search_settings(app)
        search_until(app, lambda s: generation(s) >= 3 and s["gait_search"]["best"] < -3, "a gait that goes ahead")
        known = app.next_state()["gaits"]
        app.click(*app.centre_of("Keep the best"))
        gaits = app.wait_for(lambda s: len(s["gaits"]) == len(known) + 1, "the gait to be saved")["gaits"]
        expect([gaits[name] for name in gaits if name not in known] == ["forward"], f"the key plays it: {gaits}")
        expect(list(gaits.values()).count("forward") == 1, f"only the found gait has the role: {gaits}")
        app.move_mouse(700, 100)
        app.hold_key("Up")
        start = app.wait_for(lambda s: s["driven"] == "forward", "the key to be applied")
        app.wait_for(lambda s: distance_ahead(start, s) > 0.3, "the gecko to walk ahead")
        app.screenshot("ahead")
        app.release_key("Up")


def write_searched_scene(limber, folder):
    """Runs a short search. Returns its scene and its objective J."""
    path = write_bar_scene(folder)
    with open(path) as file:
        scene = json.load(file)
    scene.update(rig="none", muscles={"modes": 3}, contact={"floor": True, "points": 16},
                 step={"gravity": [0, -9.81, 0]})
    with open(path, "w") as file:
        json.dump(scene, file)
    walks = os.path.join(folder, "walks.json")
    found = run_command(limber, "gait", path, "--generations", 2, "--population", 6, "--steps", 60, "--json",
                        "--out", os.path.join(folder, "gait.json"), "--out-scene", walks)
    expect(found.returncode == 0, found.stderr)
    return walks, json.loads(found.stdout)["J"]


def simulate(limber, scene, *more):
    result = run_command(limber, "simulate", scene, "--json", *more)
    expect(result.returncode == 0, result.stderr)
    return json.loads(result.stdout)


def starts_in_the_state_of_its_search(limber, folder):
    """The scene starts in the settled state of the command line: after opening, after a reset, and after saving."""
    walks, J = write_searched_scene(limber, folder)
    first = simulate(limber, walks, "--frames", 1)["hash"]
    saved = os.path.join(folder, "saved.json")
    with running_app(limber, folder, ["--paused", walks]) as app:
        app.wait_for(lambda s: s.get("scene") == "Bar" and not s["building"] and s["steps"] == 0, "the bar")
        for _ in range(2):
            app.key("Right")
            state = app.wait_for(lambda s: s["steps"] == 1, "a step")
            expect(state["hash"] == first, "it starts in the state of the command line")
            app.key("r")
            app.wait_for(lambda s: s["steps"] == 0, "the start")
        app.key("ctrl+shift+s")
        app.wait_for(lambda s: s["asks_for_file"], "the file browser")
        app.key("ctrl+a")
        app.type(saved)
        app.key("Return")
        app.wait_for(lambda s: any("saved.json" in m for m in s["messages"]), "the scene to be saved")
    expect(simulate(limber, saved)["J"] == J, "the saved scene gives the same J")


if __name__ == "__main__":
    run_scenarios(searches_with_the_settings_of_the_panel, drives_the_gait_that_was_found, starts_in_the_state_of_its_search)
