"""Exports motion with mouse and keyboard: usage export_driven.py LIMBER [FOLDER_FOR_PICTURES]."""

import json
import math
import os
import struct

from app_driver import expect, run_command, run_scenarios, running_app
from bar_scene import write_bar_scene
from files_driven import drop


def gltf_in(path):
    with open(path, "rb") as file:
        magic, version, _, length, _ = struct.unpack("<4sIIII", file.read(20))
        expect(magic == b"glTF" and version == 2, "the file is a .glb")
        return json.loads(file.read(length))


def floats_in(path, accessor):
    """The numbers of an accessor of a .glb, as they are in its binary chunk."""
    document = gltf_in(path)
    one = document["accessors"][accessor]
    expect(one["componentType"] == 5126, "floats")
    view = document["bufferViews"][one["bufferView"]]
    count = one["count"] * {"SCALAR": 1, "VEC3": 3, "VEC4": 4}[one["type"]]
    with open(path, "rb") as file:
        data = file.read()
    start = 28 + struct.unpack_from("<I", data, 12)[0] + view.get("byteOffset", 0) + one.get("byteOffset", 0)
    return struct.unpack_from(f"<{count}f", data, start)


def write_swinging_bar(folder, frames=30):
    """The bar with a looping clip of so many frames at 60 a second, in which its upper half swings."""
    path = write_bar_scene(folder)
    keys = []
    for frame in range(frames):
        angle = 0.4 * math.sin(2.0 * math.pi * frame / frames)
        c, s = math.cos(angle), math.sin(angle)
        keys.append([[[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]], [[c, -s, 0, 0], [s, c, 0, 0.6], [0, 0, 1, 0]]])
    with open(os.path.join(folder, "swing.json"), "w") as out:
        json.dump({"format": "limber-clip", "version": 1, "name": "swing", "frame_rate": 60, "looping": True,
                   "bones": ["lower", "upper"], "keys": keys}, out)
    with open(path) as file:
        scene = json.load(file)
    with open(path, "w") as file:
        json.dump(scene | {"clips": ["swing.json"]}, file)
    return path


def export_by_dialog(app, name, choose):
    """Opens the dialog, lets `choose` change it, types the name and presses the button. Returns the path."""
    app.key("ctrl+e")
    app.wait_for(lambda s: s["asks_for_file"], "the dialog")
    choose()
    path = os.path.join(app.folder, name)
    app.click(*app.centre_of("Path"))
    app.key("ctrl+a")
    app.type(path)
    app.screenshot("dialog_of_" + name.replace(".", "_"))
    app.click(*app.centre_of("Choose"))
    app.wait_for(lambda s: any("Exported" in m and name in m for m in s["messages"]), f"the message about {name}")
    return path


def targets_of(path):
    return len(gltf_in(path)["meshes"][0]["primitives"][0]["targets"])


def exports_one_loop_within_a_tolerance(limber, folder):
    """As many frames as the command writes, of which the last is the first; a larger tolerance needs fewer targets."""
    scene = write_swinging_bar(folder)
    with running_app(limber, folder, [scene]) as app:
        app.wait_for(lambda s: s.get("scene") == "Bar" and not s["building"], "the bar")
        app.key("r")
        app.next_state()
        app.wait_for(lambda s: s["steps"] > 80, "two passes of the clip")
        app.key("space")
        app.wait_until_paused()

        def one_loop():
            app.click(*app.centre_of("One loop"))
            app.click(*app.centre_of("Kind of morph targets"))
            app.click(*app.centre_of("fitted to this motion"))

        def tolerance(text):
            return lambda: app.type_number("Tolerance of morph targets", text)

        near = export_by_dialog(app, "near.glb", lambda: (one_loop(), tolerance("1e-6")()))
        far = export_by_dialog(app, "far.glb", tolerance("1e-2"))
    for path in (near, far):
        sampler = gltf_in(path)["animations"][0]["samplers"][0]
        times = floats_in(path, sampler["input"])
        weights = floats_in(path, sampler["output"])
        expect(len(times) == 31, f"a loop of 30 frames, and its first again: {len(times)}")
        count = len(weights) // len(times)
        expect(count == targets_of(path), f"{count} weights a frame")
        seam = max(abs(a - b) for a, b in zip(weights[:count], weights[-count:]))
        expect(seam < 1e-5, f"no seam: {weights[:count]}, {weights[-count:]}")
        expect(len(set(weights)) > 30, "it moves between them")
    expect(0 < targets_of(far) < targets_of(near), f"fewer targets: {targets_of(far)} and {targets_of(near)}")
    written = run_command(limber, "export", scene, "--loop", "--json", "--out", os.path.join(folder, "by_command.glb"))
    expect(written.returncode == 0, f"the command: {written.stderr}")
    expect(json.loads(written.stdout)["frames"] == 31, f"as many frames as the command: {written.stdout}")


