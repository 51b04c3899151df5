"""Exports motion with mouse and keyboard: usage export_driven.py LIMBER [FOLDER_FOR_PICTURES]."""

import json
import os
import struct

from app_driver import expect, run_scenarios, running_app
from bar_scene import write_bar_scene
from files_driven import drop


def gltf_in(path):
    with open(path, "rb") as file:
        magic, version, _, length, _ = struct.unpack("<4sIIII", file.read(20))
        expect(magic == b"glTF" and version == 2, "the file is a .glb")
        return json.loads(file.read(length))


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
    run_scenarios(exports_what_was_seen, opens_what_it_exported)
