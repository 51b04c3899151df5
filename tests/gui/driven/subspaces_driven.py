"""Changes and compares subspaces with the mouse: usage subspaces_driven.py LIMBER [FOLDER_FOR_PICTURES].

A bar bends by its clip. Its modes are exchanged for unconstrained ones while it moves, undone, redone, and saved; the
file simulates without the window. Displacement modes take the place of skinning modes, and bend to a handle. Newton's
method on cubature points steps it. Then errors are measured over the number of modes, and other subspaces and full
space move beside it, and follow a handle; what is compared is undone, redone, and saved. A weight is painted beside those of handles, undone, redone, and saved, and a
subspace is made from what was seen. The numbers of a mode move the paused bar by hand.
Skipped if there is no X server.
"""

import glob
import json
import os

from app_driver import different_pixels, expect, run_command, run_scenarios, running_app
from bar_scene import write_bar_scene
from own_character_driven import answer_with
from painting_driven import stroke


def chooses(app, choice, kind):
    steps = app.next_state()["steps"]
    app.click(*app.centre_of("Kind"))
    app.wait_for_widget("Kind: " + choice)
    app.screenshot("kinds")
    app.click(*app.centre_of("Kind: " + choice))
    state = app.wait_for(lambda s: s["subspace"] == kind and not s["building"], kind)
    expect(state["steps"] > steps, "the bar moves on while its modes are exchanged")
    return state


def the_kind_of_a_subspace_is_chosen_undone_and_saved(limber, folder):
    scene = write_bar_scene(folder)
    with running_app(limber, folder, [scene]) as app:
        constrained = app.wait_for(lambda s: s.get("steps", 0) > 10, "the bar to move")
        expect(constrained["subspace"] == "skinning", constrained["subspace"])
        free = chooses(app, "Unconstrained", "skinning-unconstrained")
        expect(free["modes"] == constrained["modes"], "as many modes")
        expect(free["coordinates"] < constrained["coordinates"], "the rig takes some of their numbers")
        weights = chooses(app, "Handle weights", "weights")
        expect(weights["modes"] == constrained["modes"], "as many handles")
        chooses(app, "Homogeneous", "skinning-homogeneous")
        app.screenshot("homogeneous")
        app.key("ctrl+z")
        app.wait_for(lambda s: s["subspace"] == "weights" and not s["building"], "undo")
        app.key("ctrl+s")
        app.wait_for(lambda s: any(m.startswith("Saved") for m in s["messages"]), "the scene to be saved")
        app.quit()
    with open(scene) as file:
        character = json.load(file)["characters"][0]["character"]
    expect(character["subspace"] == {"kind": "weights"}, "the kind is saved")
    simulated = run_command(limber, "simulate", scene, "--frames", "3", "--json")
    expect(simulated.returncode == 0, f"and simulates without the window: {simulated.stderr}")


def displacements_take_the_place_of_skinning_modes(limber, folder):
    scene = write_bar_scene(folder)
    with running_app(limber, folder, [scene]) as app:
        skinning = app.wait_for(lambda s: s.get("steps", 0) > 10, "the bar to move")
        displaced = chooses(app, "Displacements", "displacement")
        expect(displaced["modes"] == 12 * skinning["modes"], "twelve displacements for each mode")
        app.screenshot("displacements")
        app.key("ctrl+z")
        app.wait_for(lambda s: s["subspace"] == "skinning" and not s["building"], "undo")
        app.key("ctrl+y")
        app.wait_for(lambda s: s["subspace"] == "displacement" and not s["building"], "redo")
        before = app.next_state()
        x, y = before["flesh"]
        app.drag((x, y), (x + 60, y - 40))
        held = app.wait_for(lambda s: s["handles"] == 1 and s["steps"] > before["steps"] + 20, "a handle")
        expect(held["stance"]["centre"] != before["stance"]["centre"], "the body follows the handle")
        app.screenshot("displacements_held")
        app.release()


