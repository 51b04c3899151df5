"""Selects, pokes, duplicates, moves and removes many characters with the mouse, undoes this, saves the scene and opens
it again: usage characters_driven.py LIMBER [FOLDER_FOR_PICTURES]."""

import json
import math
import os

from app_driver import different_pixels, expect, run_command, run_scenarios, running_app
from bar_scene import write_bar_scene
from window_driven import screenshot_without_hover


def write_two_bars(folder):
    write_bar_scene(folder)
    path = os.path.join(folder, "two.json")
    with open(path, "w") as out:
        json.dump({"format": "limber-scene", "version": 1, "name": "Two bars",
                   "characters": [{"scene": "bar.json"}, {"scene": "bar.json", "at": [1.0, 0, 0], "heading": 20}]}, out)
    return path


def wait_for_characters(app, count):
    return app.wait_for(lambda s: s.get("characters") == count and len(s["bodies"]) == count and not s["building"],
                        f"{count} characters")


def selects_by_a_click(app):
    state = wait_for_characters(app, 2)
    expect(state["selected"] == "Bar 1", "the first one is selected")
    before = screenshot_without_hover(app, "first_selected")
    app.click(*state["bodies"]["Bar 2"][:2])
    state = app.wait_for(lambda s: s["selected"] == "Bar 2", "the other one to be selected")
    expect(state["selection"] == "", "none of its bones is selected")
    after = screenshot_without_hover(app, "second_selected")
    expect(different_pixels(before, after) > 200, "the selection is visible")
    app.key("Tab")
    app.wait_for(lambda s: s["selected"] == "Bar 1", "the next character")


def pokes_an_unselected_character(app):
    x, y = app.next_state()["bodies"]["Bar 2"][:2]
    app.drag((x, y - 40), (x + 70, y - 80))
    state = app.wait_for(lambda s: s["handles"] == 1 and s["secondary_motion"] > 0.03, "the body to follow")
    expect(state["selected"] == "Bar 2", "the poked character is selected")
    app.screenshot("poked_other")
    app.release()
    app.wait_for(lambda s: s["handles"] == 0 and s["secondary_motion"] < 1e-3, "the body to come to rest")


def duplicates_removes_and_undoes(app):
    app.move_mouse(700, 40)
    calls = app.wait_until_settled("draw_calls")["draw_calls"]
    app.key("ctrl+d")
    state = wait_for_characters(app, 3)
    expect(app.wait_until_settled("draw_calls")["draw_calls"] == calls, "the duplicate is drawn in the same calls")
    expect(state["selected"] == "Bar 3" and state["sharers"] == 3, "the duplicate is selected and shares the model")
    app.screenshot("three")
    app.key("ctrl+z")
    wait_for_characters(app, 2)
    app.key("ctrl+y")
    wait_for_characters(app, 3)
    app.key("Delete")
    state = wait_for_characters(app, 2)
    app.key("ctrl+z")
    wait_for_characters(app, 3)
    app.key("ctrl+z")
    wait_for_characters(app, 2)


def duplicates_quickly(app):
    """Duplicates made before the previous one is simulated do not overlap."""
    app.key("ctrl+d")
    app.key("ctrl+d")
    app.key("ctrl+d")
    state = wait_for_characters(app, 5)
    places = [body[3] for body in state["bodies"].values()]
    nearest = min(math.dist(a, b) for i, a in enumerate(places) for b in places[:i])
    expect(nearest > 0.25, f"no two bodies overlap: the nearest two are {nearest} m apart")
    app.screenshot("five")
    frames_all_characters(app)
    for count in (4, 3, 2):
        app.key("ctrl+z")
        wait_for_characters(app, count)


def frames_all_characters(app):
    """The view is framed as closely as possible."""
    app.key("shift+f")
    state = app.wait_until_stable(lambda s: None if s["gliding"] else s["camera"], "the camera to stop")
    x, y, width, height = state["view"]
    seen = [body[:2] for body in state["bodies"].values()]
    expect(all(x < at[0] < x + width and y < at[1] < y + height for at in seen), f"all are visible: {seen}")
    across = max(at[0] for at in seen) - min(at[0] for at in seen)
    expect(across > 0.45 * width, f"they fill the picture: {across} of {width} pixels from the first to the last")
    app.screenshot("framed")


def moves_a_character(app):
    state = app.next_state()
    app.click(*state["bodies"]["Bar 1"][:2])
    app.wait_for(lambda s: s["selected"] == "Bar 1", "the first one")
    app.key("m")
    state = app.wait_for(lambda s: s["selection"] == "whole rig", "the gizmo of the whole rig")
    x, y = state["bodies"]["Bar 1"][:2]
    other = state["bodies"]["Bar 2"][:2]
    app.drag((x, y), (x - 120, y))
    app.release()
    state = app.wait_for(lambda s: s["bodies"]["Bar 1"][0] < x - 80, "the body to be moved")
    expect(abs(state["bodies"]["Bar 2"][0] - other[0]) < 2, "the other character stays")
    app.screenshot("moved")
    app.key("ctrl+z")
    app.wait_for(lambda s: abs(s["bodies"]["Bar 1"][0] - x) < 3, "the body at its old position")
    app.key("ctrl+y")
    app.wait_for(lambda s: s["bodies"]["Bar 1"][0] < x - 80, "the move again")
    app.key("Escape")


