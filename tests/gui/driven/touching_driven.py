"""How a body touches, set as a person would: usage touching_driven.py LIMBER [FOLDER_FOR_PICTURES].

Friction is dragged while a cube stands on its floor, and nothing is built for it; other contact points are built once the hand
lets go; where they lie is painted; and a slope leans though z is up. Skipped where there is no X server to be had.
"""

import json
import os

from bar_scene import write_bar_scene
from person import at_the_window, different_pixels, expect, ran, tell

SECTIONS_ABOVE = ("Subspace", "Clusters", "Material and step", "Handles", "Rig and clip")


def write_free_bar(folder, name, up):
    """A cube without a rig; its floor lies under it, whichever axis is up."""
    path = write_bar_scene(folder, (9, 9, 9))
    with open(path) as file:
        scene = json.load(file)
    eye = [2.4, 1.2, 4.6] if up == 1 else [2.4, -4.6, 1.2]
    axis = [1.0 if i == up else 0.0 for i in range(3)]
    scene.update(name=name, rig="none", clips=[], modes=8,
                 contact={"floor": True, "points": 40},
                 material={"young": 2e5, "density": 1000},  # so stiff that it keeps its shape
                 step={"gravity": [-9.81 * a for a in axis], "damping": 2.0},
                 camera={"eye": eye, "target": [0.0, 0.5, 0], "up": axis, "field_of_view": 35})
    scene.pop("active_clip", None)
    path = os.path.join(folder, f"{name}.json".lower())
    with open(path, "w") as file:
        json.dump(scene, file)
    return path


def open_section(person):
    for name in SECTIONS_ABOVE:
        if name in person.next_state()["widgets"]:
            person.click(*person.middle_of(name))
    person.click(*person.middle_of("Surroundings"))
    person.state_with("Floor friction")


def slide(person, name, share):
    """To this share of the slider's way, and does not let go."""
    x, y, width, _ = person.middle_and_size(name)
    person.drag((x, y), (x + (share - 0.5) * width, y), steps=8)


def turns_friction_live(person):
    before = person.next_state()
    slide(person, "Floor friction", 0.1)
    state = person.wait_for(lambda s: s["floor_friction"] < 0.4, "less friction")
    expect(not state["building"] and state["steps"] > before["steps"], "nothing is built, and all goes on")
    person.release()
    after = person.wait_for(lambda s: s["undo_entries"] > before["undo_entries"], "an entry for it")
    expect(not after["building"], "nor afterwards")
    person.key("ctrl+z")
    person.wait_for(lambda s: s["floor_friction"] == before["floor_friction"], "the friction of before")


def builds_points_once_the_hand_lets_go(person):
    before = person.next_state()
    slide(person, "Contact points", 0.4)
    person.next_state()
    state = person.next_state()
    expect(state["touchable"] == before["touchable"] and not state["building"], "nothing is built under the hand")
    person.release()
    state = person.wait_for(lambda s: s["touchable"][0] > 100 and not s["building"], "more points")
    person.look("more_points")
    person.wait_for(lambda s: s["undo_entries"] > before["undo_entries"], "an entry for it")
    person.key("ctrl+z")
    person.wait_for(lambda s: s["touchable"] == before["touchable"], "the points of before")


def height_seen(person, height):
    """Where the standing cube is seen at a height [m], about."""
    state = person.next_state()
    middle = next(iter(state["bodies"].values()))
    return middle[0], middle[1] + (0.6 - height) * state["view"][3] / 3.3


def stroke(person, start, end):
    """Ends when it can be taken back."""
    entries = person.next_state()["undo_entries"]
    person.drag(height_seen(person, start), height_seen(person, end))
    person.release()
    person.wait_for(lambda s: not s["holding"] and s["undo_entries"] > entries, "the stroke to end")


