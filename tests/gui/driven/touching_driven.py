"""Edits friction and contact points with the mouse: usage touching_driven.py LIMBER [FOLDER_FOR_PICTURES].

Friction is dragged while a cube stands on its floor, without a rebuild. New contact points are built on release. Their
density is painted. A slope leans in a scene with z up. Skipped if there is no X server.
"""

import json
import os

from app_driver import different_pixels, expect, run_command, run_scenarios, running_app
from bar_scene import write_bar_scene

SECTIONS_ABOVE = ("Subspace", "Clusters", "Material and step", "Handles", "Rig and clip")


def write_free_bar(folder, name, up):
    """Writes a cube without a rig on a floor, for any up axis."""
    path = write_bar_scene(folder, (9, 9, 9))
    with open(path) as file:
        scene = json.load(file)
    eye = [2.4, 1.2, 4.6] if up == 1 else [2.4, -4.6, 1.2]
    axis = [1.0 if i == up else 0.0 for i in range(3)]
    scene.update(name=name, rig="none", clips=[], modes=8,
                 contact={"floor": True, "points": 40},
                 material={"young": 2e5, "density": 1000},  # stiff, so that it keeps its shape
                 step={"gravity": [-9.81 * a for a in axis], "damping": 2.0},
                 camera={"eye": eye, "target": [0.0, 0.5, 0], "up": axis, "field_of_view": 35})
    scene.pop("active_clip", None)
    path = os.path.join(folder, f"{name}.json".lower())
    with open(path, "w") as file:
        json.dump(scene, file)
    return path


def open_section(app):
    for name in SECTIONS_ABOVE:
        if name in app.next_state()["widgets"]:
            app.click(*app.centre_of(name))
    app.click(*app.centre_of("Surroundings"))
    app.wait_for_widget("Floor friction")


def slide(app, name, share):
    """Drags a slider to a fraction of its range without releasing it."""
    x, y, width, _ = app.centre_and_size(name)
    app.drag((x, y), (x + (share - 0.5) * width, y), steps=8)


def changes_friction_live(app):
    before = app.next_state()
    slide(app, "Floor friction", 0.1)
    state = app.wait_for(lambda s: s["floor_friction"] < 0.4, "less friction")
    expect(not state["building"] and state["steps"] > before["steps"], "nothing is built and the motion continues")
    app.release()
    after = app.wait_for(lambda s: s["undo_entries"] > before["undo_entries"], "an undo entry")
    expect(not after["building"], "nothing is built after the release")
    app.key("ctrl+z")
    app.wait_for(lambda s: s["floor_friction"] == before["floor_friction"], "the earlier friction")


def builds_contact_points_on_release(app):
    before = app.next_state()
    slide(app, "Contact points", 0.4)
    app.next_state()
    state = app.next_state()
    expect(state["touchable"] == before["touchable"] and not state["building"], "nothing is built during the drag")
    app.release()
    state = app.wait_for(lambda s: s["touchable"][0] > 100 and not s["building"], "more points")
    app.screenshot("more_points")
    app.wait_for(lambda s: s["undo_entries"] > before["undo_entries"], "an undo entry")
    app.key("ctrl+z")
    app.wait_for(lambda s: s["touchable"] == before["touchable"], "the earlier points")


def height_seen(app, height):
    """Returns the approximate pixel of the standing cube at a height [m]."""
    state = app.next_state()
    middle = next(iter(state["bodies"].values()))
    return middle[0], middle[1] + (0.6 - height) * state["view"][3] / 3.3


def stroke(app, start, end):
    """Paints a stroke and waits until it can be undone."""
    entries = app.next_state()["undo_entries"]
    app.drag(height_seen(app, start), height_seen(app, end))
    app.release()
    app.wait_for(lambda s: not s["holding"] and s["undo_entries"] > entries, "the stroke to end")


