"""Pins a bare mesh, paints masks and leaks, keeps presets and copies settings with the mouse: usage
materials_driven.py LIMBER [FOLDER_FOR_PICTURES]."""

import json
import os
import shutil
import struct

from app_driver import expect, run_scenarios, running_app
from bar_scene import write_bar_scene
from files_driven import drop
from own_character_driven import answer_with
from painting_driven import stroke

PARTS = "Painted parts and pins"


def write_lying_mesh(folder):
    """A bar of 1.2 m along x without a scene and a rig."""
    parts = os.path.join(folder, "mesh")
    os.makedirs(parts)
    write_bar_scene(parts)
    path = os.path.join(folder, "lying.mesh")
    with open(os.path.join(parts, "bar.mesh")) as mesh, open(path, "w") as out:
        lines = mesh.read().split("\n")
        count = int(lines[3])
        for i, line in enumerate(lines):
            if 4 <= i < 4 + count:  # (x, y, z) -> (-y, x, z), which is a rotation
                x, y, z, label = line.split()
                line = f"{-float(y):g} {x} {z} {label}"
            out.write(line + "\n")
    shutil.rmtree(parts)
    return path


def height_of(state, name):
    return state["bodies"][name][3][1]


def pins_a_dropped_mesh(limber, folder):
    lying = write_lying_mesh(folder)
    with running_app(limber, folder, [write_bar_scene(folder)]) as app:
        app.wait_for(lambda s: s.get("scene") == "Bar" and not s["building"], "the bar")
        drop(app, lying)
        app.wait_for(lambda s: s.get("scene") == "lying" and not s["building"], "the mesh without a rig")
        app.wait_for(lambda s: any("hang it on one handle" in m for m in s["messages"]), "the question")
        app.screenshot("asks")
        for answer in ("Hang it", "Pin it", "Let it fall"):
            app.wait_for_widget(answer)
        app.click(*app.centre_of("Pin it"))
        state = app.wait_for(lambda s: s["holds_brush"] and not s["messages"], "the brush")
        before = app.wait_until_stable(lambda s: round(height_of(s, "lying"), 2), "the bar to hang still")
        x, y = before["bodies"]["lying"][:2]
        right = x + 0.27 * before["view"][2]
        app.screenshot("brush")
        app.drag((right, y - 40), (right, y + 40))
        app.screenshot("stroke")
        app.release()
        app.wait_for(lambda s: s["pins"] > 0 and not s["holding"], "pins")
        app.wait_for(lambda s: not s["building"] and height_of(s, "lying") < height_of(before, "lying") - 0.05, "the other end to sink")
        state = app.wait_until_stable(lambda s: round(height_of(s, "lying"), 2), "the bar to hang from its end")
        sunk = height_of(before, "lying") - height_of(state, "lying")
        expect(0.05 < sunk < 1.0, f"it hangs and does not fall: by {sunk} m")
        app.screenshot("hangs_from_its_end")
        app.key("ctrl+z")
        app.wait_for(lambda s: s["pins"] == 0 and not s["building"], "the pins to be undone")
        app.wait_for(lambda s: abs(height_of(s, "lying") - height_of(before, "lying")) < 0.03, "the bar to hang on its handle again")


def closes_sections_above(app):
    app.wait_for(lambda s: s.get("scene") == "Bar" and not s["building"] and s["steps"] > 10, "the bar")
    for name in ["Subspace", "Rig and clip"]:
        app.click(*app.centre_of(name))


def opens_the_parts(app):
    closes_sections_above(app)
    app.click(*app.centre_of(PARTS))
    app.key("b")  # hides the bones


def write_npy(path, values):
    """A list of numbers as float64."""
    header = f"{{'descr': '<f8', 'fortran_order': False, 'shape': ({len(values)},), }}"
    header += " " * (63 - (10 + len(header)) % 64) + "\n"
    with open(path, "wb") as out:
        out.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode())
        out.write(struct.pack(f"<{len(values)}d", *values))


def softens_by_the_rig_and_paints_from_a_file(limber, folder):
    scene = write_bar_scene(folder)
    with open(os.path.join(folder, "bar.mesh")) as mesh:
        lines = mesh.read().split("\n")
        heights = [float(line.split()[1]) for line in lines[4:4 + int(lines[3])]]
    paint = os.path.join(folder, "paint.npy")
    write_npy(paint, [1.0 if height > 0.5 * max(heights) else 0.0 for height in heights])
    with running_app(limber, folder, [scene], 960, 1300) as app:
        opens_the_parts(app)
        app.click(*app.centre_of("Soften by the rig"))
        state = app.wait_for(lambda s: len(s["material_parts"]) == 2 and not s["building"], "the parts of the rig")
        parts = state["material_parts"]
        expect(all(part["painted"] > 0 for part in parts.values()) and
               parts["Trunk and limbs"]["young"] > 1 > parts["Loose ends"]["young"], f"a stiff and a soft part: {parts}")
        app.screenshot("softened")
        app.key("ctrl+z")
        app.wait_for(lambda s: not s["material_parts"] and not s["building"], "the parts to be undone")
        app.click(*app.centre_of("Paint rig or simulation"))
        app.wait_for(lambda s: s["holds_brush"], "the brush")
        app.click(*app.centre_of("Add from a file..."))
        answer_with(app, paint)
        app.wait_for(lambda s: s["pins"] > 0 and not s["building"], "the paint of the file")
        app.screenshot("from_a_file")
        app.key("ctrl+z")
        app.wait_for(lambda s: s["pins"] == 0 and not s["building"], "the paint to be undone")


