"""Sees what is wrong with a scene, mends it, and takes films and pictures home: usage problems_driven.py LIMBER [FOLDER_FOR_PICTURES]."""

import glob
import json
import math
import os
import struct

from app_driver import expect, run_scenarios, running_app
from bar_scene import write_bar_scene
from person_glb import write_person_scene


def write_ball(folder, rings=12, sectors=16):
    """A ball without a unit and without a scene, and a scene of it with few tets."""
    points = [(0.0, -1.0, 0.0)]
    for ring in range(1, rings):
        angle = math.pi * ring / rings
        for sector in range(sectors):
            turn = 2.0 * math.pi * sector / sectors
            points.append((math.sin(angle) * math.cos(turn), -math.cos(angle), math.sin(angle) * math.sin(turn)))
    points.append((0.0, 1.0, 0.0))
    faces = []
    for sector in range(sectors):
        after = (sector + 1) % sectors
        faces.append((0, 1 + sector, 1 + after))
        for ring in range(rings - 2):
            low, high = 1 + ring * sectors, 1 + (ring + 1) * sectors
            faces.append((low + sector, high + sector, low + after))
            faces.append((low + after, high + sector, high + after))
        last = 1 + (rings - 2) * sectors
        faces.append((last + sector, len(points) - 1, last + after))
    with open(os.path.join(folder, "ball.obj"), "w") as out:
        out.writelines("v %g %g %g\n" % p for p in points)
        out.writelines("f %d %d %d\n" % tuple(v + 1 for v in f) for f in faces)
    scene = {"format": "limber-scene", "version": 1, "name": "Ball", "mesh": "ball.obj", "target_vertices": 300,
             "modes": 4, "clusters": {"count": 20}}
    path = os.path.join(folder, "ball.json")
    with open(path, "w") as out:
        json.dump(scene, out)
    return path


def fills_a_surface_more_finely(limber, folder):
    """The slider makes other tets in the background; undo brings the old ones back."""
    with running_app(limber, folder, [write_ball(folder)], height=900) as app:
        app.wait_for(lambda s: s.get("scene") == "Ball" and not s["building"], "the ball")
        few = app.next_state()["vertices"]
        app.click(*app.centre_of("Mesh"))
        app.wait_for_widget("Tet vertices")
        app.move_mouse(*app.centre_of("Tet vertices"))
        app.next_state()
        app.screenshot("tet_vertices")
        app.type_number("Tet vertices", "1500")
        many = app.wait_for(lambda s: s["vertices"] > 2 * few and not s["building"], "the finer tets")
        expect(many["undo"] == "Change tets", f"one edit: {many['undo']}")
        app.screenshot("more_tets")
        app.key("ctrl+z")
        app.wait_for(lambda s: s["vertices"] == few and not s["building"], "the old tets")
        app.type_number("Tet vertices", "150000")
        app.wait_for(lambda s: s["building"] and "Cancel" in s["widgets"], "the progress")
        app.screenshot("filling")
        app.click(*app.centre_of("Cancel"))
        state = app.wait_for(lambda s: not s["building"], "the end of it")
        expect(state["vertices"] == few and not state["modified"], "nothing has changed")


def takes_a_chosen_unit_back(limber, folder):
    write_bar_scene(folder)
    with open(os.path.join(folder, "bar.mesh")) as mesh:
        words = mesh.read().split("\n")
    count = int(words[3])
    for row in range(4, 4 + count):
        x, y, z, label = words[row].split()
        words[row] = f"{float(x) * 100} {float(y) * 100} {float(z) * 100} {label}"
    with open(os.path.join(folder, "large.mesh"), "w") as mesh:
        mesh.write("\n".join(words))
    with running_app(limber, folder, [os.path.join(folder, "large.mesh")]) as app:
        app.wait_for(lambda s: any("one unit is taken as 0.01 m" in m for m in s["messages"]), "the notice")
        if "Take it as metres" not in app.next_state()["widgets"]:
            app.click(*app.centre_of("More messages"))
        app.screenshot("unit_notice")
        app.click(*app.centre_of("Take it as metres"))
        app.wait_for(lambda s: s["undo"] == "Change unit" and not s["building"] and "odd_unit" in s["problems"], "the metres")
        app.wait_until_settled("camera")
        app.screenshot("in_metres")
        app.click(*app.centre_of("Make it 1.27 m"))
        app.wait_for(lambda s: not s["building"] and not s["problems"], "the end of the problem")
        app.screenshot("in_centimetres_again")


def mends_a_problem(limber, folder):
    """A stiff bar at a large time step: the section lists it, its button mends it, undo brings it back."""
    path = write_bar_scene(folder)
    with open(path) as file:
        scene = json.load(file)
    scene["material"]["young"] = 5e7
    with open(path, "w") as file:
        json.dump(scene, file)
    with running_app(limber, folder, [path]) as app:
        app.wait_for(lambda s: s.get("scene") == "Bar" and s["problems"] == ["large_time_step"], "the problem")
        app.screenshot("problem")
        remedy = next(name for name in app.next_state()["widgets"] if name.startswith("Step by "))
        app.click(*app.centre_of(remedy))
        state = app.wait_for(lambda s: not s["problems"], "the remedy")
        expect(state["undo"] == "Change time step" and "Problems" not in app.next_state()["widgets"], "the section is gone")
        app.screenshot("mended")
        app.key("ctrl+z")
        app.wait_for(lambda s: s["problems"] == ["large_time_step"], "undo")


