"""Lets a character move by itself, with mouse and keyboard: usage behaviours_driven.py LIMBER [FOLDER_FOR_PICTURES].

The letter hops as soon as it is opened, and the cheese runs from the mouse. Behaviours of the letter are chosen in the
panel while it moves, its goals are weighted and combined with others, it is pulled with the mouse, driven with the arrow
keys, and follows the mouse; a bar that a handle holds is freed and gets a cage of boxes, then of more boxes, and then of a
file.
"""

import math
import os

from app_driver import expect, run_scenarios, running_app
from bar_scene import write_bar_scene

SECTIONS_ABOVE = ("Scene", "Characters", "Mesh", "Rig and clip", "Live input", "Subspace", "Clusters",
                  "Compare subspaces", "Muscles")


def behaviour(state):
    return state.get("behaviour") or {}


def collapse_sections_above(app):
    for name in reversed(SECTIONS_ABOVE):
        state = app.next_state()
        if name in state["widgets"] and "It does" not in state["widgets"]:
            app.click(*app.centre_of(name))


def chooses(app, name, kind):
    app.click(*app.centre_of("It does"))
    app.wait_for_widget("It does: " + name)
    app.click(*app.centre_of("It does: " + name))
    return app.wait_for(lambda s: behaviour(s).get("kind") == kind, f"the character to {kind}")


def moved(before, after):
    return math.dist(behaviour(before)["centre"][::2], behaviour(after)["centre"][::2])


def weighs_and_combines_goals(app):
    app.click(*app.centre_of("Goals"))
    app.centre_of("Spin weight")
    before = app.next_state()["undo_entries"]
    app.type_number("Heading weight", "4")
    app.type_number("Facing", "40")
    turned = app.wait_for(lambda s: behaviour(s)["heading"] > 0.1, "the letter to face another way")
    expect(not behaviour(turned)["fallen"], "the letter stands on")
    app.screenshot("faces_aside")
    expect(turned["undo_entries"] == before + 2, f"two edits, not {turned['undo_entries'] - before}")
    app.click(*app.centre_of("Also reach"))
    app.centre_of("Place y")
    app.wait_for(lambda s: [0.0, 1.0, 1.0] in behaviour(s)["goals"], "the place among the goals")
    app.save_screenshot("goals")
    for _ in range(3):
        app.key("ctrl+z")
        app.next_state()
    app.wait_for(lambda s: abs(behaviour(s)["heading"]) < 0.1 and len(behaviour(s)["goals"]) == 1,
                 "the letter as before")
    app.click(*app.centre_of("Goals"))


def write_box(path, low, high):
    faces = [(0, 2, 1), (1, 2, 3), (4, 5, 6), (5, 7, 6), (0, 1, 4), (1, 5, 4),
             (2, 6, 3), (3, 6, 7), (0, 4, 2), (2, 4, 6), (1, 3, 5), (3, 7, 5)]
    with open(path, "w") as out:
        for corner in range(8):
            out.write("v %g %g %g\n" % tuple((high if corner >> axis & 1 else low)[axis] for axis in range(3)))
        out.writelines("f %d %d %d\n" % tuple(v + 1 for v in face) for face in faces)


def changes_its_cage(app, folder):
    before = app.next_state()["muscles"]
    app.type_number("Cage cells", "10")
    app.wait_for(lambda s: s["muscles"] > before and not s["building"], "the muscles of more cells")
    app.save_screenshot("more_cells")
    box = os.path.join(folder, "cage.obj")
    write_box(box, (-0.3, -0.1, -0.3), (0.3, 1.4, 0.3))
    app.click(*app.centre_of("Cage from a file"))
    app.wait_for(lambda s: s["asks_for_file"], "the file browser")
    app.key("ctrl+a")
    app.type(box)
    app.key("Return")
    app.wait_for(lambda s: s["muscles"] == 18 and not s["building"], "the muscles of eight vertices")
    app.wait_for(lambda s: behaviour(s).get("problem") == "" and behaviour(s)["tilt"] < 0.1, "the bar to stand")
    app.save_screenshot("cage_of_a_file")


def pulls_the_letter_with_the_mouse(app):
    app.wait_for(lambda s: behaviour(s)["tilt"] < 0.05, "the letter to stand")
    x, y = next(iter(app.next_state()["bodies"].values()))[:2]
    app.drag((x, y), (x + 120, y - 10))
    pulled = app.wait_for(lambda s: s["handles"] > 0 and behaviour(s)["tilt"] > 0.02, "the pull to tilt the letter")
    app.screenshot("pulled")
    app.release()
    state = app.wait_for(lambda s: behaviour(s)["tilt"] < 0.05 and s["time"] > pulled["time"] + 1.0,
                         "the letter to stand upright again")
    expect(not behaviour(state)["fallen"], "the letter does not fall")


