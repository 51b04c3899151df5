"""Types, opens and loses what nothing should be lost by: usage safety_driven.py LIMBER [FOLDER_FOR_PICTURES]."""

import json
import os

from bar_scene import write_bar_scene
from dropping import Source
from person import PATIENCE, at_the_window, expect, ran, tell

TALL = (1280, 1000)  # so that the numbers of the panel are in sight


def opened(person):
    return person.wait_for(lambda s: s.get("scene") == "Bar" and not s["building"] and s["steps"] > 5, "the bar")


def drop(person, paths):
    Source(person.display.name, int(person.window)).drop(paths, 640, 300)


def save_as(person, path):
    person.key("ctrl+s")
    person.wait_for(lambda s: s["asks_for_file"], "the file browser")
    person.key("ctrl+a")
    person.type(path)
    person.key("Return")


def types_numbers_that_are_not_finite(limber, folder):
    """0 times infinity is NaN: the value stays, undo makes no entries of it, and the scene that is saved opens."""
    saved = os.path.join(folder, "saved.json")
    with at_the_window(limber, folder, [write_bar_scene(folder)], *TALL) as person:
        place = opened(person)["bodies"]["Bar"][3]
        person.type_number("Poisson", "*1e999")
        person.click(*person.middle_of("Whole rig"))
        person.type_number("Move x", "*1e999")
        person.type_number("Move y", "1e999")
        state = person.next_state()
        expect(state["undo_entries"] == 0, f"nothing was changed: {state['undo_entries']} entries")
        moved = max(abs(a - b) for a, b in zip(place, state["bodies"]["Bar"][3]))
        expect(moved < 0.05, f"the body, which sways by millimetres, stands where it stood: {moved}")
        save_as(person, saved)
        person.wait_for(lambda s: any("saved.json" in m for m in s["messages"]), "the scene to be saved")
        person.close_the_window()
    with open(saved) as scene:
        expect(json.load(scene)["material"]["poisson"] == 0, "the ratio is the one of before")
    checked = ran(limber, "check", saved)
    expect(checked.returncode == 0, f"the saved scene opens again: {checked.stderr}")


def recording_that_moves(limber, folder, distance):
    path = os.path.join(folder, f"moved_by_{distance:g}.json")
    recorded = ran(limber, "record", os.path.join(folder, "bar.json"), "--frames", "4", "--out", path)
    expect(recorded.returncode == 0, recorded.stderr)
    with open(path) as file:
        recording = json.load(file)
    for member in ("checksum", "hash", "hashes"):
        del recording[member]
    recording["events"].append({"step": 1, "move": [[1, 0, 0, distance], [0, 1, 0, 0], [0, 0, 1, 0]]})
    with open(path, "w") as file:
        json.dump(recording, file)
    return path


def opens_recordings_with_huge_moves(limber, folder):
    """One beyond all limits is refused in a sentence; the range of a slider bears the largest that is not."""
    with at_the_window(limber, folder, [write_bar_scene(folder)], *TALL) as person:
        opened(person)
        person.click(*person.middle_of("Whole rig"))
        person.state_with("Move x")
        drop(person, [recording_that_moves(limber, folder, 1e300)])
        state = person.wait_for(lambda s: any("1e+300" in m for m in s["messages"]), "a sentence about the recording")
        expect(any("move must move by at most" in m for m in state["messages"]), f"it says why: {state['messages']}")
        drop(person, [recording_that_moves(limber, folder, 9e8)])
        person.wait_for(lambda s: s.get("past") == [0, 4] and not s["building"], "the recording to open")
        person.key("End")
        person.next_state()
        person.close_the_window()


def keeps_its_recording_when_the_display_is_lost(limber, folder):
    tape = os.path.join(folder, "tape.json")
    with at_the_window(limber, folder, ["--record", tape, write_bar_scene(folder)]) as person:
        opened(person)
        person.display.server.kill()
        expect(person.program.wait(timeout=PATIENCE) == 1, "the window ends with an error")
        person.errors.seek(0)
        told = person.errors.read()
        expect("its display was lost" in told, f"and says why: {told}")
    replayed = ran(limber, "replay", tape)
    expect(replayed.returncode == 0, f"what was recorded is replayed: {replayed.stderr}")


def ends_with_an_error_where_a_save_failed(limber, folder):
    """One save waits for somebody to read a pipe, another behind it has no folder, and then the window is closed."""
    pipe = os.path.join(folder, "pipe.json")
    os.mkfifo(pipe)
    with at_the_window(limber, folder, [write_bar_scene(folder)]) as person:
        opened(person)
        person.key("ctrl+s")
        person.wait_for(lambda s: s["asks_for_file"], "the file browser")
        person.key("ctrl+a")
        person.type(pipe)
        person.key("Return")
        person.click(*person.middle_of("Choose"))
        person.wait_for(lambda s: not s["asks_for_file"], "the scene to be on its way into the pipe")
        save_as(person, os.path.join(folder, "nowhere", "lost.json"))
        person.wait_for(lambda s: not s["asks_for_file"], "the next one to wait behind it")
        person.key("ctrl+q")
        with open(pipe) as reader:
            reader.read()
        expect(person.program.wait(timeout=PATIENCE) == 1, "a scene that was not saved is no good end")
        person.errors.seek(0)
        expect("lost.json" in person.errors.read(), "and is told")


if __name__ == "__main__":
    tell(types_numbers_that_are_not_finite, opens_recordings_with_huge_moves,
         keeps_its_recording_when_the_display_is_lost, ends_with_an_error_where_a_save_failed)
