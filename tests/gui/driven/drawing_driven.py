"""Looks into bodies with the mouse: usage drawing_driven.py LIMBER [FOLDER_FOR_PICTURES].

A bar is shown as a wireframe, cut open, and painted with its clusters, its strain and its stress. Then it moves beside
one with another stiffness. The bodies of a comparison have the colours that are chosen, wires, and one camera. Skipped if there is no X server.
"""

import json
import os

from app_driver import different_pixels, expect, run_scenarios, running_app
from bar_scene import write_bar_scene


def shows(app, widget):
    """Scrolls the panel until the widget is in view, away from its lower end if that is possible."""
    app.move_mouse(310, 500)
    last = None
    for _ in range(80):
        state = app.next_state()
        place = app.centre_of(widget) if widget in state["widgets"] else None
        if place and (place[1] < 560 or place == last):
            return
        last = place
        app.click_repeatedly(1 if place else 3, button=5)  # the wheel
    expect(False, widget + " is in the panel")


def chooses(app, widget, choice):
    shows(app, widget)
    app.click(*app.centre_of(widget))
    app.wait_for_widget(f"{widget}: {choice}")
    app.click(*app.centre_of(f"{widget}: {choice}"))
    app.move_mouse(700, 60)
    app.next_state()


def a_body_is_cut_open_and_painted(limber, folder):
    with running_app(limber, folder, [write_bar_scene(folder)]) as app:
        app.wait_for(lambda s: s.get("steps", 0) > 10, "the bar to move")
        chooses(app, "Wireframe", "Over the body")
        expect(app.next_state()["wires"] == 1, "the wireframe is shown")
        app.screenshot("wires")
        chooses(app, "Wireframe", "Off")
        chooses(app, "Cut", "Across y")
        expect(app.next_state()["cut"] == 0.5, "the cut begins in the middle")
        app.screenshot("cut")
        x, y = app.next_state()["cut_mark"]
        app.drag((x, y), (x, y - 60))
        place = app.wait_for(lambda s: s["cut"] > 0.55, "the cut to follow the mouse")["cut"]
        app.release()
        expect(place < 0.95, f"the cut moves as far as the mouse, not to {place}")
        app.screenshot("cut_higher")
        chooses(app, "Paint", "Clusters")
        app.screenshot("clusters")
        chooses(app, "Cut", "Off")
        x, y = app.next_state()["flesh"]
        app.move_mouse(x, y)
        app.wait_for(lambda s: s["cluster_at_mouse"] >= 0, "the cluster under the mouse")
        app.screenshot("one_cluster")
        for paint in ["Strain", "Stress"]:
            chooses(app, "Paint", paint)
            app.drag((x, y), (x + 60, y + 40))
            app.next_state()
            app.screenshot(paint.lower())
            app.release()
        app.quit()


def parameter_sets_stand_side_by_side(limber, folder):
    with running_app(limber, folder, [write_bar_scene(folder)]) as app:
        moving = app.wait_for(lambda s: s.get("steps", 0) > 10, "the bar to move")
        own = f"Skinning {moving['modes']}"
        shows(app, "Compare subspaces")
        app.click(*app.centre_of("Compare subspaces"))
        shows(app, "Add a subspace")
        app.click(*app.centre_of("Add a subspace"))
        shows(app, "Beside")
        chooses(app, "Beside", "Skinning")
        shows(app, "Parameters of its own")
        app.click(*app.centre_of("Parameters of its own"))
        shows(app, "Own clusters")
        app.click(*app.centre_of("Own clusters"))
        app.wait_for(lambda s: [b["title"] for b in s["compared"]] == [own, own + ", 20 clusters"], "its own clusters")
        x, y = app.next_state()["flesh"]
        app.drag((x, y), (x + 60, y + 40))
        app.next_state()
        app.screenshot("parameter_sets")
        app.release()
        app.press_keys("space")
        x, y, width, height = app.wait_until_paused()["view"]
        beside = (x + width, y, width, height)
        whole = app.screenshot("whole_beside", beside)
        chooses(app, "Cut", "Across y")
        app.wait_for(lambda s: s["cut"] == 0.5 and s["compared_inside"], "the cut, also of the body beside")
        app.next_state()  # its tets are computed in the background
        cut = app.screenshot("cut_beside", beside)
        expect(different_pixels(whole, cut) > 1000, "the other body is cut open too")
        app.move_mouse(310, 500)
        app.click_repeatedly(60, button=4)  # to the top of the panel
        chooses(app, "Colours", "Strain")
        expect(different_pixels(cut, app.screenshot("strain_beside", beside)) > 300, "and shows its strain")
        app.quit()