def stands_a_lying_character_up(limber, folder):
    """A person whose file has another upright axis: the head is above the hips then, and undo lays it down again."""
    def rise_of_the_head(state):
        """[pixel], of its joint over that of the hips."""
        return state["bones"]["Hips"][1] - state["bones"]["Head"][1]

    with running_app(limber, folder, [write_person_scene(folder, lies=True)], height=900) as app:
        app.wait_for(lambda s: s.get("scene") == "person" and not s["building"] and "lying_rig" in s["problems"],
                     "the problem")
        lying = app.wait_until_settled("camera")
        app.screenshot("lies")
        app.click(*app.centre_of("Stand it up"))
        app.wait_for(lambda s: s["undo"] == "Turn character" and not s["building"], "the remedy")
        app.wait_for(lambda s: "lying_rig" not in s["problems"], "the end of the problem")
        app.wait_for(lambda s: rise_of_the_head(s) > rise_of_the_head(lying) + 40, "the person to stand")
        app.screenshot("stands")
        app.key("ctrl+z")
        app.wait_for(lambda s: "lying_rig" in s["problems"] and not s["building"], "undo")


def header_of(path):
    """Width, height and colour type of a .png: 2 opaque, 6 with opacity."""
    with open(path, "rb") as file:
        data = file.read(26)
    expect(data[:8] == b"\x89PNG\r\n\x1a\n", f"{path} is a .png")
    width, height, _, colour = struct.unpack(">IIBB", data[16:26])
    return width, height, colour


def scroll_to(app, widget):
    """Turns the wheel over the panel until the widget is in sight."""
    for _ in range(60):
        state = app.next_state()
        if widget in state["widgets"] and state["widgets"][widget][1] < 660:
            return
        app.move_mouse(8, 400)
        app.click_in_place(5)
    raise AssertionError(f"'{widget}' is not in the panel")


def takes_films_and_pictures(limber, folder):
    with running_app(limber, folder, [write_bar_scene(folder)]) as app:
        app.wait_for(lambda s: s.get("scene") == "Bar" and not s["building"], "the bar")
        app.key("r")
        app.drag((800, 160), (920, 160), steps=6)
        app.release()
        app.wait_for(lambda s: s["steps"] > 20, "some steps")
        app.key("space")
        steps = app.wait_until_paused()["steps"]
        app.key("ctrl+e")
        app.wait_for(lambda s: s["asks_for_file"], "the dialog")
        app.key("ctrl+a")
        app.type(os.path.join(folder, "film.png"))
        app.key("Return")
        app.wait_for(lambda s: "Exporting" in s["widgets"] or any("Exported" in m for m in s["messages"]), "the progress")
        app.save_screenshot("filming")
        app.wait_for(lambda s: any("Exported" in m and "film_" in m for m in s["messages"]), "the film")
        images = sorted(glob.glob(os.path.join(folder, "film_*.png")))
        expect(len(images) == steps + 1, f"an image for the start and each of {steps} steps: {len(images)}")
        view = header_of(images[0])
        expect(header_of(images[-1]) == view and view[2] == 2, "all have one size")
        for keys, kind in (("ctrl+p", 2), ("ctrl+shift+p", 2), ("shift+p", 6)):
            before = set(glob.glob(os.path.join(folder, "bar-*.png")))
            app.key(keys)
            app.wait_for(lambda s: set(glob.glob(os.path.join(folder, "bar-*.png"))) - before, f"the picture of {keys}")
            app.wait_for(lambda s: any("bar-" in m and ".png" in m for m in s["messages"]), "its message")
            path, = set(glob.glob(os.path.join(folder, "bar-*.png"))) - before
            expect(header_of(path)[2] == kind, f"{keys}: {header_of(path)}")
            expect((header_of(path)[:2] == (1280, 720)) == (keys == "ctrl+shift+p"), "only one is of the window")
            os.rename(path, os.path.join(folder, keys.replace("+", "_") + "_picture.png"))
        scroll_to(app, "Performance")
        app.click(*app.centre_of("Performance"))
        scroll_to(app, "Save as CSV")
        app.click(*app.centre_of("Save as CSV"))
        app.wait_for(lambda s: glob.glob(os.path.join(folder, "*plots*.csv")), "the table")
        with open(glob.glob(os.path.join(folder, "*plots*.csv"))[0]) as table:
            rows = table.read().splitlines()
        expect(rows[0].count(",") == 3 and len(rows) > 20, f"four columns: {rows[0]}, {len(rows)} rows")
        app.screenshot("plots")


if __name__ == "__main__":
    run_scenarios(fills_a_surface_more_finely, takes_a_chosen_unit_back, mends_a_problem, stands_a_lying_character_up,
                  takes_films_and_pictures)