def rebuilds_the_shared_model_and_one_alone(app):
    steps = app.next_state()["steps"]
    expect(steps > 10, "all characters move")
    if "Modes" not in app.next_state()["widgets"]:
        app.click(*app.centre_of("Rig and clip"))  # its rows push the others out of the panel
    app.type_number("Modes", "5")
    state = app.wait_for(lambda s: s["modes"] == 5 and not s["building"], "five modes")
    expect(state["steps"] > steps, "no character restarts")
    app.move_mouse(700, 40)
    app.next_state()
    app.key("Tab")
    app.wait_for(lambda s: s["selected"] == "Bar 2" and s["modes"] == 5, "the other character shares the model")
    app.click(*app.centre_of("Make unique"))
    app.wait_for(lambda s: s["sharers"] == 1, "a model of its own")
    app.type_number("Modes", "1e9")
    state = app.wait_for(lambda s: "Limit of Modes" in s["widgets"], "the message about the limit")
    app.screenshot("limit_of_modes")
    app.key("ctrl+z")
    app.wait_for(lambda s: "Limit of Modes" not in s["widgets"], "the message to disappear with the value")
    app.key("ctrl+y")
    state = app.wait_for(lambda s: s["wanted_modes"] > 7, "the most modes again")
    most = state["wanted_modes"]
    expect(most == min(64, state["vertices"] // 8), f"as many modes as the body allows: {most}")
    app.wait_for(lambda s: s["modes"] == most and not s["building"], "the most modes")
    app.type_number("Modes", "7")
    app.wait_for(lambda s: s["modes"] == 7 and not s["building"], "seven modes")
    app.move_mouse(700, 40)
    app.next_state()
    app.key("Tab")
    app.wait_for(lambda s: s["selected"] == "Bar 1" and s["modes"] == 5, "the first character keeps five modes")


def steps_back_with_all_characters(app):
    app.key("space")
    state = app.wait_until_paused()
    then = {name: body[2] for name, body in state["bodies"].items()}
    app.key("Right")
    state = app.wait_for(lambda s: s["steps"] == state["steps"] + 1, "a step")
    expect(all(state["bodies"][name][2] != value for name, value in then.items()), "all characters take it")
    app.key("Left")
    app.wait_for(lambda s: all(s["bodies"][name][2] == value for name, value in then.items()), "the step before")
    app.key("space")


def saves_and_opens_again(limber, app, folder):
    app.key("ctrl+shift+s")
    app.wait_for(lambda s: s["asks_for_file"], "the file browser")
    app.key("ctrl+a")
    app.type(os.path.join(folder, "saved.json"))
    app.key("Return")
    app.wait_for(lambda s: any("Saved" in m and "saved.json" in m for m in s["messages"]), "the scene to be saved")
    simulated = run_command(limber, "simulate", os.path.join(folder, "saved.json"), "--frames", "3", "--json")
    expect(simulated.returncode == 0, f"the saved scene is simulated: {simulated.stderr}")
    result = json.loads(simulated.stdout)
    expect(result["characters"] == 2 and result["models"] == 2, f"two characters of two models: {result}")
    checked = run_command(limber, "check", os.path.join(folder, "saved.json"), "--json")
    expect(checked.returncode == 0 and json.loads(checked.stdout)["characters"] == 2, f"the saved scene is checked: {checked.stderr}")


def edits_many_characters(limber, folder):
    with running_app(limber, folder, [write_two_bars(folder)]) as app:
        app.wait_for(lambda s: s.get("steps", 0) > 10, "the bars")
        selects_by_a_click(app)
        pokes_an_unselected_character(app)
        duplicates_removes_and_undoes(app)
        duplicates_quickly(app)
        moves_a_character(app)
        rebuilds_the_shared_model_and_one_alone(app)
        steps_back_with_all_characters(app)
        saves_and_opens_again(limber, app, folder)
        app.quit()


def shows_all_in_a_narrow_window(limber, folder):
    """A narrow window shows the same width as the usual window."""
    path = write_two_bars(folder)
    with open(path) as file:
        scene = json.load(file)
    scene["camera"] = {"eye": [0.5, 0.6, 3.2], "target": [0.5, 0.6, 0], "up": [0, 1, 0], "field_of_view": 36}
    with open(path, "w") as out:
        json.dump(scene, out)
    with running_app(limber, folder, [path], 640, 900) as app:
        state = wait_for_characters(app, 2)
        x, _, width, _ = state["view"]
        app.screenshot("narrow")
        for name, (at, *_) in state["bodies"].items():
            expect(x + 20 < at < x + width - 20, f"{name} is visible: {at} of {x} to {x + width}")


if __name__ == "__main__":
    run_scenarios(edits_many_characters, shows_all_in_a_narrow_window)
