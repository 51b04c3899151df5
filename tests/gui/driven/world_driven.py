"""What acts on a body besides its rig: usage world_driven.py LIMBER [FOLDER_FOR_PICTURES].

A force is pulled out of a bar's flesh with Ctrl and the mouse, changed at its tip, undone and removed. A spring
connects two handles. Gusts blow. A bone carries a ball. A tracker on this machine, played by this program, moves the
bones. Skipped if there is no X server.
"""

import json
import math
import os
import socket
import struct
import time

from app_driver import different_pixels, expect, run_command, run_scenarios, running_app
from bar_scene import write_bar_scene


def open_bar(folder, rename=None):
    """The bar, and its bones under other names."""
    path = write_bar_scene(folder)
    if rename:
        rig_path = os.path.join(folder, "bar_rig.json")
        with open(rig_path) as file:
            rig = json.load(file)
        for bone in rig["bones"]:
            bone["name"] = rename[bone["name"]]
        with open(rig_path, "w") as file:
            json.dump(rig, file)
    return path


def close_sections(app):
    for name in ("Subspace", "Material and step", "Rig and clip"):  # these are open at first
        app.click(*app.centre_of(name))


def norm(vector):
    return math.sqrt(sum(x * x for x in vector))


def pulls_out_a_force(app):
    area = app.next_state()["view"]
    before = app.screenshot("before_the_force", area)
    x, y = app.next_state()["flesh"]
    app.hold_key("ctrl")
    app.drag((x, y), (x + 110, y - 20))
    state = app.wait_for(lambda s: len(s["forces"]) == 1 and s["holding"], "the force")
    expect(state["handles"] == 0, "the flesh is not pulled by a handle")
    app.release()
    app.release_key("ctrl")
    state = app.wait_for(lambda s: s["selection"] == "force 1" and s["secondary_motion"] > 0.01, "the bar to be pushed")
    expect(different_pixels(before, app.screenshot("force", area)) > 300, "the arrow is drawn")
    expect(state["forces"][0]["force"][0] > 1.0, f"it pushes to the right: {state['forces']}")
    return state["forces"][0]["force"]


def drags_its_tip(app, first):
    tip = app.wait_until_stable(lambda s: [round(place) for place in s["forces"][0]["tip"]], "the bar to come to rest")
    x, y = tip["forces"][0]["tip"]
    app.drag((x, y), (x - 220, y))
    app.release()
    state = app.wait_for(lambda s: s["forces"][0]["force"][0] < 0.0, "a force to the left")
    app.screenshot("turned")
    app.key("ctrl+z")
    state = app.wait_for(lambda s: norm([a - b for a, b in zip(s["forces"][0]["force"], first)]) < 1e-9, "undo")
    expect(any("Undone: Change force." in message for message in state["messages"]), f"{state['messages']}")


def pushes_with_a_force(limber, folder):
    recording = os.path.join(folder, "pushed.json")
    with running_app(limber, folder, ["--record", recording, open_bar(folder)], 1100, 900) as app:
        app.wait_for(lambda s: s.get("scene") == "Bar" and s["steps"] > 5, "the bar")
        close_sections(app)
        force = pulls_out_a_force(app)
        drags_its_tip(app, force)
        app.click(*app.centre_of("Pulse"))
        app.wait_for_widget("Every")
        app.screenshot("pulse")
        app.key("Delete")
        app.wait_for(lambda s: s["forces"] == [], "the force to be removed")
        app.wait_for(lambda s: s["secondary_motion"] < 0.01, "the bar to return")
        app.quit()
    replayed = run_command(limber, "replay", recording, "--json")
    expect(replayed.returncode == 0, f"the session is replayed bit for bit: {replayed.stderr}")


def pins_a_handle(app, at):
    count = app.next_state()["handles"]
    app.hold_key("shift")
    app.drag(at, (at[0] + 30, at[1]))
    app.release()
    app.release_key("shift")
    app.wait_for(lambda s: s["handles"] == count + 1 and not s["holding"], "a pinned handle")


