"""Paints muscle regions with a real mouse: usage painting_driven.py LIMBER [FOLDER_FOR_PICTURES]."""

import json
import os

from bar_scene import write_bar_scene
from person import at_the_window, different_pixels, expect, ran, tell

SECTIONS_ABOVE = ["Subspace", "Rig and clip"]  # from below, so that none moves before it is pressed


def on_the_bar(person, height):
    """Where a height of the bar is seen, of 1, in the middle."""
    bones = person.next_state()["bones"]
    x0, y0 = bones["lower"][:2]
    x1, y1 = bones["upper"][2:]
    return x0 + height * (x1 - x0), y0 + height * (y1 - y0)


def stroke(person, start, end):
    """Ends when all of it has been painted, and can be taken back."""
    entries = person.next_state()["undo_entries"]
    person.drag(on_the_bar(person, start), on_the_bar(person, end))
    person.release()
    person.wait_for(lambda s: not s["holding"] and s["undo_entries"] > entries, "the stroke to end")


def has_grown(muscles):
    return lambda s: s["muscles"] == muscles and not s["building"]


def paints_a_region(person):
    person.wait_for(lambda s: s.get("scene") == "Bar" and not s["building"] and s["steps"] > 10, "the bar")
    for name in SECTIONS_ABOVE:
        person.click(*person.middle_of(name))
    person.click(*person.middle_of("Muscles"))
    person.key("b")  # the bones are not in the way
    person.click(*person.middle_of("Paint a new region"))
    person.wait_for(lambda s: s["holds_brush"], "the brush")
    handles = person.next_state()["handles"]
    stroke(person, 0.97, 0.75)
    state = person.wait_for(lambda s: s["regions"].get("Region 1", 0) > 0, "the first region")
    expect(state["handles"] == handles, "the brush pulls nothing")
    person.wait_for(has_grown(2), "its two muscles")
    person.look("painted")
    return person.next_state()["regions"]["Region 1"]


def takes_back_one_stroke_at_a_time(person, first):
    stroke(person, 0.75, 0.55)
    state = person.wait_for(lambda s: s["regions"]["Region 1"] > first, "the second stroke")
    both = state["regions"]["Region 1"]
    person.key("ctrl+z")
    person.wait_for(lambda s: s["regions"].get("Region 1") == first, "the second stroke to be taken back")
    person.key("ctrl+z")
    person.wait_for(lambda s: not s["regions"], "the first stroke to be taken back")
    person.wait_for(has_grown(0), "no muscles any more")
    person.key("ctrl+y")
    person.key("ctrl+y")
    person.wait_for(lambda s: s["regions"].get("Region 1") == both and has_grown(2)(s), "both again")
    return both


def erases(person, before):
    person.click(*person.middle_of("Paint Region 1"))
    person.hold_key("ctrl")
    stroke(person, 0.58, 0.52)
    person.let_go_of_key("ctrl")
    state = person.wait_for(lambda s: s["regions"]["Region 1"] < before, "less of it")
    expect(state["regions"]["Region 1"] > 0, "but not nothing")


def names_it(person):
    person.click(*person.middle_of("Region name"))
    person.key("ctrl+a")
    person.type("head")
    person.key("Return")
    person.wait_for(lambda s: "head" in s["regions"] and has_grown(2)(s), "its name")


def deletes_another(person):
    person.click(*person.middle_of("Paint a new region"))
    stroke(person, 0.05, 0.2)
    person.wait_for(lambda s: len(s["regions"]) == 2 and has_grown(4)(s), "a second region")
    person.look("two_regions")
    person.click(*person.middle_of("Delete the region"))
    person.wait_for(lambda s: list(s["regions"]) == ["head"] and has_grown(2)(s), "it to be gone")
    person.key("ctrl+z")
    person.wait_for(lambda s: len(s["regions"]) == 2 and has_grown(4)(s), "it to come back")
    person.key("ctrl+y")
    person.wait_for(lambda s: len(s["regions"]) == 1 and has_grown(2)(s), "it to go again")


def puts_the_brush_down(person):
    if person.next_state()["holds_brush"]:
        person.point_at(*on_the_bar(person, 0.5))
        person.key("Escape")
    person.wait_for(lambda s: not s["holds_brush"], "the hand to be empty")
    person.drag(on_the_bar(person, 0.8), on_the_bar(person, 0.9))
    person.wait_for(lambda s: s["handles"] == 1, "the hand to pull again")
    person.release()


def shows_what_a_muscle_wants(person):
    person.key("space")
    before = person.stand_still()
    view = before["view"]
    area = (view[0], view[1], view[2] - 250, view[3] - 40)
    plain = person.look("paused", area)
    x, y, width, _ = person.middle_and_size("Hold")
    person.drag((x, y), (x + 0.4 * width, y))
    person.wait_for(lambda s: s["target"][1] > 0.5, "the target shape")
    shown = person.look("target", area)
    person.look("target_window")
    person.release()
    state = person.next_state()
    expect(state["hash"] == before["hash"] and state["steps"] == before["steps"], "nothing was simulated")
    expect(different_pixels(plain, shown) > 1000, "the target is seen")
    person.key("space")
    person.wait_for(lambda s: s["target"][0] < 0 and s["steps"] > before["steps"], "it to make room for the motion")


def saves_and_opens_again(limber, person, folder):
    person.key("ctrl+s")
    person.wait_for(lambda s: s["asks_for_file"], "the question where to")
    person.key("ctrl+a")
    path = os.path.join(folder, "kept.json")
    person.type(path)
    person.key("Return")
    person.wait_for(lambda s: any("Saved" in m and "kept.json" in m for m in s["messages"]), "the scene to be saved")
    checked = ran(limber, "check", path, "--json")
    expect(checked.returncode == 0, f"the saved scene is sound: {checked.stderr}")
    told = ran(limber, "subspace", path, "--json", "--no-cache")
    expect([m["name"] for m in json.loads(told.stdout)["muscles"]] == ["head 1", "head 2"], "with its muscles")
    with open(path) as file:
        scene = json.load(file)
    scene["muscles"]["regions"][0]["painted"] = {"vertices": 3, "levels": "ff*3"}
    with open(os.path.join(folder, "foreign.json"), "w") as file:
        json.dump(scene, file)
    foreign = ran(limber, "check", os.path.join(folder, "foreign.json"))
    expect(foreign.returncode == 1 and "belongs to another mesh" in foreign.stderr, f"refused: {foreign.stderr}")
    before = person.next_state()
    person.key("ctrl+o")
    person.wait_for(lambda s: s["asks_for_file"], "the question what")
    person.key("ctrl+a")
    person.type(path)
    person.key("Return")
    person.wait_for(lambda s: s.get("steps", before["steps"]) < before["steps"], "another beginning")
    person.wait_for(lambda s: s["regions"] == before["regions"] and has_grown(2)(s), "it to come back")


def paints(limber, folder):
    with at_the_window(limber, folder, [write_bar_scene(folder)], 1280, 1100) as person:
        first = paints_a_region(person)
        both = takes_back_one_stroke_at_a_time(person, first)
        erases(person, both)
        names_it(person)
        deletes_another(person)
        puts_the_brush_down(person)
        shows_what_a_muscle_wants(person)
        saves_and_opens_again(limber, person, folder)


if __name__ == "__main__":
    tell(paints)