def write_compared_bars(folder):
    """A bar that its weight bends, beside full space and a twin with the same modes."""
    bar = write_bar_scene(folder)
    with open(bar) as file:
        scene = json.load(file)
    scene["step"]["gravity"] = [1.5, 0, 0]
    with open(bar, "w") as file:
        json.dump(scene, file)
    path = os.path.join(folder, "compared.json")
    with open(path, "w") as file:
        json.dump({"format": "limber-scene", "version": 2, "characters": [
            {"scene": "bar.json", "compared": [{"kind": "full"}, {"kind": "skinning", "modes": scene["modes"]}]}]}, file)
    return path


def without_title(view):
    x, y, width, height = view
    return [x, y + 0.3 * height, width, 0.6 * height]


def colours_of_compared_bodies_are_seen(limber, folder):
    with running_app(limber, folder, [write_compared_bars(folder)]) as app:
        app.wait_for(lambda s: len(s["compared"]) == 3 and s["compared_steps"] > 40, "the bodies to move")
        app.press_keys("b", "space")  # without bones
        views = app.wait_until_paused()["compared_views"]
        expect(len(views) == 2, f"a view of each body: {views}")

        def pictures(name):
            return [app.screenshot(f"{name}_{i}", without_title(view)) for i, view in enumerate(views)]

        shows(app, "Compare subspaces")
        app.click(*app.centre_of("Compare subspaces"))
        chooses(app, "Colours", "The character's")
        own = pictures("own")
        for colours in ["Distance", "Strain", "Stress"]:
            chooses(app, "Colours", colours)
            for i, (before, after) in enumerate(zip(own, pictures(colours.lower()))):
                if i > 0 or colours != "Distance":  # full space has no distance from itself
                    expect(different_pixels(before, after) > 300, f"{colours} is seen on body {i}")
        chooses(app, "Colours", "The character's")
        for before, after in zip(own, pictures("own_again")):
            expect(different_pixels(before, after) < 100, "the colours go away again")
        chooses(app, "Wireframe", "Over the body")
        for i, (before, after) in enumerate(zip(own, pictures("wires"))):
            expect(different_pixels(before, after) > 300, f"the wireframe is seen on body {i}")
        app.quit()


def cameras_of_compared_bodies_are_one(limber, folder):
    # Three equal views beside the panel, each of whole coarse pixels, three of the window's.
    with running_app(limber, folder, [write_compared_bars(folder)], width=1281) as app:
        app.wait_for(lambda s: len(s["compared"]) == 3 and s["compared_steps"] > 40, "the bodies to move")
        app.press_keys("b", "space")
        shows(app, "Compare subspaces")
        app.click(*app.centre_of("Compare subspaces"))
        chooses(app, "Colours", "The character's")
        state = app.next_state()
        views = [state["view"], state["compared_views"][1]]  # of the character and its twin
        expect(views[0][2:] == views[1][2:], f"they are of one size: {views}")

        def pictures(name):
            return [app.screenshot(name + of, without_title(view)) for of, view in zip(("", "_twin"), views)]

        before = pictures("before")
        expect(different_pixels(*before) < 300, "a body with the same modes looks the same")
        for view in reversed(views):  # a drag on the empty ground of either turns both
            x, y, width, height = view
            app.drag((x + 0.85 * width, y + 0.85 * height), (x + 0.55 * width, y + 0.75 * height))
            app.release()
            app.wait_for(lambda s: not s["gliding"], "the camera to rest")
            after = pictures("turned")
            for i in range(2):
                expect(different_pixels(before[i], after[i]) > 1000, f"the camera of view {i} turns")
            expect(different_pixels(*after) < 300, "both see the same")
            before = pictures("before")
        app.quit()


run_scenarios(a_body_is_cut_open_and_painted, parameter_sets_stand_side_by_side, colours_of_compared_bodies_are_seen,
              cameras_of_compared_bodies_are_one)