def swings_on_a_key(app):
    """The selected spring gets a part in a movement, which plays while its key is held."""
    app.click(*app.centre_of("Add a movement"))
    app.wait_for(lambda s: len(s["movements"]) == 1, "a movement")
    app.type_number("Swing", "45")
    app.wait_for(lambda s: s["movements"][0]["springs"] == 1, "the spring's part in it")
    app.screenshot("movement")
    app.hold_key("1")
    app.wait_for(lambda s: s["movements"][0]["plays"], "the movement to play")
    steps = app.next_state()["steps"]
    app.wait_for(lambda s: s["steps"] > steps + 60, "a second of it")
    app.release_key("1")
    app.wait_for(lambda s: not s["movements"][0]["plays"], "the movement to end")


def is_moved_by_a_spring(limber, folder):
    recording = os.path.join(folder, "sprung.json")
    with running_app(limber, folder, ["--record", recording, open_bar(folder)], 1100, 900) as app:
        app.wait_for(lambda s: s.get("scene") == "Bar" and s["steps"] > 5, "the bar")
        close_sections(app)
        x, y = app.next_state()["flesh"]
        pins_a_handle(app, (x, y))
        pins_a_handle(app, (x, y + 60))
        app.click(*app.centre_of("Handles"))
        app.click(*app.centre_of("Springs"))
        app.click(*app.centre_of("Connect the last two handles"))
        state = app.wait_for(lambda s: len(s["springs"]) == 1 and s["selection"] == "spring 1", "the spring")
        length = state["springs"][0]["rest_length"]
        app.screenshot("spring")
        app.type_number("Rest length", "0.01")
        app.wait_for(lambda s: s["springs"][0]["rest_length"] < 0.02, "a shorter spring")
        app.wait_for(lambda s: s["undo_entries"] >= 4, "an undo entry")
        app.screenshot("shorter")
        app.key("ctrl+z")
        app.wait_for(lambda s: abs(s["springs"][0]["rest_length"] - length) < 1e-9, "undo")
        swings_on_a_key(app)
        app.key("Delete")
        app.wait_for(lambda s: s["springs"] == [] and s["handles"] == 2, "the spring to be removed")
        app.quit()
    replayed = run_command(limber, "replay", recording, "--json")
    expect(replayed.returncode == 0, f"the session is replayed bit for bit: {replayed.stderr}")


def blows_in_gusts(limber, folder):
    with running_app(limber, folder, [open_bar(folder)], 1100, 900) as app:
        app.wait_for(lambda s: s.get("scene") == "Bar" and s["steps"] > 5, "the bar")
        close_sections(app)
        app.click(*app.centre_of("Handles"))
        app.click(*app.centre_of("Surroundings"))
        app.type_number("Air drag", "5")
        expect("Gust period" not in app.next_state()["widgets"], "without gusts there is no period")
        app.type_number("Gusts", "8")
        app.wait_for_widget("Gust seed")
        app.wait_for(lambda s: s["secondary_motion"] > 0.02, "the bar to move in calm weather with gusts")
        app.screenshot("gusts")
        app.key("ctrl+z")
        state = app.wait_for(lambda s: any("Undone: Change gusts." in m for m in s["messages"]), "undo")
        app.wait_for(lambda s: s["secondary_motion"] < 0.01, "calm air")
        app.quit()


