"""Brings a character of one's own with mouse and keyboard: usage own_character_driven.py LIMBER [FOLDER_FOR_PICTURES]."""

import os

from app_driver import TIMEOUT, different_pixels, expect, run_scenarios, running_app
from bar_scene import write_bar_scene
from export_driven import gltf_in
from files_driven import drop
from person_glb import NAMES, write_person, write_steps
from unsaved_driven import keeps_for_recovery, recovery_files, with_recovery

TALL = (1280, 1000)  # the widgets of the panel are in sight


def wait_for_the_person(app, condition=lambda s: True, what="the person"):
    return app.wait_for(lambda s: s.get("scene") == "person" and not s["building"] and s["steps"] > 5 and condition(s), what)


def answer_with(app, path):
    """Types a path into the file browser."""
    app.wait_for(lambda s: s["asks_for_file"], "the file browser")
    app.key("ctrl+a")
    app.type(path)
    app.key("Return")
    app.wait_for(lambda s: not s["asks_for_file"], "the file browser to close")


def open_by_browser(app, path):
    app.key("ctrl+o")
    answer_with(app, path)


def fold(app, *sections):
    """Clicks titles of sections, the lowest first."""
    for section in sections:
        app.click(*app.centre_of(section))


def attach_motion(app, path):
    entries = app.next_state()["undo_entries"]
    app.click(*app.centre_of("Add a clip..."))
    answer_with(app, path)
    state = wait_for_the_person(app, lambda s: s["undo_entries"] > entries and s["clip_time"] > 0.1, "the motion to play")
    expect(state["undo"] == "Add a clip", f"undo names the clip: {state['undo']}")
    app.screenshot("with_motion")


def scrub(app):
    """Back to an early step: the body is where it was."""
    state = app.wait_for(lambda s: s["past"][1] - s["past"][0] > 40, "a past to scrub")
    app.key("space")
    app.wait_until_paused()
    now = app.screenshot("before_scrubbing")
    x, y, width, height = app.rectangle_of("Past")
    app.drag((x + 0.98 * width, y + height / 2), (x + 0.3 * width, y + height / 2))
    app.release()
    state = app.wait_until_paused()
    expect(state["place"] < state["past"][1] - 5, f"an earlier step is shown: {state['place']} of {state['past']}")
    expect(different_pixels(now, app.screenshot("scrubbed")) > 200, "the body is drawn where it was")
    app.key("space")
    app.wait_for(lambda s: s["playing"], "it to play on")


def paint_stiffness(app):
    """Returns the report of the painted part."""
    fold(app, "Subspace", "Rig and clip")
    app.click(*app.centre_of("Painted parts and pins"))
    app.click(*app.centre_of("Paint a new part"))
    app.wait_for(lambda s: s["holds_brush"], "the brush")
    x, y = app.next_state()["flesh"]
    app.drag((x, y), (x, y + 60))
    app.release()
    state = wait_for_the_person(app, lambda s: s["material_parts"], "the painted part")
    app.screenshot("painted")
    return state["material_parts"]


def is_dropped_moved_painted_and_exported(limber, folder):
    person = write_person(os.path.join(folder, "person.glb"))
    with running_app(limber, folder, [write_bar_scene(folder)], *TALL) as app:
        app.wait_for(lambda s: s.get("scene") == "Bar" and not s["building"], "the bar")
        drop(app, person)
        state = wait_for_the_person(app)
        expect(not state["modified"], "opening changes nothing")
        app.screenshot("dropped")
        attach_motion(app, write_steps(os.path.join(folder, "steps.bvh")))
        scrub(app)
        painted = paint_stiffness(app)
        app.key("ctrl+z")
        app.wait_for(lambda s: not s["material_parts"], "the stroke to be undone")
        app.key("ctrl+y")
        app.wait_for(lambda s: s["material_parts"] == painted and not s["building"], "the stroke to be redone")
        app.key("ctrl+e")
        answer_with(app, os.path.join(folder, "home.glb"))
        app.wait_for(lambda s: any("Exported" in m and "home.glb" in m for m in s["messages"]), "the message")
        app.screenshot("exported")
    written = gltf_in(os.path.join(folder, "home.glb"))
    expect(written["animations"] and written["meshes"], "the motion is in the file")
    with open(person, "rb") as file:
        expect(file.read(4) == b"glTF" and len(gltf_in(person)["skins"][0]["joints"]) == len(NAMES),
               "the file that was opened is as it was")


def is_recovered_after_a_kill(limber, folder):
    person = write_person(os.path.join(folder, "person.glb"))
    steps = write_steps(os.path.join(folder, "steps.bvh"))
    with running_app(limber, folder, [write_bar_scene(folder)], *TALL, environment=with_recovery(folder)) as app:
        app.wait_for(lambda s: s.get("scene") == "Bar" and not s["building"], "the bar")
        open_by_browser(app, person)
        wait_for_the_person(app)
        attach_motion(app, steps)
        paint_stiffness(app)
        app.wait_for(lambda s: keeps_for_recovery(folder, "steps.bvh") and keeps_for_recovery(folder, '"parts"'),
                     "the changes to be kept for recovery")
        app.program.kill()
        app.program.wait(timeout=TIMEOUT)
    expect(len(recovery_files(folder)) == 1, "the unsaved changes are in the recovery folder")
    with running_app(limber, folder, [os.path.join(folder, "bar.json")], *TALL, environment=with_recovery(folder)) as app:
        app.wait_for(lambda s: any("unsaved changes of person" in m for m in s["messages"]), "the offer")
        app.click(*app.centre_of("Recover it"))
        wait_for_the_person(app, lambda s: s["modified"] and s["material_parts"], "the recovered person")
        app.wait_for(lambda s: s["clip_time"] > 0.1, "its motion to play")
        app.screenshot("recovered")


if __name__ == "__main__":
    run_scenarios(is_dropped_moved_painted_and_exported, is_recovered_after_a_kill)
