"""Paints muscle regions with the mouse: usage painting_driven.py LIMBER [FOLDER_FOR_PICTURES]."""

import json
import os

from app_driver import different_pixels, expect, run_command, run_scenarios, running_app
from bar_scene import write_bar_scene

SECTIONS_ABOVE = ["Subspace", "Rig and clip"]  # from bottom to top, so that none moves before it is clicked


def on_the_bar(app, height):
    """Returns the pixel in the middle of the bar at a height from 0 to 1."""
    bones = app.next_state()["bones"]
    x0, y0 = bones["lower"][:2]
    x1, y1 = bones["upper"][2:]
    return x0 + height * (x1 - x0), y0 + height * (y1 - y0)


def stroke(app, start, end):
    """Paints a stroke and waits until it can be undone."""
    entries = app.next_state()["undo_entries"]
    app.drag(on_the_bar(app, start), on_the_bar(app, end))
    app.release()
    app.wait_for(lambda s: not s["holding"] and s["undo_entries"] > entries, "the stroke to end")


def has_grown(muscles):
    return lambda s: s["muscles"] == muscles and not s["building"]


def paints_a_region(app):
    app.wait_for(lambda s: s.get("scene") == "Bar" and not s["building"] and s["steps"] > 10, "the bar")
    for name in SECTIONS_ABOVE:
        app.click(*app.centre_of(name))
    app.click(*app.centre_of("Muscles"))
    app.key("b")  # hides the bones
    app.click(*app.centre_of("Paint a new region"))
    app.wait_for(lambda s: s["holds_brush"], "the brush")
    handles = app.next_state()["handles"]
    stroke(app, 0.97, 0.75)
    state = app.wait_for(lambda s: s["regions"].get("Region 1", 0) > 0, "the first region")
    expect(state["handles"] == handles, "the brush does not pull")
    app.wait_for(has_grown(2), "its two muscles")
    app.screenshot("painted")
    return app.next_state()["regions"]["Region 1"]


def undoes_one_stroke_at_a_time(app, first):
    stroke(app, 0.75, 0.55)
    state = app.wait_for(lambda s: s["regions"]["Region 1"] > first, "the second stroke")
    both = state["regions"]["Region 1"]
    app.key("ctrl+z")
    app.wait_for(lambda s: s["regions"].get("Region 1") == first, "the second stroke to be undone")
    app.key("ctrl+z")
    app.wait_for(lambda s: not s["regions"], "the first stroke to be undone")
    app.wait_for(has_grown(0), "the muscles to be removed")
    app.key("ctrl+y")
    app.key("ctrl+y")
    app.wait_for(lambda s: s["regions"].get("Region 1") == both and has_grown(2)(s), "both strokes to be redone")
    return both


def erases(app, before):
    app.click(*app.centre_of("Paint Region 1"))
    app.hold_key("ctrl")
    stroke(app, 0.58, 0.52)
    app.release_key("ctrl")
    state = app.wait_for(lambda s: s["regions"]["Region 1"] < before, "a smaller region")
    expect(state["regions"]["Region 1"] > 0, "the region is not empty")


def names_the_region(app):
    app.click(*app.centre_of("Region name"))
    app.key("ctrl+a")
    app.type("head")
    app.key("Return")
    app.wait_for(lambda s: "head" in s["regions"] and has_grown(2)(s), "the new name")


def deletes_a_region(app):
    app.click(*app.centre_of("Paint a new region"))
    stroke(app, 0.05, 0.2)
    app.wait_for(lambda s: len(s["regions"]) == 2 and has_grown(4)(s), "a second region")
    app.screenshot("two_regions")
    app.click(*app.centre_of("Delete the region"))
    app.wait_for(lambda s: list(s["regions"]) == ["head"] and has_grown(2)(s), "the region to be deleted")
    app.key("ctrl+z")
    app.wait_for(lambda s: len(s["regions"]) == 2 and has_grown(4)(s), "the region to return")
    app.key("ctrl+y")
    app.wait_for(lambda s: len(s["regions"]) == 1 and has_grown(2)(s), "the region to be deleted again")


def leaves_the_brush(app):
    if app.next_state()["holds_brush"]:
        app.move_mouse(*on_the_bar(app, 0.5))
        app.key("Escape")
    app.wait_for(lambda s: not s["holds_brush"], "the brush to be left")
    app.drag(on_the_bar(app, 0.8), on_the_bar(app, 0.9))
    app.wait_for(lambda s: s["handles"] == 1, "a drag to pull again")
    app.release()