def exports_what_was_seen(limber, folder):
    """The button proposes a name, and the file has a frame for each step since the reset."""
    with running_app(limber, folder, [write_bar_scene(folder)]) as app:
        app.wait_for(lambda s: s.get("scene") == "Bar" and not s["building"], "the bar")
        app.key("r")
        x, y = 800, 160
        app.drag((x, y), (x + 120, y), steps=6)
        app.release()
        app.wait_for(lambda s: s["steps"] > 20, "some steps")
        app.key("space")
        app.wait_for(lambda s: not s["playing"], "the pause")
        steps = app.wait_until_paused()["steps"]
        app.click(*app.centre_of("Export..."))
        app.wait_for(lambda s: s["asks_for_file"], "the dialog")
        app.screenshot("export_dialog")
        app.key("Return")
        app.wait_for(lambda s: any("Exported" in m and "Bar.glb" in m for m in s["messages"]), "the message")
        app.screenshot("exported")
        written = gltf_in(os.path.join(folder, "Bar.glb"))
        times = written["accessors"][written["animations"][0]["samplers"][0]["input"]]
        expect(times["count"] == steps + 1, f"a frame for the start and each of {steps} steps: {times['count']}")
        app.wait_for(lambda s: any("morph targets; no vertex is off by more than" in m for m in s["messages"]), "the error")
        app.key("ctrl+e")
        app.wait_for(lambda s: s["asks_for_file"], "the dialog again")
        app.click(*app.centre_of("Joints"))
        app.screenshot("export_joints")
        app.click(*app.centre_of("Choose"))
        app.wait_for(lambda s: any("joints; they are off by" in m and "Bar-1.glb" in m for m in s["messages"]), "the skin")
        app.screenshot("exported_joints")
        expect(len(gltf_in(os.path.join(folder, "Bar-1.glb"))["skins"]) == 1, "the file has a skin")
        app.key("ctrl+e")
        app.wait_for(lambda s: s["asks_for_file"], "the dialog for another format")
        app.key("ctrl+a")
        app.type(os.path.join(folder, "as_text.fbx"))
        app.key("Return")
        app.next_state()
        app.screenshot("export_refused")
        expect(app.next_state()["asks_for_file"], "the dialog stays and says which endings there are")
        expect(not os.path.exists(os.path.join(folder, "as_text.fbx")), "nothing is written as .fbx")


def opens_what_it_exported(limber, folder):
    """The exported file is dropped on the window: a character of its own, whose surface is the one in the file."""
    with running_app(limber, folder, [write_bar_scene(folder)]) as app:
        app.wait_for(lambda s: s.get("scene") == "Bar" and not s["building"], "the bar")
        app.key("r")
        app.drag((800, 160), (920, 160), steps=6)
        app.release()
        app.wait_for(lambda s: s["steps"] > 30, "some steps")
        app.click(*app.centre_of("Export..."))
        app.wait_for(lambda s: s["asks_for_file"], "the dialog")
        app.key("Return")
        app.wait_for(lambda s: any("Exported" in m for m in s["messages"]), "the message")
        exported = os.path.join(folder, "exported.glb")
        os.rename(os.path.join(folder, "Bar.glb"), exported)
        drop(app, exported)
        state = app.wait_for(lambda s: s.get("scene") == "exported" and not s["building"] and s["steps"] > 5, "its character")
        expect(state["modified"] is False, "opening changes nothing")
        expect("Clip" in state["widgets"] and "Export..." in state["widgets"], "it has a clip and can be exported")
        app.screenshot("exported_and_opened")
        with open(os.path.join(folder, "walk.bvh"), "w") as motion:
            motion.write("HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n}\n"
                         "MOTION\nFrames: 1\nFrame Time: 0.1\n0 0 0\n")
        drop(app, os.path.join(folder, "walk.bvh"))
        state = app.wait_for(lambda s: any("another kind of body" in m for m in s["messages"]), "a sentence about the motion")
        expect(state["scene"] == "exported", "the character stays")


if __name__ == "__main__":
    run_scenarios(exports_what_was_seen, opens_what_it_exported, exports_one_loop_within_a_tolerance)
