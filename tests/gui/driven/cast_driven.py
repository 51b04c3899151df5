"""Many characters in one window: selects, pokes, doubles, moves and removes them with a real mouse, takes it back, saves
the scene and opens it again: usage cast_driven.py LIMBER [FOLDER_FOR_PICTURES]."""

import json
import math
import os

from bar_scene import write_bar_scene
from person import at_the_window, different_pixels, expect, ran, tell
from window_driven import look_with_the_mouse_aside


def write_two_bars(folder):
    write_bar_scene(folder)
    path = os.path.join(folder, "two.json")
    with open(path, "w") as out:
        json.dump({"format": "limber-scene", "version": 1, "name": "Two bars",
                   "characters": [{"scene": "bar.json"}, {"scene": "bar.json", "at": [1.0, 0, 0], "heading": 20}]}, out)
    return path


def there(person, count):
    return person.wait_for(lambda s: s.get("characters") == count and len(s["bodies"]) == count and not s["building"],
                           f"{count} characters")


def selects_by_a_click(person):
    state = there(person, 2)
    expect(state["selected"] == "Bar 1", "the first one is selected")
    before = look_with_the_mouse_aside(person, "first_selected")
    person.click(*state["bodies"]["Bar 2"][:2])
    state = person.wait_for(lambda s: s["selected"] == "Bar 2", "the other one to be selected")
    expect(state["selection"] == "", "and none of its bones")
    after = look_with_the_mouse_aside(person, "second_selected")
    expect(different_pixels(before, after) > 200, "who is selected is to be seen")
    person.key("Tab")
    person.wait_for(lambda s: s["selected"] == "Bar 1", "the next one")


def pokes_one_that_is_not_selected(person):
    x, y = person.next_state()["bodies"]["Bar 2"][:2]
    person.drag((x, y - 40), (x + 70, y - 80))
    state = person.wait_for(lambda s: s["handles"] == 1 and s["secondary_motion"] > 0.03, "the flesh to follow")
    expect(state["selected"] == "Bar 2", "whoever is poked is selected")
    person.look("poked_other")
    person.release()
    person.wait_for(lambda s: s["handles"] == 0 and s["secondary_motion"] < 1e-3, "the flesh to come to rest again")


def doubles_removes_and_takes_back(person):
    person.point_at(700, 40)
    calls = person.settled("draw_calls")["draw_calls"]
    person.key("ctrl+d")
    state = there(person, 3)
    expect(person.settled("draw_calls")["draw_calls"] == calls, "the twin is drawn together with those of its model")
    expect(state["selected"] == "Bar 3" and state["sharers"] == 3, "the twin is selected and shares the model")
    person.look("three")
    person.key("ctrl+z")
    there(person, 2)
    person.key("ctrl+y")
    there(person, 3)
    person.key("Delete")
    state = there(person, 2)
    person.key("ctrl+z")
    there(person, 3)
    person.key("ctrl+z")
    there(person, 2)


def doubles_fast(person):
    """Twin after twin, each before the one before it is on the stage: all stand apart."""
    person.key("ctrl+d")
    person.key("ctrl+d")
    person.key("ctrl+d")
    state = there(person, 5)
    places = [body[3] for body in state["bodies"].values()]
    nearest = min(math.dist(a, b) for i, a in enumerate(places) for b in places[:i])
    expect(nearest > 0.25, f"nobody stands in another body: the nearest two are {nearest} m apart")
    person.look("five")
    frames_them_all(person)
    for count in (4, 3, 2):
        person.key("ctrl+z")
        there(person, count)


def frames_them_all(person):
    """As large as the picture can show them."""
    person.key("shift+f")
    state = person.at_rest(lambda s: None if s["gliding"] else s["camera"], "the camera to stand still")
    x, y, width, height = state["view"]
    seen = [body[:2] for body in state["bodies"].values()]
    expect(all(x < at[0] < x + width and y < at[1] < y + height for at in seen), f"all are seen: {seen}")
    across = max(at[0] for at in seen) - min(at[0] for at in seen)
    expect(across > 0.45 * width, f"and fill the picture: {across} of {width} pixels from the first to the last")
    person.look("framed")


def moves_one(person):
    state = person.next_state()
    person.click(*state["bodies"]["Bar 1"][:2])
    person.wait_for(lambda s: s["selected"] == "Bar 1", "the first one")
    person.key("m")
    state = person.wait_for(lambda s: s["selection"] == "whole rig", "the gizmo of all of it")
    x, y = state["bodies"]["Bar 1"][:2]
    other = state["bodies"]["Bar 2"][:2]
    person.drag((x, y), (x - 120, y))
    person.release()
    state = person.wait_for(lambda s: s["bodies"]["Bar 1"][0] < x - 80, "the body to be moved")
    expect(abs(state["bodies"]["Bar 2"][0] - other[0]) < 2, "the other one stays")
    person.look("moved")
    person.key("ctrl+z")
    person.wait_for(lambda s: abs(s["bodies"]["Bar 1"][0] - x) < 3, "the body where it was")
    person.key("ctrl+y")
    person.wait_for(lambda s: s["bodies"]["Bar 1"][0] < x - 80, "the move again")
    person.key("Escape")


