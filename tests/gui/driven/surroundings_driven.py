"""Sets up what a character runs into as a person would: usage surroundings_driven.py LIMBER [FOLDER_FOR_PICTURES].

A bar falls on its floor. A ball is added by mouse, moved under it by the gizmo, felt, taken back by undo, brought again,
saved and opened again. Then every kind of obstacle is added, moved or turned by a number and deleted, and the bar is
pulled where it lies, under both laws of friction. Skipped where there is no X server to be had.
"""

import json
import os

from bar_scene import write_bar_scene
from person import at_the_window, different_pixels, expect, ran, tell


def write_falling_bar(folder):
    """The bar without a rig, above a level ground."""
    path = write_bar_scene(folder)
    with open(path) as file:
        scene = json.load(file)
    scene.update(name="Falling bar", rig="none", clips=[], modes=8,
                 contact={"points": 40, "obstacles": [{"shape": "ground", "point": [0, -0.4, 0], "normal": [0, 1, 0]}]},
                 step={"gravity": [0, -9.81, 0], "damping": 2.0},
                 camera={"eye": [1.9, 1.3, 3.4], "target": [0.2, 0.2, 0], "up": [0, 1, 0], "field_of_view": 35})
    scene.pop("active_clip", None)
    falling = os.path.join(folder, "falling.json")
    with open(falling, "w") as file:
        json.dump(scene, file)
    return falling


def place_of(state, kind):
    return next(obstacle[1] for obstacle in state["obstacles"] if obstacle[0] == kind)


def seen_at(state, kind):
    return next(obstacle[2] for obstacle in state["obstacles"] if obstacle[0] == kind)


def open_sections(person):
    for name in ("Subspace", "Clusters", "Material and step", "Handles", "Rig and clip"):
        if "Contacts" not in person.next_state()["widgets"] or name != "Handles":
            person.click(*person.middle_of(name))
    person.click(*person.middle_of("Surroundings"))


def stops_on_the_ground(person):
    """Where it may still rock, the time goes on once more."""
    while True:
        person.wait_for(lambda s: s["contacts"] > 3 and s["steps"] > 100, "the bar on the ground")
        person.click(*person.middle_of("Play"))
        state = person.stand_still()
        if state["contacts"] > 3:
            return state
        person.click(*person.middle_of("Play"))


def sees_the_forces(person):
    """The bar comes to rest on the ground, and its contacts can be drawn."""
    area = stops_on_the_ground(person)["view"]
    before = person.look("without_contacts", area)
    person.click(*person.middle_of("Contacts"))
    with_forces = person.look("contacts", area)
    expect(different_pixels(before, with_forces) > 200, "the contacts are drawn")
    steps = steps_of_the_fall(person)
    person.click(*person.middle_of("Play"))
    return steps


def adds_a_ball(person):
    area = person.next_state()["view"]
    before = person.look("before_the_ball", area)
    person.click(*person.middle_of("Add Ball"))
    state = person.wait_for(lambda s: len(s["obstacles"]) == 2, "the ball")
    expect(state["selection"] == "obstacle 1", state["selection"])
    expect(different_pixels(before, person.look("ball", area)) > 500, "the ball is drawn")
    return place_of(state, "Ball")


def moves_it_under_the_bar(person, start):
    """By the knob of the gizmo, up in the picture; then the bar is set back above it."""
    state = person.next_state()
    x, y = seen_at(state, "Ball")
    bar = next(iter(state["bodies"].values()))
    person.drag((x, y), (bar[0], y), steps=12)
    person.release()
    state = person.wait_for(lambda s: not s["holding"] and place_of(s, "Ball") != start, "the ball elsewhere")
    person.look("ball_under_the_bar")
    expect(state["modes"] == 8 and not state["building"], "nothing of the subspace is built anew")
    return place_of(state, "Ball")