def clicks(app, widget):
    """Scrolls the panel until the widget is in view, and clicks it."""
    app.move_mouse(310, 500)
    for _ in range(60):
        if widget in app.next_state()["widgets"]:
            break
        app.click_in_place(5)  # the wheel
    app.click(*app.centre_of(widget))


def compares(app, titles):
    state = app.wait_for(lambda s: [b["title"] for b in s["compared"]] == titles and s["compared_steps"] > 5, titles)
    return {body["title"]: body["error"] for body in state["compared"]}


def colours_of_bodies(app):
    return {body["title"]: body["colour"] for body in app.next_state()["compared"]}


def with_gravity(scene, gravity):
    with open(scene) as file:
        description = json.load(file)
    description["step"]["gravity"] = gravity
    with open(scene, "w") as file:
        json.dump(description, file)
    return scene


def other_subspaces_move_beside_it(limber, folder):
    scene = with_gravity(write_bar_scene(folder), [0.2, 0, 0])  # a body at rest has no answer to how many modes it needs
    with running_app(limber, folder, [scene]) as app:
        moving = app.wait_for(lambda s: s.get("steps", 0) > 10, "the bar to move")
        own = f"Skinning {moving['modes']}"
        clicks(app, "Compare subspaces")
        clicks(app, "How many modes?")
        errors = app.wait_for(lambda s: s["mode_errors_complete"], "the errors of all numbers of modes")["mode_errors"]
        expect([e["modes"] for e in errors] == [2, 4, 8, 16, 26], "2, 4, 8 and more modes")
        app.screenshot("mode_errors")
        clicks(app, "Save the errors as CSV")
        app.wait_for(lambda s: glob.glob(os.path.join(folder, "*modes*.csv")), "the table")
        with open(glob.glob(os.path.join(folder, "*modes*.csv"))[0]) as table:
            expect([row[:2] for row in table][1:] == ["2,", "4,", "8,", "16", "26"], "a row for each number of modes")
        clicks(app, "Add a subspace")
        errors = compares(app, [own, "Full space"])
        expect(errors["Full space"] == 0, "full space is the judge")
        place = app.next_state()["widgets"]["Add a subspace"]
        expect(errors[own] >= 0, "the character has an error")
        clicks(app, "Add a subspace")
        compares(app, [own, "Full space", "Displacements 8"])
        clicks(app, "Add a subspace")
        compares(app, [own, "Full space", "Displacements 8", "Modal derivatives 8"])
        expect(app.next_state()["widgets"]["Add a subspace"] == place, "the button stays under the mouse")
        app.screenshot("compared")
        x, y = app.next_state()["flesh"]
        app.drag((x, y), (x + 40, y + 30))
        app.screenshot("pulled")
        app.release()
        clicks(app, "Colours")
        app.click(*app.centre_of("Colours: Stress"))
        app.screenshot("stress")
        colours = colours_of_bodies(app)
        app.click(*app.centre_of("Remove Displacements 8"))
        compares(app, [own, "Full space", "Modal derivatives 8"])
        del colours["Displacements 8"]
        expect(colours_of_bodies(app) == colours, "the others keep their colours")
        app.screenshot("removed")
        app.click(*app.centre_of("Its energy"))
        app.wait_for_widget("Its energy: Stable neo-Hookean")
        app.click(*app.centre_of("Its energy: Stable neo-Hookean"))
        compares(app, [own, "Full space, Stable neo-Hookean", "Modal derivatives 8"])
        app.resize(900, 640)
        app.screenshot("small")
        app.quit()


