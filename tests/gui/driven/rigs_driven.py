"""Attaches, replaces and detaches rigs with mouse and keyboard: usage rigs_driven.py LIMBER [FOLDER_FOR_PICTURES]."""

import json
import os

from app_driver import different_pixels, expect, run_scenarios, running_app
from bar_scene import write_bar_scene
from files_driven import drop

BONES = {"lower", "upper"}


def write_bar_without_rig(folder):
    """The bar as a scene without its rig, which lies beside it with a clip."""
    with open(write_bar_scene(folder)) as written:
        scene = json.load(written)
    scene["rig"] = "affine handle"
    path = os.path.join(folder, "bar.json")
    with open(path, "w") as out:
        json.dump(scene, out)
    rest, up = ([[[1, 0, 0, 0], [0, 1, 0, y], [0, 0, 1, 0]] for y in ys] for ys in ((0.0, 0.6), (0.0, 0.65)))
    for name, bones in (("wave", ["lower", "upper"]), ("strangers", ["hips", "spine"])):
        with open(os.path.join(folder, name + ".json"), "w") as out:
            json.dump({"format": "limber-clip", "version": 1, "name": name, "frame_rate": 10, "looping": True,
                       "bones": bones, "keys": [rest, up, rest, up]}, out)
    return path


def wait_for_bones(app, bones, what):
    return app.wait_for(lambda s: set(s.get("bones", [])) == bones and not s["building"], what)


def attaches_a_dropped_rig_and_its_clip(app, folder):
    wait_for_bones(app, {"handle"}, "the bar on one handle")
    drop(app, os.path.join(folder, "bar_rig.json"))
    state = app.wait_for(lambda s: s["messages"] and "attach it to Bar" in s["messages"][0], "the offer to attach it")
    expect("is a rig" in state["messages"][0] and set(state["bones"]) == {"handle"}, f"nothing changes yet: {state['messages']}")
    app.screenshot("offered")
    app.click(*app.centre_of("Attach it"))
    state = wait_for_bones(app, BONES, "the rig to be attached")
    expect(not state["messages"], f"the offer has disappeared: {state['messages']}")
    app.screenshot("attached")
    drop(app, os.path.join(folder, "wave.json"))
    app.wait_for(lambda s: s["messages"] and "add it to Bar" in s["messages"][0], "the offer to add the clip")
    app.click(*app.centre_of("Add it"))
    app.wait_for(lambda s: s["clip_time"] > 0 and not s["building"], "the clip to play")


def refuses_a_clip_of_strangers(app, folder):
    drop(app, os.path.join(folder, "strangers.json"))
    app.wait_for(lambda s: s["messages"] and "strangers.json" in s["messages"][0], "the offer to add it")
    app.click(*app.centre_of("Add it"))
    state = app.wait_for(lambda s: s["messages"] and "none of them is one of the rig" in s["messages"][0],
                         "the refusal of the clip")
    expect("hips" in state["messages"][0] and "lower" in state["messages"][0], f"both are named: {state['messages']}")
    app.screenshot("strangers")
    app.click(*app.centre_of("Dismiss"))
    wait_for_bones(app, BONES, "the rig to stay")


def detaches_it_in_the_panel_and_undoes_it(app):
    if "Detach the rig" not in app.next_state()["widgets"]:
        app.click(*app.centre_of("Rig and clip"))
    app.wait_for_widget("Detach the rig")
    app.screenshot("section")
    app.click(*app.centre_of("Detach the rig"))
    wait_for_bones(app, {"handle"}, "the body to hang on one handle")
    app.screenshot("detached")
    app.key("ctrl+z")
    wait_for_bones(app, BONES, "the rig to come back")
    app.wait_for(lambda s: s["clip_time"] > 0, "its clip to play")
    app.key("ctrl+y")
    wait_for_bones(app, {"handle"}, "the rig to be detached again")


def attaches_it_by_the_browser_and_saves(app, folder):
    app.click(*app.centre_of("Attach a rig..."))
    app.wait_for(lambda s: s["asks_for_file"], "the file browser")
    app.screenshot("browser")
    app.key("ctrl+a")
    app.type(os.path.join(folder, "bar_rig.json"))
    app.key("Return")
    wait_for_bones(app, BONES, "the rig from the browser")
    app.key("ctrl+s")
    app.wait_for(lambda s: any("bar.json" in m for m in s["messages"]), "the scene to be saved")
    with open(os.path.join(folder, "bar.json")) as saved:
        text = saved.read()
    expect("bar_rig.json" in text, f"the rig is in the scene: {text[:400]}")


def attaches_and_detaches(limber, folder):
    with running_app(limber, folder, [write_bar_without_rig(folder)]) as app:
        attaches_a_dropped_rig_and_its_clip(app, folder)
        refuses_a_clip_of_strangers(app, folder)
        detaches_it_in_the_panel_and_undoes_it(app)
        attaches_it_by_the_browser_and_saves(app, folder)
    with running_app(limber, folder, [os.path.join(folder, "bar.json")]) as app:
        wait_for_bones(app, BONES, "the saved scene with its rig")


def write_bar_with_target(folder):
    """The bar with a target that moves its upper half along x."""
    path = write_bar_scene(folder)
    rig_path = os.path.join(folder, "bar_rig.json")
    with open(rig_path) as written:
        rig = json.load(written)
    upper = [v for v, weights in enumerate(rig["weights"]) if dict(weights)[1] == 1.0]
    rig["targets"] = [{"name": "lean", "offsets": [[v, 0.4, 0, 0] for v in upper]}]
    with open(rig_path, "w") as out:
        json.dump(rig, out)
    return path


def a_slider_moves_a_target(limber, folder):
    with running_app(limber, folder, [write_bar_with_target(folder)]) as app:
        app.wait_for(lambda s: s.get("steps", 0) > 10, "the bar")
        rest = app.wait_for(lambda s: s["steps"] > 60, "the bar to rest")
        before = app.screenshot("rest", rest["view"])
        app.type_number("lean", "1")
        moved = app.wait_for(lambda s: s["stance"]["centre"][0] > rest["stance"]["centre"][0] + 0.05, "the bar to lean")
        expect(different_pixels(before, app.screenshot("leaning", rest["view"])) > 1000, "it is seen")
        app.key("ctrl+z")
        app.wait_for(lambda s: s["stance"]["centre"][0] < moved["stance"]["centre"][0] - 0.02, "undo")
        app.quit()


if __name__ == "__main__":
    run_scenarios(attaches_and_detaches, a_slider_moves_a_target)
