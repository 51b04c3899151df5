"""Looks into bodies with the mouse: usage drawing_driven.py LIMBER [FOLDER_FOR_PICTURES].

A bar is shown as a wireframe, cut open, and painted with its clusters, its strain and its stress. Then it moves beside
one with another stiffness. Skipped if there is no X server.
"""

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


run_scenarios(a_body_is_cut_open_and_painted, parameter_sets_stand_side_by_side)