def what_is_compared_is_undone_and_saved(limber, folder):
    scene = write_bar_scene(folder)
    with running_app(limber, folder, [scene]) as app:
        moving = app.wait_for(lambda s: s.get("steps", 0) > 10, "the bar to move")
        own = f"Skinning {moving['modes']}"
        x, y = moving["flesh"]
        app.drag((x, y), (x + 60, y - 40))
        app.key("i")
        app.release()
        app.wait_for(lambda s: s["handles"] == 1 and not s["holding"], "a pinned handle")
        clicks(app, "Compare subspaces")
        for titles in (["Full space"], ["Full space", "Displacements 8"]):
            app.click(*app.centre_of("Add a subspace"))
            compares(app, [own, *titles])
        app.click(*app.centre_of("Remove Full space"))
        compares(app, [own, "Displacements 8"])
        app.press_keys("ctrl+z")
        compares(app, [own, "Full space", "Displacements 8"])
        app.press_keys("ctrl+z")
        state = app.wait_for(lambda s: [b["title"] for b in s["compared"]] == [own, "Full space"], "one body less")
        expect(state["handles"] == 1, "undo takes back what was compared, and not the handle")
        expect(not state["building"], "and the character is not built again")
        app.press_keys("ctrl+y")
        compares(app, [own, "Full space", "Displacements 8"])
        app.key("ctrl+s")
        app.wait_for(lambda s: any(m.startswith("Saved") for m in s["messages"]), "the scene to be saved")
        app.quit()
    with open(scene) as file:
        compared = json.load(file)["characters"][0]["compared"]
    expect([one["kind"] for one in compared] == ["full", "displacement"], "it is saved")
    simulated = run_command(limber, "simulate", scene, "--frames", "3", "--json")
    expect(simulated.returncode == 0 and not json.loads(simulated.stdout)["warnings"], simulated.stdout)
    with running_app(limber, folder, [scene]) as app:
        compares(app, [own, "Full space", "Displacements 8"])
        app.screenshot("opened_again")
        app.quit()


def newtons_method_is_chosen_undone_and_saved(limber, folder):
    scene = write_bar_scene(folder)
    with running_app(limber, folder, [scene], 960, 1100) as app:
        app.wait_for(lambda s: s.get("steps", 0) > 10, "the bar to move")
        clicks(app, "Clusters")
        clicks(app, "Elasticity")
        app.wait_for_widget("Elasticity: Stable neo-Hookean")
        app.click(*app.centre_of("Elasticity: Stable neo-Hookean"))
        chosen = app.wait_for(lambda s: s["cubature_points"] > 0 and not s["building"], "cubature points")
        expect(0 < chosen["training_error"] < 1, f"their training error: {chosen['training_error']}")
        app.screenshot("newton")
        x, y = chosen["flesh"]
        app.drag((x, y), (x + 60, y - 40))
        app.wait_for(lambda s: s["handles"] == 1 and s["steps"] > chosen["steps"] + 20, "the body to follow the hand")
        app.screenshot("newton_held")
        app.release()
        app.key("ctrl+z")  # the handle, if it stays
        app.key("ctrl+z")
        app.wait_for(lambda s: s["cubature_points"] == 0 and not s["building"], "undo")
        app.key("ctrl+y")
        app.wait_for(lambda s: s["cubature_points"] > 0 and not s["building"], "redo")
        app.key("ctrl+s")
        app.wait_for(lambda s: any(m.startswith("Saved") for m in s["messages"]), "the scene to be saved")
        app.quit()
    with open(scene) as file:
        character = json.load(file)["characters"][0]["character"]
    expect(character["newton"]["energy"] == "stable-neo-hookean", "the energy is saved")
    simulated = run_command(limber, "simulate", scene, "--frames", "3", "--json")
    expect(simulated.returncode == 0 and '"training_error"' in simulated.stdout, "and simulates without the window")


