"""Rods and a shell in the window: usage rods_driven.py LIMBER [FOLDER_FOR_PICTURES].

A rod is pulled by a handle and pushed by a force, undone and reset. What needs tets is not offered. Its radius is
changed and saved. A sheet hangs on two handles. The sessions are replayed. Bare polylines open as rods, which get a cage,
and the ace hops. Skipped if there is no X server.
"""

import json
import os
import re

from app_driver import different_pixels, expect, run_command, run_scenarios, running_app

FRONT = {"eye": [0.5, 0.3, 2.6], "target": [0.5, 0.0, 0.0], "up": [0, 1, 0], "field_of_view": 35}


def write_scene(folder, name, obj, **members):
    with open(os.path.join(folder, f"{name}.obj".lower()), "w") as file:
        file.write(obj)
    scene = {"format": "limber-scene", "version": 1, "name": name, "mesh": f"{name}.obj".lower(), "rig": "none",
             "material": {"young": 1e5, "density": 1000}, "camera": FRONT, **members}
    path = os.path.join(folder, f"{name}.json".lower())
    with open(path, "w") as file:
        json.dump(scene, file)
    return path


def write_rod(folder):
    """A metre along x, which floats."""
    lines = [f"v {0.05 * i} 0 0\n" for i in range(21)] + ["l " + " ".join(str(i + 1) for i in range(21)) + "\n"]
    return write_scene(folder, "Rod", "".join(lines), rod_radius=0.03, step={"gravity": [0, 0, 0], "damping": 2.0})


def write_sheet(folder):
    """A square metre in the x-y plane, which floats."""
    def corner(i, j):
        return 9 * j + i + 1
    lines = [f"v {0.125 * i} {0.125 * j - 0.5} 0\n" for j in range(9) for i in range(9)]
    lines += [f"f {corner(i, j)} {corner(i + 1, j)} {corner(i + 1, j + 1)} {corner(i, j + 1)}\n"
              for j in range(8) for i in range(8)]
    return write_scene(folder, "Sheet", "".join(lines), shell_thickness=0.02,
                       step={"gravity": [0, 0, 0], "damping": 2.0})


def pulls_it_up(app):
    area = app.next_state()["view"]
    before = app.screenshot("at_rest", area)
    x, y = app.next_state()["flesh"]
    app.hold_key("shift")
    app.drag((x, y), (x, y - 120))
    app.release()
    app.release_key("shift")
    app.wait_for(lambda s: s["handles"] == 1 and s["secondary_motion"] > 0.05, "the body to follow the handle")
    expect(different_pixels(before, app.screenshot("pulled", area)) > 300, "it is drawn where it is pulled")
    app.key("ctrl+z")
    app.wait_for(lambda s: s["handles"] == 0, "undo")
    app.key("r")
    app.wait_for(lambda s: s["secondary_motion"] < 1e-4, "the body at rest again")


def pushes_it(app):
    x, y = app.next_state()["flesh"]
    app.hold_key("ctrl")
    app.drag((x, y), (x, y - 80))
    app.release()
    app.release_key("ctrl")
    app.wait_for(lambda s: len(s["forces"]) == 1 and s["secondary_motion"] > 0.01, "the body to be pushed")
    app.key("Delete")
    app.wait_for(lambda s: s["forces"] == [], "the force to be removed")
    app.key("r")
    app.wait_for(lambda s: s["secondary_motion"] < 1e-4, "the body at rest again")


def offers_no_tets(app):
    app.centre_of("Rods")
    app.wait_for_widget("Rods")
    app.centre_of("Surroundings")
    widgets = app.next_state()["widgets"]
    expect(not {"Subspace", "Gaits", "Clusters", "Loads", "Paint"} & set(widgets), "nothing that needs tets is")
    app.key("p")
    app.wait_for(lambda s: any("Rods and shells have no tets" in m for m in s["messages"]), "the reason")
    expect(app.next_state()["paint"] == 0, "the paint stays")


def changes_its_radius(app, path):
    app.type_number("Radius", "50")
    app.wait_for(lambda s: s["undo_entries"] >= 1 and not s["building"], "thicker rods")
    app.screenshot("thicker")
    app.key("ctrl+s")
    app.wait_for(lambda s: not s["modified"], "the scene to be saved")
    with open(path) as file:
        text = file.read()
    expect(re.search(r'"rod_radius":\s*0\.05\b', text), f"the radius is saved: {text}")


def plays_with_a_rod(limber, folder):
    recording = os.path.join(folder, "rod_session.json")
    path = write_rod(folder)
    with running_app(limber, folder, ["--record", recording, path], 1100, 900) as app:
        app.wait_for(lambda s: s.get("scene") == "Rod" and s["steps"] > 5, "the rod")
        pulls_it_up(app)
        pushes_it(app)
        offers_no_tets(app)
        changes_its_radius(app, path)
        app.quit()
    replayed = run_command(limber, "replay", recording, "--json")
    expect(replayed.returncode == 0, f"the session is replayed bit for bit: {replayed.stderr}")


def plays_with_a_sheet(limber, folder):
    recording = os.path.join(folder, "sheet_session.json")
    with running_app(limber, folder, ["--record", recording, write_sheet(folder)], 1100, 900) as app:
        app.wait_for(lambda s: s.get("scene") == "Sheet" and s["steps"] > 5, "the sheet")
        app.centre_of("Shell")
        pulls_it_up(app)
        app.quit()
    replayed = run_command(limber, "replay", recording, "--json")
    expect(replayed.returncode == 0, f"the session is replayed bit for bit: {replayed.stderr}")


def opens_bare_files(limber, folder):
    """Polylines are rods, and an open surface is a shell, without a scene and on a floor."""
    line = os.path.join(folder, "line.obj")
    with open(line, "w") as file:
        file.write("".join(f"v {0.1 * i} {0.5 + 0.05 * (i % 2)} 0\n" for i in range(11)))
        file.write("l " + " ".join(str(i + 1) for i in range(11)) + "\n")
    with running_app(limber, folder, [line], 1100, 900) as app:
        app.wait_for(lambda s: s.get("scene") == "line" and s["steps"] > 5, "the rods")
        app.wait_for(lambda s: any("consists of elastic rods of 10 mm" in m for m in s["messages"]), "what they are")
        app.click(*app.centre_of("Behaviour"))
        app.click(*app.centre_of("Let it move by itself"))
        app.wait_for(lambda s: s["muscles"] > 0 and not s["building"], "a cage")
        app.quit()


def lets_the_ace_hop(limber, folder):
    with running_app(limber, folder, ["creature:ace"]) as app:
        app.wait_for(lambda s: s.get("scene") == "Alma the ace" and not s["building"] and
                     (s.get("behaviour") or {}).get("phase") == "fly", "the ace to leave the ground")
        app.screenshot("ace")
        app.quit()


if __name__ == "__main__":
    run_scenarios(plays_with_a_rod, plays_with_a_sheet, opens_bare_files, lets_the_ace_hop)
