"""Keys the rig, drags keys and in and out points, scrubs, undoes, and shows one character alone, with the mouse and the
keyboard: usage timeline_driven.py LIMBER [FOLDER_FOR_PICTURES]."""

import json
import os

from app_driver import expect, run_command, run_scenarios, running_app
from bar_scene import write_bar_scene
from window_driven import RING


def wait_for_the_bar(app):
    app.wait_for(lambda s: s.get("scene") == "Bar" and not s["building"] and s["steps"] > 5, "the bar")
    app.key("space")
    app.wait_for(lambda s: not s["playing"], "the pause")
    app.key("r")
    return app.wait_for(lambda s: s["steps"] == 0, "the start")


def select_the_bone(app):
    x0, y0, x1, y1 = app.next_state()["bones"]["upper"]
    app.click((x0 + 2 * x1) / 3, (y0 + 2 * y1) / 3)
    return app.wait_for(lambda s: s["selection"] == "bone upper", "the bone to be selected")


def turn_the_bone(app, up):
    """Drags the ring of the upper bone by an eighth of a turn."""
    state = app.next_state()
    if state["selection"] != "bone upper":
        state = select_the_bone(app)
    x, y = state["bones"]["upper"][:2]
    app.drag((x + RING, y), (x + 0.7 * RING, y - up * 0.7 * RING), steps=6)
    app.release()
    return app.wait_for(lambda s: s["bone_turn"] > 20 and not s["holding"], "the bone to have turned")


def seek(app, share):
    x, y, width, height = app.centre_and_size("Timeline")
    app.click(x + (share - 0.5) * width, y)


def keys_a_bone(app):
    before = wait_for_the_bar(app)["bones"]["upper"]
    turn_the_bone(app, 1)
    app.key("k")
    app.wait_for(lambda s: s["keys"] == [0] and s["bone_turn"] < 1e-6, "a key, which has the pose")
    tip = app.next_state()["bones"]["upper"][2:]
    expect(abs(tip[0] - before[2]) > 20, f"the bone is still turned: {tip}, at first {before[2:]}")
    strip = app.rectangle_of("Timeline")
    seek(app, 0.5)
    app.wait_for(lambda s: abs(s["clip_time"] - 1.0) < 0.1, "the middle of the keys")
    turn_the_bone(app, -1)
    app.key("k")
    state = app.wait_for(lambda s: len(s["keys"]) == 2 and s["bone_turn"] < 1e-6, "another key")
    app.screenshot("keyed")
    expect(app.rectangle_of("Timeline") == strip, "the clip's bar keeps its place and size")
    return state["keys"]


def plays_the_keys(app):
    still = app.next_state()["bones"]["upper"][2:]
    app.key("r")
    app.wait_for(lambda s: s["steps"] == 0, "the start")
    app.key("space")
    app.wait_for(lambda s: s["steps"] > 20 and abs(s["bones"]["upper"][2] - still[0]) > 5, "the bone to move by itself")
    app.key("space")
    app.wait_for(lambda s: not s["moving"], "the pause")


def goes_from_key_to_key(app, keys):
    app.key("comma")
    app.wait_for(lambda s: any(abs(s["clip_time"] - key) < 1e-6 for key in keys), "a key")
    app.key("period")
    app.wait_for(lambda s: any(abs(s["clip_time"] - key) < 1e-6 for key in keys), "another key")
    app.click(*app.centre_of("Key 1"))
    app.wait_for(lambda s: abs(s["clip_time"] - keys[0]) < 1e-6, "the key that was clicked")


def drags_a_key_past_another(app, keys):
    """The first one to the other side of the second, and back in the same drag: they change places twice."""
    before = app.next_state()
    x, y = app.centre_of("Key 1")
    other = app.centre_of("Key 2")[0]
    app.drag((x, y), (other + 150, y))
    state = app.wait_for(lambda s: s["keys"][0] == keys[1] and s["keys"][1] > keys[1] + 0.1, "the keys to change places")
    app.screenshot("reordered_keys")
    app.drag_to(other - 150, y)
    app.wait_for(lambda s: s["keys"][1] == keys[1] and 0 < s["keys"][0] < keys[1] - 0.1, "the first one before the other")
    app.drag_to(other + 150, y)
    app.wait_for(lambda s: s["keys"] == state["keys"], "the keys to change places again")
    app.release()
    app.key("ctrl+z")
    state = app.wait_for(lambda s: s["keys"] == keys, "one undo to put it back")
    expect(state["undo_entries"] == before["undo_entries"], "the drag is one step")


def drags_and_removes_a_key(app, keys):
    x, y = app.centre_of("Key 2")
    app.drag((x, y), (x + 120, y))
    app.release()
    moved = app.wait_for(lambda s: s["keys"][1] > keys[1] + 0.1, "the key to be dragged")["keys"]
    app.screenshot("dragged_key")
    app.key("ctrl+z")
    app.wait_for(lambda s: s["keys"] == keys, "undo to put it back")
    app.key("ctrl+y")
    app.wait_for(lambda s: s["keys"] == moved, "redo")
    app.move_mouse(*app.centre_of("Key 2"))
    app.click_in_place(button=3)
    app.wait_for(lambda s: s["keys"] == keys[:1], "the key to be removed")
    app.key("ctrl+z")
    app.wait_for(lambda s: s["keys"] == moved, "undo to bring it back")


