"""Edits obstacles with the mouse: usage surroundings_driven.py LIMBER [FOLDER_FOR_PICTURES].

A bar falls on its floor. A ball is added by mouse, enlarged by a number, moved under the bar by the gizmo, hit, undone,
redone, saved and opened again. Then every kind of obstacle is added, moved or turned by a number and deleted, and the
bar is pulled on the floor, under both laws of friction. Skipped if there is no X server.
"""

import json
import os

from app_driver import different_pixels, expect, run_command, run_scenarios, running_app
from bar_scene import write_bar_scene


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


def position_of(state, kind):
    return next(obstacle[1] for obstacle in state["obstacles"] if obstacle[0] == kind)


def seen_at(state, kind):
    return next(obstacle[2] for obstacle in state["obstacles"] if obstacle[0] == kind)


def open_sections(app):
    for name in ("Subspace", "Material and step", "Handles", "Rig and clip"):  # these are open at first
        app.click(*app.centre_of(name))
    app.click(*app.centre_of("Surroundings"))


def stops_on_the_ground(app):
    """Pauses the bar on the ground; plays on if it has left the ground while rocking."""
    while True:
        app.wait_for(lambda s: s["contacts"] > 3 and s["steps"] > 100, "the bar on the ground")
        app.click(*app.centre_of("Play"))
        state = app.wait_until_paused()
        if state["contacts"] > 3:
            return state
        app.click(*app.centre_of("Play"))


def shows_the_contact_forces(app):
    """The bar comes to rest on the ground, and its contacts can be drawn."""
    area = stops_on_the_ground(app)["view"]
    before = app.screenshot("without_contacts", area)
    app.click(*app.centre_of("Contacts"))
    with_forces = app.screenshot("contacts", area)
    expect(different_pixels(before, with_forces) > 200, "the contacts are drawn")
    steps = steps_of_the_fall(app)
    app.click(*app.centre_of("Play"))
    return steps


RADIUS = "0.38"  # [m] of the ball: a new one is thinner than the bar, and would fit between its points of contact


def adds_a_ball(app):
    area = app.next_state()["view"]
    before = app.screenshot("before_the_ball", area)
    app.click(*app.centre_of("Add Ball"))
    state = app.wait_for(lambda s: len(s["obstacles"]) == 2, "the ball")
    expect(state["selection"] == "obstacle 1", state["selection"])
    small = app.screenshot("ball", area)
    expect(different_pixels(before, small) > 500, "the ball is drawn")
    app.type_number("Radius", RADIUS)
    expect(different_pixels(small, app.screenshot("large_ball", area)) > 5000, "the ball is enlarged")
    return position_of(state, "Ball")


def moves_the_ball_under_the_bar(app, start):
    """Drags the ball under the bar by the knob of the gizmo."""
    state = app.next_state()
    x, y = seen_at(state, "Ball")
    bar = next(iter(state["bodies"].values()))
    app.drag((x, y), (bar[0], y), steps=12)
    app.release()
    state = app.wait_for(lambda s: not s["holding"] and position_of(s, "Ball") != start, "the ball to move")
    app.screenshot("ball_under_the_bar")
    expect(state["modes"] == 8 and not state["building"], "the subspace is not rebuilt")
    return position_of(state, "Ball")


def steps_of_the_fall(app):
    """Resets and steps until the first contact. Returns the number of steps."""
    app.click(*app.centre_of("Reset"))
    state = app.wait_for(lambda s: s["steps"] == 0, "the start")
    expect(state["contacts"] == 0, "the bar starts in the air")
    while state["contacts"] == 0:
        steps = state["steps"]
        app.key("Right")
        state = app.wait_for(lambda s: s["steps"] == steps + 1, "a step")
    return state["steps"]


def lands_on_the_ball(app, steps_to_the_ground):
    """The bar falls on the ball and has contact earlier than on the ground."""
    app.click(*app.centre_of("Play"))
    app.wait_until_paused()
    steps = steps_of_the_fall(app)
    app.screenshot("touching")
    expect(steps < steps_to_the_ground, f"the ball is hit in {steps} steps, and the ground in {steps_to_the_ground}")
    app.click(*app.centre_of("Play"))