def steps_of_the_fall(person):
    """From the start, step by step, until it touches something; the time stands still."""
    person.click(*person.middle_of("Reset"))
    state = person.wait_for(lambda s: s["steps"] == 0, "the start")
    expect(state["contacts"] == 0, "it begins in the air")
    while state["contacts"] == 0:
        steps = state["steps"]
        person.key("Right")
        state = person.wait_for(lambda s: s["steps"] == steps + 1, "a step")
    return state["steps"]


def feels_it(person, steps_to_the_ground):
    """From the start again the bar falls on the ball, and does not come as low as before."""
    person.click(*person.middle_of("Play"))
    person.stand_still()
    steps = steps_of_the_fall(person)
    person.look("touching")
    expect(steps < steps_to_the_ground, f"the ball is hit in {steps} steps, and the ground in {steps_to_the_ground}")
    person.click(*person.middle_of("Play"))


def takes_it_back_and_brings_it_again(person, moved, start):
    person.key("ctrl+z")
    person.wait_for(lambda s: place_of(s, "Ball") == start, "the ball where it came in")
    person.key("ctrl+z")
    person.wait_for(lambda s: len(s["obstacles"]) == 1, "no ball")
    person.key("ctrl+shift+z")
    person.key("ctrl+shift+z")
    person.wait_for(lambda s: len(s["obstacles"]) == 2 and place_of(s, "Ball") == moved, "the ball again")


def selects_it_by_click_and_removes_it(person):
    """While the bar stands in it, where both were set: its lower half is free."""
    person.click(*person.middle_of("Play"))
    person.stand_still()
    person.click(*person.middle_of("Reset"))
    person.wait_for(lambda s: s["steps"] == 0, "the start")
    person.point_at(700, 40)
    person.key("Escape")
    person.wait_for(lambda s: s["selection"] == "", "nothing selected")
    x, y = seen_at(person.next_state(), "Ball")
    person.click(x, y + 70)
    person.wait_for(lambda s: s["selection"] == "obstacle 1", "the ball, by a click")
    person.look("selected_ball")
    person.key("Delete")
    person.wait_for(lambda s: len(s["obstacles"]) == 1, "the ball to go")
    person.key("ctrl+z")
    person.wait_for(lambda s: len(s["obstacles"]) == 2, "the ball to come back")
    person.click(*person.middle_of("Play"))


def saves_and_opens_again(person, folder, moved):
    path = os.path.join(folder, "with_ball.json")
    person.key("ctrl+s")
    person.wait_for(lambda s: s["asks_for_file"], "the question for a file")
    person.next_state()
    person.key("ctrl+a")
    person.type(path)
    person.next_state()
    person.key("Return")
    person.wait_for(lambda s: any("Saved" in message for message in s["messages"]), "the scene to be saved")
    with open(path) as file:
        saved = json.load(file)["contact"]["obstacles"]
    expect([obstacle["shape"] for obstacle in saved] == ["ground", "ball"], f"the ground and the ball: {saved}")
    return path


def sets_up_what_it_falls_on(limber, folder):
    tape = os.path.join(folder, "tape.json")
    with at_the_window(limber, folder, ["--record", tape, write_falling_bar(folder)], 1280, 1000) as person:
        person.wait_for(lambda s: s.get("scene") == "Falling bar" and s["steps"] > 5, "the bar")
        open_sections(person)
        steps = sees_the_forces(person)
        start = adds_a_ball(person)
        moved = moves_it_under_the_bar(person, start)
        feels_it(person, steps)
        takes_it_back_and_brings_it_again(person, moved, start)
        selects_it_by_click_and_removes_it(person)
        path = saves_and_opens_again(person, folder, moved)
        person.close_the_window()
    replays_with_few_models(limber, tape)
    with at_the_window(limber, folder, [path], 1280, 1000) as person:
        state = person.wait_for(lambda s: s.get("steps", 0) > 5, "the scene that was saved")
        expect(len(state["obstacles"]) == 2, "with its obstacles")
        expect(max(abs(a - b) for a, b in zip(place_of(state, "Ball"), moved)) < 1e-9, f"{state['obstacles']}")
        person.wait_for(lambda s: s["contacts"] > 0, "the bar to touch it")
        person.look("opened_again")