def scrubs(app):
    """Without the simulation on the clip's bar, with it on the bar below."""
    seek(app, 0.3)
    app.wait_for(lambda s: abs(s["clip_time"] - 0.6) < 0.1 and s["secondary_motion"] < 1e-9, "the pose, at rest")
    app.key("space")
    app.wait_for(lambda s: s["moving"] and s["place"] > s["past"][0] + 20, "some steps")
    app.key("space")
    state = app.wait_until_paused()
    x, y, width, height = app.centre_and_size("Past")
    app.drag((x + 0.49 * width, y), (x, y))
    app.release()
    app.wait_for(lambda s: s["place"] < state["place"] and s["clip_time"] != state["clip_time"], "an earlier moment")


def drags_in_and_out(app):
    x, y = app.centre_of("Clip in")
    app.drag((x, y), (x + 150, y))
    app.release()
    app.wait_for(lambda s: s["clip_range"][0] > 0.1, "the in point to be dragged")
    x, y = app.centre_of("Clip out")
    app.drag((x, y), (x - 150, y))
    app.release()
    state = app.wait_for(lambda s: s["clip_range"][1] < 1.9, "the out point to be dragged")
    app.screenshot("in_and_out")
    low, high = state["clip_range"]
    app.key("r")
    app.wait_for(lambda s: s["steps"] == 0 and abs(s["clip_time"] - low) < 1e-9, "the start at the in point")
    app.key("space")
    app.wait_for(lambda s: s["seam"] >= 0 and low <= s["clip_time"] <= high, "two passes, and the seam of the loop")
    app.screenshot("seam")
    app.key("space")
    app.wait_for(lambda s: not s["moving"], "the pause")
    app.key("ctrl+z")
    app.wait_for(lambda s: s["clip_range"] == [low, 2], "undo of the out point")
    app.key("ctrl+z")
    app.wait_for(lambda s: s["clip_range"] == [0, 2], "undo of the in point")


def shows_one_alone(app):
    app.key("ctrl+d")
    app.wait_for(lambda s: s["characters"] == 2 and s["drawn"] == 2, "the duplicate")
    app.key("shift+s")
    app.wait_for(lambda s: s["drawn"] == 1, "the selected one alone")
    app.screenshot("solo")
    app.key("shift+s")
    app.wait_for(lambda s: s["drawn"] == 2, "both")
    app.key("e")
    app.wait_for(lambda s: not s["enabled"] and s["drawn"] == 1, "a disabled character")
    app.screenshot("disabled")
    app.key("ctrl+z")
    app.wait_for(lambda s: s["enabled"] and s["drawn"] == 2, "undo to enable it")
    app.key("ctrl+z")
    app.wait_for(lambda s: s["characters"] == 1, "one character")


def saves_and_exports(limber, app, folder, keys):
    path = os.path.join(folder, "keyed.json")
    app.key("ctrl+shift+s")
    app.wait_for(lambda s: s["asks_for_file"], "the file browser")
    app.key("ctrl+a")
    app.type(path)
    app.key("Return")
    app.wait_for(lambda s: any("Saved" in m and "keyed.json" in m for m in s["messages"]), "the scene to be saved")
    with open(path) as scene:
        live = json.load(scene)["characters"][0]["live"]
    expect([key["time"] for key in live["keys"]["keys"]] == keys, f"the keys are saved: {live['keys']}")
    exported = run_command(limber, "export", path, "--loop", "--json", "--out", os.path.join(folder, "keyed.glb"))
    expect(exported.returncode == 0, f"the keys are exported: {exported.stderr}")
    expect(json.loads(exported.stdout)["frames"] == 121, f"two seconds, and the first frame again: {exported.stdout}")


def edits_the_timeline(limber, folder):
    with running_app(limber, folder, [write_bar_scene(folder)]) as app:
        keys = keys_a_bone(app)
        plays_the_keys(app)
        goes_from_key_to_key(app, keys)
        drags_a_key_past_another(app, keys)
        drags_and_removes_a_key(app, keys)
        keys = app.next_state()["keys"]
        scrubs(app)
        drags_in_and_out(app)
        shows_one_alone(app)
        saves_and_exports(limber, app, folder, keys)


def keeps_the_strip_readable_in_a_small_window(limber, folder):
    with running_app(limber, folder, [write_bar_scene(folder)], 700, 500) as app:
        wait_for_the_bar(app)
        select_the_bone(app)  # the card of the bone covers its rings
        app.key("k")
        app.wait_for(lambda s: s["keys"] == [0], "a key")
        app.screenshot("small")
        x, y, width, height = app.rectangle_of("Timeline")
        _, past_y, past_width, past_height = app.rectangle_of("Past")
        expect(past_y >= y + height and past_width == width, "the bars are below each other")
        expect(past_y + past_height <= 500, "inside of the window")


if __name__ == "__main__":
    run_scenarios(edits_the_timeline, keeps_the_strip_readable_in_a_small_window)