def undoes_and_redoes_the_ball(app, moved, start):
    app.key("ctrl+z")
    app.wait_for(lambda s: position_of(s, "Ball") == start, "the ball at its first position")
    app.key("ctrl+z")  # its radius
    app.key("ctrl+z")
    app.wait_for(lambda s: len(s["obstacles"]) == 1, "no ball")
    for _ in range(3):
        app.key("ctrl+shift+z")
    app.wait_for(lambda s: len(s["obstacles"]) == 2 and position_of(s, "Ball") == moved, "the ball again")


def selects_and_removes_the_ball(app):
    """Clicks the lower half of the ball, which is not inside the bar at the start."""
    app.click(*app.centre_of("Play"))
    app.wait_until_paused()
    app.click(*app.centre_of("Reset"))
    app.wait_for(lambda s: s["steps"] == 0, "the start")
    app.move_mouse(700, 40)
    app.key("Escape")
    app.wait_for(lambda s: s["selection"] == "", "nothing selected")
    x, y = seen_at(app.next_state(), "Ball")
    app.click(x, y + 70)
    app.wait_for(lambda s: s["selection"] == "obstacle 1", "the ball, by a click")
    app.screenshot("selected_ball")
    app.key("Delete")
    app.wait_for(lambda s: len(s["obstacles"]) == 1, "the ball to be removed")
    app.key("ctrl+z")
    app.wait_for(lambda s: len(s["obstacles"]) == 2, "the ball to return")
    app.click(*app.centre_of("Play"))


def saves_and_opens_again(app, folder, moved):
    path = os.path.join(folder, "with_ball.json")
    app.key("ctrl+shift+s")
    app.wait_for(lambda s: s["asks_for_file"], "the save dialog")
    app.next_state()
    app.key("ctrl+a")
    app.type(path)
    app.next_state()
    app.key("Return")
    app.wait_for(lambda s: any("Saved" in message for message in s["messages"]), "the scene to be saved")
    with open(path) as file:
        saved = json.load(file)["obstacles"]
    expect([obstacle["shape"] for obstacle in saved] == ["ground", "ball"], f"the ground and the ball are saved: {saved}")
    return path


def sets_up_obstacles(limber, folder):
    recording = os.path.join(folder, "session.json")
    with running_app(limber, folder, ["--record", recording, write_falling_bar(folder)], 960, 1000) as app:
        app.wait_for(lambda s: s.get("scene") == "Falling bar" and s["steps"] > 5, "the bar")
        open_sections(app)
        steps = shows_the_contact_forces(app)
        start = adds_a_ball(app)
        moved = moves_the_ball_under_the_bar(app, start)
        lands_on_the_ball(app, steps)
        undoes_and_redoes_the_ball(app, moved, start)
        selects_and_removes_the_ball(app)
        path = saves_and_opens_again(app, folder, moved)
        app.quit()
    replays_with_few_models(limber, recording)
    with running_app(limber, folder, [path], 960, 1000) as app:
        state = app.wait_for(lambda s: s.get("steps", 0) > 5, "the scene that was saved")
        expect(len(state["obstacles"]) == 2, "with its obstacles")
        expect(max(abs(a - b) for a, b in zip(position_of(state, "Ball"), moved)) < 1e-9, f"{state['obstacles']}")
        app.wait_for(lambda s: s["contacts"] > 0, "the bar to touch it")
        app.screenshot("opened_again")


def replays_with_few_models(limber, recording):
    """A drag of the ball is one change, however many frames it took."""
    replayed = run_command(limber, "replay", recording, "--json")
    expect(replayed.returncode == 0, f"the session with the drag is replayed: {replayed.stderr}")
    segments = json.loads(replayed.stdout)["segments"]
    expect(segments <= 12, f"{segments} segments")