def paints_a_mask_and_a_leak(limber, folder):
    with running_app(limber, folder, [write_bar_scene(folder)], 960, 1300) as app:
        opens_the_parts(app)
        app.click(*app.centre_of("Paint rig or simulation"))
        app.wait_for(lambda s: s["holds_brush"], "the brush")
        stroke(app, 0.95, 0.8)
        state = app.wait_for(lambda s: s["pins"] > 0 and not s["building"], "a mask")
        app.click(*app.centre_of("Add a bone"))
        app.click(*app.centre_of("Add a bone: lower"))
        more = app.wait_for(lambda s: s["pins"] > state["pins"] and not s["building"], "the mask of a bone")
        app.screenshot("mask")
        app.key("ctrl+z")
        app.wait_for(lambda s: s["pins"] == state["pins"] and not s["building"], "the bone to be undone")
        app.key("ctrl+y")
        app.wait_for(lambda s: s["pins"] == more["pins"] and not s["building"], "the bone again")
        app.click(*app.centre_of("Simulate everywhere"))
        app.wait_for(lambda s: s["pins"] == 0 and not s["building"], "no mask")
        app.click(*app.centre_of("Put the brush down"))
        app.click(*app.centre_of(PARTS))
        app.click(*app.centre_of("Rig and clip"))
        app.click(*app.centre_of("Momentum leak"))
        app.click(*app.centre_of("Paint where it leaks"))
        stroke(app, 0.9, 0.6)
        app.wait_for(lambda s: s["leak"] > 0 and not s["building"], "a leak")
        app.screenshot("leak")
        app.click(*app.centre_of("Leak near the surface"))
        app.wait_for(lambda s: s["leak"] == 0 and not s["building"], "the leak of the surface")


def keeps_a_preset(limber, folder):
    with running_app(limber, folder, [write_bar_scene(folder)], 960, 1100) as app:
        closes_sections_above(app)
        app.click(*app.centre_of("Preset"))
        app.click(*app.centre_of("Preset: Jelly"))
        app.wait_for(lambda s: s["young"] == 2e4 and s["damping"] == 0.5, "jelly")
        app.type_number("Young", "12")
        app.wait_for(lambda s: s["young"] == 12e3, "softer jelly")
        app.click(*app.centre_of("Save as preset..."))
        app.click(*app.centre_of("Preset name"))
        app.type("Pudding")
        app.screenshot("names_a_preset")
        app.key("Return")
        app.wait_for(lambda s: s["own_materials"] == ["Pudding"], "the preset to be kept")
        app.click(*app.centre_of("Preset"))
        app.click(*app.centre_of("Preset: Bone"))
        app.wait_for(lambda s: s["young"] == 1e8, "bone")
    with running_app(limber, folder, [write_bar_scene(folder)], 960, 1100) as app:
        app.wait_for(lambda s: s["own_materials"] == ["Pudding"], "the preset in another window")
        closes_sections_above(app)
        app.click(*app.centre_of("Preset"))
        app.wait_for_widget("Preset: Pudding")
        app.screenshot("presets")
        app.click(*app.centre_of("Preset: Pudding"))
        app.wait_for(lambda s: s["young"] == 12e3 and s["damping"] == 0.5, "pudding")
        app.click(*app.centre_of("Remove preset"))
        app.wait_for(lambda s: s["own_materials"] == [], "the preset to be removed")


def copies_settings(limber, folder):
    write_bar_scene(folder)
    path = os.path.join(folder, "two.json")
    with open(path, "w") as out:
        json.dump({"format": "limber-scene", "version": 2, "name": "Two bars",
                   "characters": [{"scene": "bar.json"},
                                  {"scene": "bar.json", "at": [1.0, 0, 0], "changes": {"name": "Other", "modes": 12}}]}, out)
    with running_app(limber, folder, [path], 960, 1100) as app:
        app.wait_for(lambda s: s.get("characters") == 2 and len(s["bodies"]) == 2 and not s["building"], "two bars")
        closes_sections_above(app)
        app.type_number("Young", "77")
        app.wait_for(lambda s: s["young"] == 77e3, "a stiffer bar")
        app.click(*app.centre_of("Copy settings"))
        app.wait_for(lambda s: s["copied_from"] == "Bar", "the settings to be copied")
        app.key("Tab")
        app.wait_for(lambda s: s["selected"] == "Other" and s["young"] == 2e4, "the other bar")
        app.click(*app.centre_of("Paste settings"))
        app.wait_for(lambda s: s["young"] == 77e3 and s["wanted_modes"] == 8 and not s["building"], "its settings")
        app.screenshot("pasted")
        app.key("ctrl+z")
        app.wait_for(lambda s: s["young"] == 2e4 and s["wanted_modes"] == 12 and not s["building"], "its own settings again")


if __name__ == "__main__":
    run_scenarios(pins_a_dropped_mesh, softens_by_the_rig_and_paints_from_a_file, paints_a_mask_and_a_leak, keeps_a_preset,
                  copies_settings)