def paints_contact_density(app):
    before = app.next_state()
    plain = app.screenshot("unpainted", before["view"])
    app.click(*app.centre_of("Paint where it touches"))
    app.wait_for(lambda s: s["holds_brush"], "the brush")
    stroke(app, 1.0, 0.8)
    more = app.wait_for(lambda s: s["touchable"][1][1] > before["touchable"][1][1] + 0.02 and not s["building"],
                        "more points in the painted area")
    expect(more["touchable"][0] == 40, "the count is unchanged")
    painted = app.screenshot("painted", before["view"])
    app.screenshot("painted_window")
    expect(different_pixels(plain, painted) > 1000, "the paint and the points are visible")
    app.hold_key("ctrl")
    erasing_strokes = 3  # the brush is soft: each stroke erases a part of the paint
    for _ in range(erasing_strokes):
        stroke(app, 1.0, 0.8)
    app.release_key("ctrl")
    app.wait_for(lambda s: s["touchable"][1][1] < more["touchable"][1][1] - 0.02 and not s["building"],
                 "fewer points in the erased area")
    fewer = app.wait_until_stable(lambda s: None if s["building"] else s["touchable"], "the points of the last stroke")
    app.screenshot("erased_window")
    for _ in range(erasing_strokes):
        app.key("ctrl+z")
    app.wait_for(lambda s: s["touchable"] == more["touchable"], "the erasing to be undone")
    app.key("ctrl+z")
    app.wait_for(lambda s: s["touchable"] == before["touchable"], "the first stroke to be undone")
    for _ in range(1 + erasing_strokes):
        app.key("ctrl+y")
    app.wait_for(lambda s: s["touchable"] == fewer["touchable"], "all strokes to be redone")
    app.key("Escape")
    app.wait_for(lambda s: not s["holds_brush"], "the brush to be left")
    return fewer["touchable"]


def saves_and_opens_again(limber, app, folder, touchable):
    path = os.path.join(folder, "kept.json")
    app.key("ctrl+shift+s")
    app.wait_for(lambda s: s["asks_for_file"], "the save dialog")
    app.next_state()
    app.key("ctrl+a")
    app.type(path)
    app.key("Return")
    app.wait_for(lambda s: any("Saved" in m and "kept.json" in m for m in s["messages"]), "the scene to be saved")
    with open(path) as file:
        scene = json.load(file)
    painted = scene["characters"][0]["character"]["contact"]["painted"]
    expect("levels" in painted, "the paint is saved")
    checked = run_command(limber, "check", path)
    expect(checked.returncode == 0, f"the saved scene is valid: {checked.stderr}")
    painted["levels"] = "00*%d" % painted["vertices"]
    blank = os.path.join(folder, "blank.json")
    with open(blank, "w") as file:
        json.dump(scene, file)
    refused = run_command(limber, "check", blank)
    expect(refused.returncode == 1 and "nothing could touch" in refused.stderr, f"a scene without contact points is rejected: {refused.stderr}")
    steps = app.next_state()["steps"]
    app.key("ctrl+o")
    app.wait_for(lambda s: s["asks_for_file"], "the open dialog")
    app.key("ctrl+a")
    app.type(path)
    app.key("Return")
    app.wait_for(lambda s: s.get("steps", steps) < steps, "the scene to restart")
    app.wait_for(lambda s: s["touchable"] == touchable and not s["building"], "the points to return")


def leans_a_slope(app):
    app.click(*app.centre_of("Add Slope"))
    state = app.wait_for_widget("Lean y")
    expect("Lean x" in state["widgets"] and "Lean z" not in state["widgets"], "the slope leans about the horizontal axes")
    app.screenshot("slope_window")
    start = state["obstacles"][0][1]
    slide(app, "Place x", 0.7)
    app.release()
    app.wait_for(lambda s: s["obstacles"][0][1][0] != start[0], "the slope to move")
    x, y = app.centre_of("Place x")
    app.move_mouse(x, y)
    app.press(3)
    app.release(3)
    app.wait_for(lambda s: s["obstacles"][0][1] == start, "the slope at its first position")


def sets_the_friction(limber, folder):
    recording = os.path.join(folder, "session.json")
    with running_app(limber, folder, ["--record", recording, write_free_bar(folder, "Standing", 1)], 1280, 1000) as app:
        app.wait_for(lambda s: s.get("scene") == "Standing" and s["steps"] > 5, "the cube")
        open_section(app)
        changes_friction_live(app)
        app.quit()
    replayed = run_command(limber, "replay", recording, "--json")
    expect(replayed.returncode == 0, f"the friction change is replayed: {replayed.stderr}")
    expect(json.loads(replayed.stdout)["segments"] == 1, "the session is one segment")


def sets_the_contact_points(limber, folder):
    with running_app(limber, folder, [write_free_bar(folder, "Standing", 1)], 1280, 1000) as app:
        app.wait_for(lambda s: s.get("scene") == "Standing" and s["steps"] > 5, "the cube")
        open_section(app)
        builds_contact_points_on_release(app)
        saves_and_opens_again(limber, app, folder, paints_contact_density(app))


def adds_a_slope_with_z_up(limber, folder):
    with running_app(limber, folder, [write_free_bar(folder, "Lying", 2)], 1280, 1000) as app:
        app.wait_for(lambda s: s.get("scene") == "Lying" and s["steps"] > 5, "the cube")
        open_section(app)
        leans_a_slope(app)


if __name__ == "__main__":
    run_scenarios(sets_the_friction, sets_the_contact_points, adds_a_slope_with_z_up)