def is_carried_by_a_bone(limber, folder):
    with running_app(limber, folder, [open_bar(folder)], 1100, 900) as app:
        app.wait_for(lambda s: s.get("scene") == "Bar" and s["steps"] > 5, "the bar")
        close_sections(app)
        app.click(*app.centre_of("Handles"))
        app.click(*app.centre_of("Surroundings"))
        app.click(*app.centre_of("Add Ball"))
        state = app.wait_for(lambda s: len(s["obstacles"]) == 1, "the ball")
        start = state["obstacles"][0][1]
        x, y, _, height = app.centre_and_size("Attach to bone")
        app.click(x, y)
        app.screenshot("bones")
        app.click(x, y + 3.2 * height)  # upper
        app.next_state()
        app.screenshot("attached")
        app.click(*app.centre_of("Surroundings"))
        app.click(*app.centre_of("Rig and clip"))
        app.click(*app.centre_of("Whole rig"))
        app.type_number("Move x", "0.4")
        state = app.wait_for(lambda s: abs(s["obstacles"][0][1][0] - start[0] - 0.4) < 1e-6, "the ball to follow")
        expect(abs(state["obstacles"][0][1][1] - start[1]) < 1e-6, f"{state['obstacles']}")
        app.screenshot("carried")
        app.key("ctrl+z")
        app.wait_for(lambda s: abs(s["obstacles"][0][1][0] - start[0]) < 1e-6, "the ball to follow back")
        app.key("ctrl+z")
        app.wait_for(lambda s: any("Undone: Attach obstacle." in m for m in s["messages"]), "it to be detached")
        app.quit()


def padded(text):
    raw = text.encode() + b"\0"
    return raw + b"\0" * (-len(raw) % 4)


def message(path, *arguments):
    types = ","
    values = b""
    for argument in arguments:
        types += "s" if isinstance(argument, str) else "f"
        values += padded(argument) if isinstance(argument, str) else struct.pack(">f", argument)
    return padded(path) + padded(types) + values


def bundle(*elements):
    return b"#bundle\0" + struct.pack(">Q", 1) + b"".join(struct.pack(">I", len(e)) + e for e in elements)


def frame(angle):
    """A performer that leans to the right in Unity's axes: a turn around z."""
    def bone(name, *rotation):
        return message("/VMC/Ext/Bone/Pos", name, 0.0, 0.95 if name == "Hips" else 0.1, 0.0, *rotation)
    return bundle(bone("Hips", 0.0, 0.0, 0.0, 1.0),
                  bone("Spine", 0.0, 0.0, math.sin(angle / 2), math.cos(angle / 2)))


def free_port():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def send_frames(port, seconds, angle):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        for _ in range(int(60 * seconds)):
            sender.sendto(frame(angle), ("127.0.0.1", port))
            time.sleep(1 / 60)


def follows_a_tracker(limber, folder):
    recording = os.path.join(folder, "tracked.json")
    path = open_bar(folder, {"lower": "Hips", "upper": "Spine"})
    port = free_port()
    with running_app(limber, folder, ["--record", recording, path], 1100, 900) as app:
        app.wait_for(lambda s: s.get("scene") == "Bar" and s["steps"] > 5, "the bar")
        close_sections(app)
        app.click(*app.centre_of("Live input"))
        app.type_number("Port", str(port))
        app.screenshot("off")
        upright = app.next_state()["bones"]["Spine"]
        app.click(*app.centre_of("Follow a tracker"))
        state = app.wait_for(lambda s: s["tracker"]["on"], "the port to be open")
        expect(state["tracker"]["port"] == port and state["tracker"]["bones"] == 2, f"{state['tracker']}")
        send_frames(port, 2.0, 0.8)
        state = app.wait_for(lambda s: abs(s["bones"]["Spine"][2] - upright[2]) > 40, "the bar to lean")
        expect(20 < state["tracker"]["rate"] < 100, f"the tracker's rate: {state['tracker']}")
        app.screenshot("leaning")
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
            sender.sendto(b"no message at all", ("127.0.0.1", port))
        app.wait_for(lambda s: s["tracker"]["malformed"] == 1, "the damaged packet to be counted")
        expect(not app.next_state()["modified"], "the scene stays as it is")
        app.click(*app.centre_of("Follow a tracker"))
        app.wait_for(lambda s: not s["tracker"]["on"] and abs(s["bones"]["Spine"][2] - upright[2]) < 2, "rest")
        app.quit()
    replayed = run_command(limber, "replay", recording, "--json")
    expect(replayed.returncode == 0, f"the session is replayed bit for bit: {replayed.stderr}")


if __name__ == "__main__":
    run_scenarios(pushes_with_a_force, is_moved_by_a_spring, blows_in_gusts, is_carried_by_a_bone, follows_a_tracker)