def rebuilds_the_shared_model_and_one_alone(person):
    steps = person.next_state()["steps"]
    expect(steps > 10, "all are on their way")
    person.type_number("Modes", "5")
    state = person.wait_for(lambda s: s["modes"] == 5 and not s["building"], "five modes")
    expect(state["steps"] > steps, "nobody starts again")
    person.point_at(700, 40)
    person.next_state()
    person.key("Tab")
    person.wait_for(lambda s: s["selected"] == "Bar 2" and s["modes"] == 5, "the other one's model is the same")
    person.click(*person.middle_of("Make unique"))
    person.wait_for(lambda s: s["sharers"] == 1, "a model of its own")
    person.type_number("Modes", "1e9")
    state = person.wait_for(lambda s: "Limit of Modes" in s["widgets"], "the sentence that says what limits it")
    person.look("limit_of_modes")
    person.key("ctrl+z")
    person.wait_for(lambda s: "Limit of Modes" not in s["widgets"], "the sentence to go with the value")
    person.key("ctrl+y")
    state = person.wait_for(lambda s: s["wanted_modes"] > 7, "the most modes again")
    most = state["wanted_modes"]
    expect(most == min(64, state["vertices"] // 8), f"as many modes as the body allows: {most}")
    person.wait_for(lambda s: s["modes"] == most and not s["building"], "the most modes")
    person.type_number("Modes", "7")
    person.wait_for(lambda s: s["modes"] == 7 and not s["building"], "seven modes")
    person.point_at(700, 40)
    person.next_state()
    person.key("Tab")
    person.wait_for(lambda s: s["selected"] == "Bar 1" and s["modes"] == 5, "the first one keeps five")


def goes_back_with_all(person):
    person.key("space")
    state = person.stand_still()
    then = {name: body[2] for name, body in state["bodies"].items()}
    person.key("Right")
    state = person.wait_for(lambda s: s["steps"] == state["steps"] + 1, "a step")
    expect(all(state["bodies"][name][2] != value for name, value in then.items()), "all take it")
    person.key("Left")
    person.wait_for(lambda s: all(s["bodies"][name][2] == value for name, value in then.items()), "the moment before")
    person.key("space")


def saves_and_opens_again(limber, person, folder):
    person.key("ctrl+s")
    person.wait_for(lambda s: s["asks_for_file"], "the file browser")
    person.key("ctrl+a")
    person.type(os.path.join(folder, "saved.json"))
    person.key("Return")
    person.wait_for(lambda s: any("Saved" in m and "saved.json" in m for m in s["messages"]), "the scene to be saved")
    simulated = ran(limber, "simulate", os.path.join(folder, "saved.json"), "--frames", "3", "--json")
    expect(simulated.returncode == 0, f"the saved scene is simulated: {simulated.stderr}")
    result = json.loads(simulated.stdout)
    expect(result["characters"] == 2 and result["models"] == 2, f"two characters of two models: {result}")
    checked = ran(limber, "check", os.path.join(folder, "saved.json"), "--json")
    expect(checked.returncode == 0 and json.loads(checked.stdout)["characters"] == 2, f"and checked: {checked.stderr}")


def many_in_one_window(limber, folder):
    with at_the_window(limber, folder, [write_two_bars(folder)]) as person:
        person.wait_for(lambda s: s.get("steps", 0) > 10, "the bars")
        selects_by_a_click(person)
        pokes_one_that_is_not_selected(person)
        doubles_removes_and_takes_back(person)
        doubles_fast(person)
        moves_one(person)
        rebuilds_the_shared_model_and_one_alone(person)
        goes_back_with_all(person)
        saves_and_opens_again(limber, person, folder)
        person.close_the_window()


def shows_all_in_a_narrow_window(limber, folder):
    """What a scene's camera shows in the usual window it shows in any."""
    path = write_two_bars(folder)
    with open(path) as file:
        scene = json.load(file)
    scene["camera"] = {"eye": [0.5, 0.6, 3.2], "target": [0.5, 0.6, 0], "up": [0, 1, 0], "field_of_view": 36}
    with open(path, "w") as out:
        json.dump(scene, out)
    with at_the_window(limber, folder, [path], 640, 900) as person:
        state = there(person, 2)
        x, _, width, _ = state["view"]
        person.look("narrow")
        for name, (at, *_) in state["bodies"].items():
            expect(x + 20 < at < x + width - 20, f"{name} is seen: {at} of {x} to {x + width}")


if __name__ == "__main__":
    tell(many_in_one_window, shows_all_in_a_narrow_window)
