"""Goes back in time with a real mouse, fails with numbers of no world, and chooses a scene by its picture:
usage time_driven.py LIMBER [FOLDER_FOR_PICTURES]."""

import glob
import json
import os
import signal

from bar_scene import write_bar_scene
from person import at_the_window, different_pixels, expect, ran, tell
from window_driven import drag_the_modes, look_with_the_mouse_aside


def opened(person):
    return person.wait_for(lambda s: s.get("scene") == "Bar" and not s["building"] and s["steps"] > 10, "the bar")


def drag_the_past(person, start, end):
    x, y, width, height = person.middle_and_size("Past")
    person.drag((x + (start - 0.5) * width, y), (x + (end - 0.5) * width, y))
    person.release()


def rewind_to_the_oldest(person):
    """As long as the past has become, and however much of it was forgotten meanwhile."""
    drag_the_past(person, 0.99, -0.02)
    return person.wait_for(lambda s: s["place"] == s["past"][0] and not s["moving"], "the oldest moment")


def rewinds_to_before_the_poke(person):
    opened(person)
    before = look_with_the_mouse_aside(person, "before_the_poke")
    x, y = person.next_state()["flesh"]
    person.drag((x, y), (x + 120, y - 40))
    person.wait_for(lambda s: s["handles"] == 1 and s["secondary_motion"] > 0.05, "the flesh to follow the hand")
    person.key("space")
    person.wait_for(lambda s: not s["playing"], "the pause")
    person.release()
    person.wait_for(lambda s: s["handles"] == 0, "the hand to let go")
    state = person.stand_still()
    poked = look_with_the_mouse_aside(person, "poked")
    latest, hash_then = state["steps"], state["hash"]
    state = rewind_to_the_oldest(person)
    expect(state["secondary_motion"] < 1e-3, "that is the time before the poke")
    expect(state["past"][1] == latest, "what came later is still there")
    rewound = look_with_the_mouse_aside(person, "rewound")
    moved, left = different_pixels(before, poked), different_pixels(before, rewound)
    expect(moved > 4000 and left < 0.02 * moved, f"the picture is that of before: {left} of {moved} pixels differ")
    drag_the_past(person, 0.01, 1.02)
    person.wait_for(lambda s: s["steps"] == latest and s["hash"] == hash_then, "the newest moment again, bit for bit")
    person.key("Left")
    person.key("Left")
    state = person.wait_for(lambda s: s["steps"] == latest - 2, "two steps back")
    oldest = rewind_to_the_oldest(person)["place"]
    person.key("space")
    state = person.wait_for(lambda s: s["moving"] and s["place"] > oldest + 20, "the motion to go on from there")
    expect(state["past"][1] == state["place"], "and what came later never happened")
    expect(state["secondary_motion"] < 2e-3, "nobody has poked")


def plays_until(person, condition, what):
    """The state in which it then stands, paused."""
    person.key("space")
    person.wait_for(lambda s: s["moving"] and condition(s), what)
    person.key("space")
    person.wait_for(lambda s: not s["playing"], "the pause")
    return person.stand_still()


def rewinds_over_another_mode_count(person):
    """The model of that time comes back, undo goes on with it, and without undo the new one comes in again."""
    person.key("space")
    person.wait_for(lambda s: not s["playing"], "the pause")
    old = person.stand_still()
    drag_the_modes(person, 0.5, 0.62)
    person.wait_for(lambda s: s["modes"] == s["wanted_modes"] > old["modes"] and not s["building"], "more modes")
    new = plays_until(person, lambda s: s["place"] > old["place"] + 10, "some steps with more modes")
    state = rewind_to_the_oldest(person)
    expect(state["modes"] == old["modes"], f"the model of that time: {state['modes']} modes")
    expect(state["wanted_modes"] == new["modes"], "the settings are those of now")
    rewound = look_with_the_mouse_aside(person, "rewound_over_the_modes")
    drag_the_past(person, 0.01, 1.02)
    person.wait_for(lambda s: s["hash"] == new["hash"] and s["modes"] == new["modes"], "the newest moment again")
    oldest = rewind_to_the_oldest(person)["place"]
    person.key("ctrl+z")
    state = person.wait_for(lambda s: s["wanted_modes"] == old["modes"], "undo to ask for the modes of then")
    expect(not state["building"], "what is shown need not be built")
    expect(different_pixels(rewound, look_with_the_mouse_aside(person, "undone")) < 200, "undo changes no picture")
    state = person.stand_still()
    expect(state["past"][1] == new["past"][1], "nothing is forgotten yet")
    person.key("ctrl+shift+z")
    person.wait_for(lambda s: s["wanted_modes"] == new["modes"], "redo to ask for more modes")
    state = plays_until(person, lambda s: s["place"] > oldest + 8, "some steps from there")
    expect(state["modes"] == new["modes"], "with the settings of now")
    expect(state["past"][1] == state["place"], "what came later never happened")


def saves_the_last_seconds(limber, person, folder):
    person.key("ctrl+shift+s")
    person.wait_for(lambda s: s["asks_for_file"], "the dialog that asks where")
    person.look("save_recording")
    expect(not os.path.exists(os.path.join(folder, "bar-1.recording.json")), "nothing is written before that is said")
    person.key("Escape")
    person.wait_for(lambda s: not s["asks_for_file"], "the dialog to close")
    person.key("ctrl+shift+s")
    person.wait_for(lambda s: s["asks_for_file"], "the dialog that asks where")
    person.key("Return")
    person.wait_for(lambda s: any("bar-1.recording.json" in m for m in s["messages"]), "the recording to be saved")
    person.look("saved_recording")
    replayed = ran(limber, "replay", os.path.join(folder, "bar-1.recording.json"), "--json")
    expect(replayed.returncode == 0, f"the recording is replayed: {replayed.stderr}")
    expect(json.loads(replayed.stdout)["compared"] > 10, "every step is compared")