def paints_where_it_touches(person):
    before = person.next_state()
    plain = person.look("unpainted", before["view"])
    person.click(*person.middle_of("Paint where it touches"))
    person.wait_for(lambda s: s["holds_brush"], "the brush")
    stroke(person, 1.0, 0.8)
    more = person.wait_for(lambda s: s["touchable"][1][1] > before["touchable"][1][1] + 0.02 and not s["building"],
                           "points where it was painted")
    expect(more["touchable"][0] == 40, "as many as before")
    painted = person.look("painted", before["view"])
    person.look("painted_window")
    expect(different_pixels(plain, painted) > 1000, "the paint and the points are seen")
    person.hold_key("ctrl")
    erasing_strokes = 3  # the brush is soft: each takes away a part of what was painted
    for _ in range(erasing_strokes):
        stroke(person, 1.0, 0.8)
    person.let_go_of_key("ctrl")
    person.wait_for(lambda s: s["touchable"][1][1] < more["touchable"][1][1] - 0.02 and not s["building"],
                    "fewer points where it was erased")
    fewer = person.at_rest(lambda s: None if s["building"] else s["touchable"], "the points of the last stroke")
    person.look("erased_window")
    for _ in range(erasing_strokes):
        person.key("ctrl+z")
    person.wait_for(lambda s: s["touchable"] == more["touchable"], "the erasing to be taken back")
    person.key("ctrl+z")
    person.wait_for(lambda s: s["touchable"] == before["touchable"], "the first stroke to be taken back")
    for _ in range(1 + erasing_strokes):
        person.key("ctrl+y")
    person.wait_for(lambda s: s["touchable"] == fewer["touchable"], "all of them again")
    person.key("Escape")
    person.wait_for(lambda s: not s["holds_brush"], "the hand to be empty")
    return fewer["touchable"]


def saves_and_opens_again(limber, person, folder, touchable):
    path = os.path.join(folder, "kept.json")
    person.key("ctrl+s")
    person.wait_for(lambda s: s["asks_for_file"], "the question where to")
    person.next_state()
    person.key("ctrl+a")
    person.type(path)
    person.key("Return")
    person.wait_for(lambda s: any("Saved" in m and "kept.json" in m for m in s["messages"]), "the scene to be saved")
    with open(path) as file:
        scene = json.load(file)
    expect("levels" in scene["contact"]["painted"], "with what was painted")
    checked = ran(limber, "check", path)
    expect(checked.returncode == 0, f"the saved scene is sound: {checked.stderr}")
    scene["contact"]["painted"]["levels"] = "00*%d" % scene["contact"]["painted"]["vertices"]
    blank = os.path.join(folder, "blank.json")
    with open(blank, "w") as file:
        json.dump(scene, file)
    refused = ran(limber, "check", blank)
    expect(refused.returncode == 1 and "nothing could touch" in refused.stderr, f"refused: {refused.stderr}")
    steps = person.next_state()["steps"]
    person.key("ctrl+o")
    person.wait_for(lambda s: s["asks_for_file"], "the question what")
    person.key("ctrl+a")
    person.type(path)
    person.key("Return")
    person.wait_for(lambda s: s.get("steps", steps) < steps, "another beginning")
    person.wait_for(lambda s: s["touchable"] == touchable and not s["building"], "the points to come back")


def leans_a_slope(person):
    person.click(*person.middle_of("Add Slope"))
    state = person.state_with("Lean y")
    expect("Lean x" in state["widgets"] and "Lean z" not in state["widgets"], "across the gravity, which is along z")
    person.look("slope_window")
    start = state["obstacles"][0][1]
    slide(person, "Place x", 0.7)
    person.release()
    person.wait_for(lambda s: s["obstacles"][0][1][0] != start[0], "the slope elsewhere")
    x, y = person.middle_of("Place x")
    person.point_at(x, y)
    person.press(3)
    person.release(3)
    person.wait_for(lambda s: s["obstacles"][0][1] == start, "the place where it was added")


def sets_how_it_touches(limber, folder):
    tape = os.path.join(folder, "tape.json")
    with at_the_window(limber, folder, ["--record", tape, write_free_bar(folder, "Standing", 1)], 1280, 1000) as person:
        person.wait_for(lambda s: s.get("scene") == "Standing" and s["steps"] > 5, "the cube")
        open_section(person)
        turns_friction_live(person)
        person.close_the_window()
    replayed = ran(limber, "replay", tape, "--json")
    expect(replayed.returncode == 0, f"the friction is replayed too: {replayed.stderr}")
    expect(json.loads(replayed.stdout)["segments"] == 1, "as one motion of one model")


def paints_it(limber, folder):
    with at_the_window(limber, folder, [write_free_bar(folder, "Standing", 1)], 1280, 1000) as person:
        person.wait_for(lambda s: s.get("scene") == "Standing" and s["steps"] > 5, "the cube")
        open_section(person)
        builds_points_once_the_hand_lets_go(person)
        saves_and_opens_again(limber, person, folder, paints_where_it_touches(person))


def leans_where_z_is_up(limber, folder):
    with at_the_window(limber, folder, [write_free_bar(folder, "Lying", 2)], 1280, 1000) as person:
        person.wait_for(lambda s: s.get("scene") == "Lying" and s["steps"] > 5, "the cube")
        open_section(person)
        leans_a_slope(person)


if __name__ == "__main__":
    tell(sets_how_it_touches, paints_it, leans_where_z_is_up)