def drives_with_keys(app):
    app.move_mouse(900, 60)
    start = app.wait_for(lambda s: behaviour(s)["kind"] == "stand", "the letter to stand")
    app.hold_key("Right")
    app.wait_for(lambda s: behaviour(s)["kind"] == "follow", "the key to be applied")
    state = app.wait_for(lambda s: moved(start, s) > 0.25, "the letter to move")
    app.screenshot("driven")
    expect(behaviour(state)["driven"] == "right", "the report has the key")
    app.release_key("Right")
    app.wait_for(lambda s: behaviour(s)["kind"] == "stand", "the letter to stand without keys")
    app.key("space")
    app.wait_for(lambda s: behaviour(s)["kind"] == "hop", "the tap to be applied")
    app.wait_for(lambda s: behaviour(s)["kind"] == "stand", "the hop to end by itself")
    expect(app.next_state()["playing"], "the driving keys do not pause")


def follows_the_mouse(app):
    chooses(app, "Follow", "follow")
    app.click(*app.centre_of("Follow the mouse"))
    x, y, width, height = app.next_state()["view"]
    app.move_mouse(x + 0.75 * width, y + 0.8 * height)
    start = app.wait_for(lambda s: len(behaviour(s)["goals"]) > 0, "the goals")
    app.wait_for(lambda s: moved(start, s) > 0.4, "the letter to follow the mouse")  # the camera and so the place go along
    app.screenshot("follows_the_mouse")


def lets_the_letter_behave(limber, folder):
    with running_app(limber, folder, ["creature:letter"]) as app:
        app.wait_for(lambda s: s.get("scene") == "Ivo the letter" and not s["building"] and s["steps"] > 5, "the letter")
        app.wait_for(lambda s: behaviour(s).get("phase") == "fly" or behaviour(s).get("done"), "the letter to hop")
        app.save_screenshot("hops")
        state = app.wait_for(lambda s: behaviour(s)["done"], "the hops to end")
        expect(behaviour(state)["kind"] == "hop" and behaviour(state)["centre"][2] > 0.9, "it hops as far as its scene says")
        collapse_sections_above(app)
        before = app.next_state()["undo_entries"]
        chooses(app, "Stand", "stand")
        app.screenshot("stands")
        app.wait_for(lambda s: s["undo_entries"] == before + 1, "an undo entry")
        app.key("ctrl+z")
        app.wait_for(lambda s: behaviour(s)["kind"] == "hop", "the hop again")
        app.key("ctrl+y")
        app.wait_for(lambda s: behaviour(s)["kind"] == "stand", "the change again")
        weighs_and_combines_goals(app)
        pulls_the_letter_with_the_mouse(app)
        drives_with_keys(app)
        follows_the_mouse(app)
        app.quit()


def lets_the_cheese_flee(limber, folder):
    with running_app(limber, folder, ["creature:cheese"]) as app:
        app.wait_for(lambda s: s.get("scene") == "Colby the cheese" and not s["building"] and
                     behaviour(s).get("kind") == "flee", "the cheese")
        start = app.next_state()
        x, y = next(iter(start["bodies"].values()))[:2]
        app.move_mouse(x, y + 40)
        state = app.wait_for(lambda s: moved(start, s) > 0.4, "the cheese to run from the mouse")
        expect(not behaviour(state)["done"], "it runs as long as the mouse is near")
        expect(not behaviour(state)["fallen"], "the cheese does not fall")
        app.save_screenshot("flees")
        app.quit()


def frees_a_bar_that_moves_by_itself(limber, folder):
    with running_app(limber, folder, [write_bar_scene(folder)]) as app:
        app.wait_for(lambda s: s.get("steps", 0) > 10 and not s["building"], "the bar")
        app.click(*app.centre_of("Behaviour"))
        app.screenshot("offer")
        app.click(*app.centre_of("Let it move by itself"))
        state = app.wait_for(lambda s: behaviour(s).get("kind") == "stand" and s["muscles"] > 0 and
                             behaviour(s)["problem"] == "", "the bar to stand")
        expect(not any("cannot" in message for message in state["messages"]), f"it can stand: {state['messages']}")
        app.screenshot("stands_by_itself")
        changes_its_cage(app, folder)
        app.quit()


if __name__ == "__main__":
    run_scenarios(lets_the_letter_behave, lets_the_cheese_flee, frees_a_bar_that_moves_by_itself)