def keeps_a_recording_whose_place_was_being_chosen(limber, folder):
    """The window is closed while the dialog is open: the recording lies where it was proposed."""
    with at_the_window(limber, folder, [write_bar_scene(folder)]) as person:
        opened(person)
        person.key("ctrl+shift+s")
        person.wait_for(lambda s: s["asks_for_file"], "the dialog that asks where")
        person.program.send_signal(signal.SIGTERM)
        person.program.wait(timeout=300)
        with open(os.path.join(folder, "stderr.txt")) as errors:
            said = errors.read()
    path = os.path.join(folder, "bar-1.recording.json")
    expect(path in said, f"its place is said: {said}")
    replayed = ran(limber, "replay", path, "--json")
    expect(replayed.returncode == 0, f"the recording is replayed: {replayed.stderr}")


def records_its_edits(limber, folder):
    """Another mode count, a reset, a double that comes and goes: one recording, which replays."""
    tape = os.path.join(folder, "tape.json")
    with at_the_window(limber, folder, ["--record", tape, write_bar_scene(folder)]) as person:
        modes = opened(person)["modes"]
        drag_the_modes(person, 0.5, 0.62)
        person.wait_for(lambda s: s["modes"] == s["wanted_modes"] > modes and not s["building"], "more modes")
        person.key("r")
        person.key("ctrl+d")
        state = person.wait_for(lambda s: s["characters"] == 2 and len(s["bodies"]) == 2, "the double")
        place = state["place"]
        person.wait_for(lambda s: s["place"] > place + 5, "some steps of both")
        person.key("ctrl+z")
        place = person.wait_for(lambda s: len(s["bodies"]) == 1, "the double to leave")["place"]
        person.wait_for(lambda s: s["place"] > place + 5, "some steps of one")
        person.close_the_window()
    replayed = ran(limber, "replay", tape, "--json")
    expect(replayed.returncode == 0, f"the session is replayed: {replayed.stderr}")
    again = json.loads(replayed.stdout)
    expect(again["segments"] >= 4 and again["characters"] == 2, f"segment by segment: {replayed.stdout}")


def keeps_a_failure(limber, folder):
    """A gravity of no world: the window pauses, says so, and leaves a recording behind that replays."""
    path = write_bar_scene(folder)
    with open(path) as scene:
        description = json.load(scene)
    description["step"]["gravity"] = [0, -1e40, 0]
    with open(path, "w") as scene:
        json.dump(description, scene)
    with at_the_window(limber, folder, [path]) as person:
        state = person.wait_for(lambda s: any("left the finite numbers" in m for m in s["messages"]), "the sentence")
        expect(not state["playing"], "the motion is paused")
        expect(state["secondary_motion"] < 1e-6, "where it was sound")
        person.next_state()
        person.look("failed_numbers")
        kept = glob.glob(os.path.join(folder, "cache", "limber", "failures", "bar-*.json"))
        expect(len(kept) == 1 and any(kept[0] in m for m in state["messages"]), f"its recording is named: {kept}")
    replayed = ran(limber, "replay", kept[0])
    expect(replayed.returncode == 0 and "as it did when it was recorded" in replayed.stderr, replayed.stderr)


def chooses_a_scene_by_its_picture(limber, folder, width=1280, height=720):
    with at_the_window(limber, folder, [], width, height) as person:
        state = person.wait_for(lambda s: s["scenes"] and "picture: Toy block" in s["widgets"], "the list of scenes")
        person.wait_for(lambda s: s.get("scene") == "Biscuit the puppy" and s["steps"] > 5, "the puppy behind it")
        person.look("scenes")
        person.click(*person.middle_of("picture: Toy block"))
        person.wait_for(lambda s: not s["scenes"] and s.get("scene") == "Pip the cuddly block" and s["steps"] > 10,
                        "the scene of the picture")
        person.look("chosen")
        person.key("l")
        person.wait_for(lambda s: s["scenes"], "the list again")
        person.key("Escape")
        person.wait_for(lambda s: not s["scenes"], "the list to close")
        person.click(*person.middle_of("All scenes"))
        person.wait_for(lambda s: s["scenes"], "the list, with one click")
        person.click(*person.middle_of("picture: Toy block"))
        state = person.wait_for(lambda s: not s["scenes"], "the list to close")
        expect(not state["building"], "what is open is not opened again")


def records_until_it_is_told_to_end(limber, folder):
    """A signal is a wish that the window be closed: what was recorded is written."""
    for name in ("TERM", "INT"):
        tape = os.path.join(folder, name + ".json")
        with at_the_window(limber, folder, ["--record", tape, write_bar_scene(folder)]) as person:
            opened(person)
            person.program.send_signal(getattr(signal, "SIG" + name))
            person.expect_the_end(f"SIG{name} closes the window")
        replayed = ran(limber, "replay", tape, "--json")
        expect(replayed.returncode == 0, f"what was recorded until SIG{name} is replayed: {replayed.stderr}")
        expect(json.loads(replayed.stdout)["compared"] > 10, "every step of it is compared")


def rewinds(limber, folder):
    with at_the_window(limber, folder, [write_bar_scene(folder)]) as person:
        rewinds_to_before_the_poke(person)
        rewinds_over_another_mode_count(person)
        saves_the_last_seconds(limber, person, folder)


if __name__ == "__main__":
    tell(rewinds, keeps_a_recording_whose_place_was_being_chosen, records_its_edits, records_until_it_is_told_to_end,
         keeps_a_failure, chooses_a_scene_by_its_picture)