def weights_are_painted(limber, folder):
    scene = write_bar_scene(folder)
    with running_app(limber, folder, [scene], 960, 1100) as app:
        app.wait_for(lambda s: s.get("steps", 0) > 10, "the bar to move")
        handles = chooses(app, "Handle weights", "weights")
        app.key("b")  # hides the bones
        clicks(app, "Paint a new weight")
        app.wait_for(lambda s: s["holds_brush"], "the brush")
        stroke(app, 0.97, 0.75)

        def is_painted(s):
            one = s["painted_weights"].get("Weight 1", 0) > 0
            return one and s["modes"] == handles["modes"] + 1 and not s["building"]

        painted = app.wait_for(is_painted, "a weight beside those of handles")
        expect(painted["coordinates"] > handles["coordinates"], "it adds numbers")
        app.screenshot("painted_weight")
        app.key("ctrl+z")
        app.wait_for(lambda s: s["modes"] == handles["modes"] and not s["painted_weights"] and not s["building"],
                     "undo")
        app.key("ctrl+y")
        app.wait_for(is_painted, "redo")
        app.key("ctrl+s")
        app.wait_for(lambda s: any(m.startswith("Saved") for m in s["messages"]), "the scene to be saved")
        app.quit()
    with open(scene) as file:
        character = json.load(file)["characters"][0]["character"]
    expect([weight["name"] for weight in character["subspace"]["painted"]] == ["Weight 1"], "the weight is saved")
    simulated = run_command(limber, "simulate", scene, "--frames", "3", "--json")
    expect(simulated.returncode == 0, f"and simulates without the window: {simulated.stderr}")


def a_subspace_is_made_from_what_was_seen(limber, folder):
    scene = write_bar_scene(folder)
    with running_app(limber, folder, [scene], 960, 1100) as app:
        before = app.wait_for(lambda s: s.get("steps", 0) > 10, "the bar to move")
        x, y = before["flesh"]
        app.drag((x, y), (x + 60, y - 40))
        app.release()
        app.wait_for(lambda s: not s["holding"] and s["steps"] > before["steps"] + 30, "a motion beside the rig's")
        clicks(app, "Fit to the motion")
        answer_with(app, os.path.join(folder, "seen.npy"))
        fitted = app.wait_for(lambda s: s["subspace"] == "pod" and not s["building"], "a subspace of the motion")
        expect(any("seen.npy" in message for message in fitted["messages"]), "it says where the motion is")
        app.wait_for(lambda s: s["steps"] > fitted["steps"] + 10, "the bar to move on")
        app.screenshot("fitted")


def a_mode_is_flexed_by_hand(limber, folder):
    scene = write_bar_scene(folder)
    with running_app(limber, folder, [scene], 960, 1100) as app:
        app.wait_for(lambda s: s.get("steps", 0) > 10, "the bar to move")
        app.press_keys("space")
        app.wait_until_paused()
        clicks(app, "Paint")
        app.wait_for_widget("Paint: Weight of a mode")
        app.click(*app.centre_of("Paint: Weight of a mode"))
        clicks(app, "Flex the mode by hand")
        app.scroll_to("Stop flexing")
        x, y, width, height = app.next_state()["view"]
        view = [x, y, width, height // 2]  # above the tooltips of the panel's last rows
        still = app.screenshot("mode", view)
        for widget in ("Move y", "Stretch x", "Shear y along x"):
            app.scroll_to(widget)
            app.type_number(widget, "40")
            flexed = app.screenshot("flexed_" + widget.lower().replace(" ", "_"), view)
            expect(different_pixels(still, flexed) > 300, f"{widget} is seen")
            app.type_number(widget, "0")
        app.scroll_to("Move y")
        app.type_number("Move y", "40")
        clicks(app, "Stop flexing")
        app.next_state()
        expect(different_pixels(still, app.screenshot("not_flexed", view)) < 100, "it stops")
        app.quit()


run_scenarios(other_subspaces_move_beside_it, what_is_compared_is_undone_and_saved,
              the_kind_of_a_subspace_is_chosen_undone_and_saved,
              displacements_take_the_place_of_skinning_modes,
              newtons_method_is_chosen_undone_and_saved, weights_are_painted, a_subspace_is_made_from_what_was_seen,
              a_mode_is_flexed_by_hand)