def shows_the_target_shape(app):
    app.key("space")
    before = app.wait_until_paused()
    view = before["view"]
    area = (view[0], view[1], view[2] - 250, view[3] - 40)
    plain = app.screenshot("paused", area)
    x, y, width, _ = app.centre_and_size("Hold")
    app.drag((x, y), (x + 0.4 * width, y))
    app.wait_for(lambda s: s["target"][1] > 0.5, "the target shape")
    shown = app.screenshot("target", area)
    app.screenshot("target_window")
    app.release()
    state = app.next_state()
    expect(state["hash"] == before["hash"] and state["steps"] == before["steps"], "nothing was simulated")
    expect(different_pixels(plain, shown) > 1000, "the target is visible")
    app.key("space")
    app.wait_for(lambda s: s["target"][0] < 0 and s["steps"] > before["steps"], "the motion to replace the target")


def saves_and_opens_again(limber, app, folder):
    app.key("ctrl+shift+s")
    app.wait_for(lambda s: s["asks_for_file"], "the save dialog")
    app.key("ctrl+a")
    path = os.path.join(folder, "kept.json")
    app.type(path)
    app.key("Return")
    app.wait_for(lambda s: any("Saved" in m and "kept.json" in m for m in s["messages"]), "the scene to be saved")
    checked = run_command(limber, "check", path, "--json")
    expect(checked.returncode == 0, f"the saved scene is valid: {checked.stderr}")
    printed = run_command(limber, "subspace", path, "--json", "--no-cache")
    expect([m["name"] for m in json.loads(printed.stdout)["muscles"]] == ["head 1", "head 2"], "the saved scene has its muscles")
    with open(path) as file:
        scene = json.load(file)
    scene["characters"][0]["character"]["muscles"]["regions"][0]["painted"] = {"vertices": 3, "levels": "ff*3"}
    with open(os.path.join(folder, "foreign.json"), "w") as file:
        json.dump(scene, file)
    foreign = run_command(limber, "check", os.path.join(folder, "foreign.json"))
    expect(foreign.returncode == 1 and "belongs to another mesh" in foreign.stderr, f"another mesh's painting is rejected: {foreign.stderr}")
    before = app.next_state()
    app.key("ctrl+o")
    app.wait_for(lambda s: s["asks_for_file"], "the open dialog")
    app.key("ctrl+a")
    app.type(path)
    app.key("Return")
    app.wait_for(lambda s: s.get("steps", before["steps"]) < before["steps"], "the scene to restart")
    app.wait_for(lambda s: s["regions"] == before["regions"] and has_grown(2)(s), "the region to return")


def paints_muscle_regions(limber, folder):
    with running_app(limber, folder, [write_bar_scene(folder)], 960, 1100) as app:
        first = paints_a_region(app)
        both = undoes_one_stroke_at_a_time(app, first)
        erases(app, both)
        names_the_region(app)
        deletes_a_region(app)
        leaves_the_brush(app)
        shows_the_target_shape(app)
        saves_and_opens_again(limber, app, folder)


def makes_a_subspace(kind):
    return lambda s: s["subspace"] == kind and not s["building"]


def chooses(app, row, choice):
    app.click(*app.centre_of(row))
    app.wait_for_widget(row + ": " + choice)
    app.click(*app.centre_of(row + ": " + choice))
    app.wait_for(lambda s: row + ": " + choice not in s["widgets"] and not s["building"], row)


def opens_loads(app):
    app.wait_for(lambda s: s.get("scene") == "Bar" and not s["building"] and s["steps"] > 10, "the bar")
    for name in SECTIONS_ABOVE:
        app.click(*app.centre_of(name))
    app.click(*app.centre_of("Loads"))
    app.key("b")  # hides the bones


def paints_a_load(app, start, end, count):
    app.click(*app.centre_of("Paint a new load"))
    app.wait_for(lambda s: s["holds_brush"], "the brush")
    stroke(app, start, end)
    app.wait_for(lambda s: len(s["loads"]) == count and not s["building"], "the load")


def saved_loads(app, scene):
    app.key("ctrl+s")
    app.wait_for(lambda s: any(m.startswith("Saved") for m in s["messages"]), "the scene to be saved")
    with open(scene) as file:
        return json.load(file)["characters"][0]["character"]["loads"]