# For each kind, a number field that moves or rotates it, and the typed value.
NUMBERS = {"Ball": ("Place y", "0.3"), "Capsule": ("To y", "0.4"), "Block": ("Turn z", "30"), "Hills": ("Turn y", "40"),
           "Slope": ("Lean z", "20")}


def adds_changes_and_deletes(app, kind):
    area = app.next_state()["view"]
    before = app.screenshot("before_" + kind, area)
    app.click(*app.centre_of("Add " + kind))
    state = app.wait_for(lambda s: len(s["obstacles"]) == 2 and s["selection"] == "obstacle 1", kind)
    app.next_state()
    added = app.screenshot("added_" + kind, area)
    expect(different_pixels(before, added) > 6000, f"{kind} is visible")
    app.type_number(*NUMBERS[kind])
    expect(different_pixels(added, app.screenshot("changed_" + kind, area)) > 300, f"{kind} is moved or rotated")
    app.key("Delete")
    app.wait_for(lambda s: len(s["obstacles"]) == 1, f"{kind} to be removed")


def pulls_the_body_in_contact(app):
    """Pulls the body while it lies on the ground, under each law of friction."""
    for law in ("Coulomb", "Damped"):
        if law == "Damped":
            x, y, _, height = app.centre_and_size("Friction law")
            app.click(x, y)
            app.click(x, y + 2.2 * height)
            app.wait_for(lambda s: "Kept speed" in s["widgets"], "damped friction")
        app.wait_for(lambda s: s["contacts"] > 3, "the bar on the ground")
        x, y = app.wait_until_stable(lambda s: [round(place) for place in s["flesh"]], "the bar to come to rest")["flesh"]
        app.drag((x, y), (x - 60, y - 60))
        state = app.wait_for(lambda s: s["holding"] and s["contacts"] > 0, "a pull while it touches")
        app.screenshot("pulled_" + law)
        app.release()
        app.wait_for(lambda s: not s["holding"], "the body to be released")


def is_blown_along_the_ground(app):
    """A wind along x takes the bar with it; each of the two numbers is undone."""
    def x_of(state):
        return next(iter(state["bodies"].values()))[3][0]
    before = x_of(app.next_state())
    app.type_number("Air drag", "4")
    app.type_number("Wind x", "10")
    app.wait_for(lambda s: x_of(s) > before + 1.0, "the bar to be blown a metre")
    app.screenshot("wind")
    app.key("ctrl+z")
    app.key("ctrl+z")
    app.wait_for(lambda s: any("Undone: Change wind." in message for message in s["messages"]), "calm air")


def adds_every_kind_of_obstacle(limber, folder):
    with running_app(limber, folder, [write_falling_bar(folder)], 960, 1000) as app:
        app.wait_for(lambda s: s.get("scene") == "Falling bar" and s["steps"] > 5, "the bar")
        open_sections(app)
        expect(stops_on_the_ground(app)["contacts_left_out"] == 0, "no contact is left out")
        for kind in NUMBERS:
            adds_changes_and_deletes(app, kind)
        app.click(*app.centre_of("Play"))
        pulls_the_body_in_contact(app)
        is_blown_along_the_ground(app)


def picks_the_body_below_the_stairs(limber, folder):
    """Where the block comes to rest, no obstacle is between it and the camera."""
    scenes = os.path.join(os.path.dirname(__file__), "..", "..", "..", "assets", "scenes")
    scene = os.path.abspath(os.path.join(scenes, "toy_block_downstairs.json"))
    with running_app(limber, folder, [scene]) as app:
        app.wait_for(lambda s: s.get("time", 0) > 5, "the block to come down")
        app.click(*app.centre_of("Play"))
        x, y = app.wait_until_paused()["flesh"]
        app.screenshot("downstairs")
        app.move_mouse(x, y)
        app.press()
        state = app.next_state()
        expect(state["handles"] == 1, f"the body is under the mouse, not {state['selection'] or 'the floor'}")
        app.release()


if __name__ == "__main__":
    run_scenarios(sets_up_obstacles, adds_every_kind_of_obstacle, picks_the_body_below_the_stairs)