def replays_with_few_models(limber, tape):
    """A drag of the ball is one thing that happened, however many frames it took."""
    replayed = ran(limber, "replay", tape, "--json")
    expect(replayed.returncode == 0, f"the session is replayed, the drag too: {replayed.stderr}")
    segments = json.loads(replayed.stdout)["segments"]
    expect(segments <= 12, f"{segments} segments")


# Of each kind, the number that turns or moves it, and what is typed there.
NUMBERS = {"Ball": ("Place y", "0.3"), "Capsule": ("To y", "0.4"), "Block": ("Turn z", "30"), "Hills": ("Turn y", "40"),
           "Slope": ("Lean z", "20")}


def adds_changes_and_deletes(person, kind):
    area = person.next_state()["view"]
    before = person.look("before_" + kind, area)
    person.click(*person.middle_of("Add " + kind))
    state = person.wait_for(lambda s: len(s["obstacles"]) == 2 and s["selection"] == "obstacle 1", kind)
    person.next_state()
    added = person.look("added_" + kind, area)
    expect(different_pixels(before, added) > 6000, f"{kind} is seen")
    person.type_number(*NUMBERS[kind])
    expect(different_pixels(added, person.look("changed_" + kind, area)) > 300, f"{kind} is seen elsewhere, or turned")
    person.key("Delete")
    person.wait_for(lambda s: len(s["obstacles"]) == 1, f"{kind} to go")


def pulls_what_touches(person):
    """The flesh is pulled while it lies on the ground, under either law of friction."""
    for law in ("Coulomb", "Damped"):
        if law == "Damped":
            x, y, _, height = person.middle_and_size("Friction law")
            person.click(x, y)
            person.click(x, y + 2.2 * height)
            person.wait_for(lambda s: "Kept speed" in s["widgets"], "damped friction")
        person.wait_for(lambda s: s["contacts"] > 3, "the bar on the ground")
        x, y = person.at_rest(lambda s: [round(place) for place in s["flesh"]], "the bar to lie still")["flesh"]
        person.drag((x, y), (x - 60, y - 60))
        state = person.wait_for(lambda s: s["holding"] and s["contacts"] > 0, "a pull while it touches")
        person.look("pulled_" + law)
        person.release()
        person.wait_for(lambda s: not s["holding"], "the hand to let go")


def sets_up_every_kind(limber, folder):
    with at_the_window(limber, folder, [write_falling_bar(folder)], 1280, 1000) as person:
        person.wait_for(lambda s: s.get("scene") == "Falling bar" and s["steps"] > 5, "the bar")
        open_sections(person)
        expect(stops_on_the_ground(person)["contacts_left_out"] == 0, "nothing is left out")
        for kind in NUMBERS:
            adds_changes_and_deletes(person, kind)
        person.click(*person.middle_of("Play"))
        pulls_what_touches(person)


def touches_the_body_at_the_end_of_the_stairs(limber, folder):
    """Where it comes to rest, no obstacle stands between it and who looks."""
    scenes = os.path.join(os.path.dirname(__file__), "..", "..", "..", "assets", "scenes")
    scene = os.path.abspath(os.path.join(scenes, "toy_block_downstairs.json"))
    with at_the_window(limber, folder, [scene]) as person:
        person.wait_for(lambda s: s.get("time", 0) > 5, "the block to come down")
        person.click(*person.middle_of("Play"))
        x, y = person.stand_still()["flesh"]
        person.look("downstairs")
        person.point_at(x, y)
        person.press()
        state = person.next_state()
        expect(state["handles"] == 1, f"the flesh is under the mouse, and not {state['selection'] or 'the floor'}")
        person.release()


if __name__ == "__main__":
    tell(sets_up_what_it_falls_on, sets_up_every_kind, touches_the_body_at_the_end_of_the_stairs)