def painted_count(load):
    """The number of vertices with more than half paint in a saved load: levels in hexadecimal, or one and how often."""
    count = 0
    for word in load["painted"]["levels"].split():
        level, _, times = word.partition("*")
        pairs = [level] * int(times) if times else [word[i:i + 2] for i in range(0, len(word), 2)]
        count += sum(int(pair, 16) > 127 for pair in pairs)
    return count


def paints_loads(limber, folder):
    """Paints a load, makes the subspace for it, changes it and saves it."""
    scene = write_bar_scene(folder)
    with running_app(limber, folder, [scene], 960, 1100) as app:
        opens_loads(app)
        app.click(*app.centre_of("Paint a new load"))
        app.wait_for(lambda s: s["holds_brush"], "the brush")
        stroke(app, 0.97, 0.75)
        first = app.wait_for(lambda s: s["loads"].get("Load 1", 0) > 0, "the load")
        app.screenshot("load")
        app.click(*app.centre_of("Make the subspace for these loads"))
        app.wait_for(makes_a_subspace("force-dual-skinning"), "the subspace for the load")
        app.screenshot("for_the_load")
        app.click(*app.centre_of("Paint a new load"))
        stroke(app, 0.05, 0.2)
        app.wait_for(lambda s: len(s["loads"]) == 2 and not s["building"], "the second load")
        app.click(*app.centre_of("Delete the load"))
        app.wait_for(lambda s: s["loads"] == first["loads"] and not s["building"], "the load to be deleted")
        app.key("ctrl+z")
        both = app.wait_for(lambda s: len(s["loads"]) == 2 and not s["building"], "the load to return")["loads"]
        expect(both["Load 1"] > both["Load 2"] > 0, "both are painted, the first over a longer part")
        app.screenshot("two_loads")
        app.key("ctrl+s")
        app.wait_for(lambda s: any(m.startswith("Saved") for m in s["messages"]), "the scene to be saved")
        app.quit()
    with open(scene) as file:
        character = json.load(file)["characters"][0]["character"]
    expect({load["name"]: painted_count(load) for load in character["loads"]} == both, "the loads are saved as painted")
    printed = run_command(limber, "subspace", scene, "--json", "--no-cache")
    expect(len(json.loads(printed.stdout)["variances"]) > 0, "the saved subspace is made for the loads")


def makes_muscles_pockets_and_means(limber, folder):
    """Makes a muscle between two bones, a force that acts all the time and the pressure in a cavity with the mouse."""
    scene = write_bar_scene(folder, empty=[(1, 5, 1), (1, 6, 1)])
    with running_app(limber, folder, [scene], 960, 1100) as app:
        opens_loads(app)
        app.click(*app.centre_of("From the pockets"))
        app.wait_for(lambda s: list(s["loads"]) == ["Pockets"], "the load of the cavity")
        app.click(*app.centre_of("Make the subspace for these loads"))
        app.wait_for(makes_a_subspace("force-dual-skinning"), "the subspace for the pressure")
        paints_a_load(app, 0.75, 0.25, 2)
        chooses(app, "Acts", "Contracts")
        chooses(app, "Fibres from", "lower")
        chooses(app, "Fibres to", "upper")
        app.type_number("Sections", "2")
        app.wait_for(lambda s: not s["building"], "the subspace for the muscle")
        app.screenshot("muscle")
        paints_a_load(app, 0.05, 0.2, 3)
        app.click(*app.centre_of("Mean force"))
        app.wait_for_widget("Mean x")
        app.type_number("Mean x", "-20")
        app.wait_for(lambda s: not s["building"], "the subspace around the mean")
        app.screenshot("mean")
        loads = saved_loads(app, scene)
        app.quit()
    pockets, muscle, pushed = loads
    expect(pockets["kind"] == "pocket" and pockets["source"] == "pockets", "the pressure is saved")
    expect([muscle[key] for key in ("kind", "from", "to", "sections")] == ["muscle", "lower", "upper", 2],
           "the muscle is saved")
    expect(pushed["mean"] == [-20, 0, 0], "the mean is saved")
    printed = json.loads(run_command(limber, "subspace", scene, "--json", "--no-cache").stdout)
    expect(len(printed["variances"]) > 0, "the saved subspace is made for these loads")
    expect(not printed["warnings"], "and for each of them: " + "; ".join(printed["warnings"]))


if __name__ == "__main__":
    run_scenarios(paints_muscle_regions, paints_loads, makes_muscles_pockets_and_means)
