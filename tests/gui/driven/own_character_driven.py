"""Brings a character of one's own with mouse and keyboard: usage own_character_driven.py LIMBER [FOLDER_FOR_PICTURES]."""

import os
import shutil
import stat

from app_driver import TIMEOUT, different_pixels, expect, run_scenarios, running_app
from bar_scene import write_bar_scene
from export_driven import gltf_in
from files_driven import drop
from person_glb import NAMES, write_nameless_steps, write_person, write_person_scene, write_steps
from tower_fbx import write_tower
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


def play_again(app):
    """A capture does not start again by itself: what was seen last would be its last pose."""
    app.key("r")
    app.next_state()
    app.wait_for(lambda s: s["clip_time"] > 0.3, "the motion to play from its start")


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
        play_again(app)
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


def painted_count(parts):
    return sum(part["painted"] for part in parts.values())


def is_softened_and_painted_from_its_file(limber, folder):
    """A VRM with spring bones and vertex colours, and the buttons that they bring along."""
    person = write_person(os.path.join(folder, "person.vrm"), springs=("LeftArm", "LeftForeArm"), arms_are_red=True)
    with running_app(limber, folder, [write_bar_scene(folder)], *TALL) as app:
        app.wait_for(lambda s: s.get("scene") == "Bar" and not s["building"], "the bar")
        drop(app, person)
        wait_for_the_person(app)
        app.wait_for(lambda s: any("2 spring bones" in m for m in s["messages"]), "the question about the spring bones")
        app.screenshot("asks_about_springs")
        app.click(*app.centre_of("Soften it"))
        state = wait_for_the_person(app, lambda s: s["material_parts"], "the soft parts")
        parts = state["material_parts"]
        soft = [name for name, part in parts.items() if part["young"] < 1 and part["painted"] > 0]
        expect(soft and any(part["young"] > 1 for part in parts.values()), f"soft sleeves, and the rest stiffer: {parts}")
        expect(not any("spring bones" in m for m in state["messages"]), "the question is answered")
        app.screenshot("softened")
        app.key("ctrl+z")
        wait_for_the_person(app, lambda s: not s["material_parts"], "undo")
        before = painted_count(paint_stiffness(app))
        app.click(*app.centre_of("Add from colours"))
        app.screenshot("colours_of_the_file")
        app.click(*app.centre_of("Add from colours: COLOR_0 red"))
        state = wait_for_the_person(app, lambda s: painted_count(s["material_parts"]) > before + 8, "the arms to be painted")
        app.screenshot("painted_by_colours")
        app.key("ctrl+z")
        wait_for_the_person(app, lambda s: painted_count(s["material_parts"]) == before, "undo")


def choose_in_list(app, joint, bone):
    app.click(*app.centre_of(joint))
    app.click(*app.centre_of(f"{joint}: {bone}"))
    app.next_state()


def is_moved_by_joints_that_are_matched_by_hand(limber, folder):
    """A motion whose joints have names that say nothing is refused, and its message leads to lists of the bones; one
    more bone is chosen in the list of a joint once the motion plays."""
    strange = write_nameless_steps(os.path.join(folder, "strange.bvh"))
    with running_app(limber, folder, [write_person_scene(folder)], *TALL) as app:
        before = wait_for_the_person(app)
        app.click(*app.centre_of("Add a clip..."))
        answer_with(app, strange)
        wait_for_the_person(app, lambda s: any("another kind of body" in m for m in s["messages"]), "the refusal")
        app.screenshot("refused")
        app.click(*app.centre_of("Match by hand"))
        app.wait_for_widget("Joints of the refused clip")
        for name in ("Hips", "LeftUpLeg"):
            choose_in_list(app, f"j{NAMES.index(name)}", name)
        app.screenshot("matched")
        app.click(*app.centre_of("Add it with these"))
        state = wait_for_the_person(app, lambda s: s["undo"] == "Add a clip" and s["clip_time"] > 0.1,
                                    "the motion to play")
        expect(state["undo_entries"] == before["undo_entries"] + 1, "the clip and its bones are one edit")
        expect("Joints of the refused clip" not in app.next_state()["widgets"], "the list has ended")
        app.click(*app.centre_of("Bones and joints"))
        choose_in_list(app, f"j{NAMES.index('Spine')}", "Spine")
        wait_for_the_person(app, lambda s: s["undo"] == "Choose a bone", "the bone to follow its joint")
        app.screenshot("chosen")
        saved = os.path.join(folder, "matched.json")
        app.key("ctrl+shift+s")
        answer_with(app, saved)
        app.wait_for(lambda s: any("Saved" in m and "matched.json" in m for m in s["messages"]), "the save")
        with open(saved) as scene:
            text = scene.read()
        expect(all(f'"j{NAMES.index(name)}"' in text for name in ("Hips", "LeftUpLeg", "Spine")),
               f"the choices are saved: {text}")
        app.key("ctrl+z")
        wait_for_the_person(app, lambda s: s["undo"] == "Add a clip", "undo of the bone")
        app.key("ctrl+z")
        wait_for_the_person(app, lambda s: s["undo_entries"] == before["undo_entries"], "undo of the clip")


def with_slow_converter(limber, folder):
    """The program beside a converter that first waits until the file `go` is there. Returns its path; None: this build
    reads no FBX."""
    converter = os.path.join(os.path.dirname(limber), "limber_convert")
    if not os.path.exists(converter):
        return None
    programs = os.path.join(folder, "programs")
    os.makedirs(programs)
    slow = os.path.join(programs, "limber_convert")
    with open(slow, "w") as out:
        out.write(f"#!/bin/sh\necho $$ >>{folder}/conversions\n"
                  f"while [ ! -e {folder}/go ]; do sleep 0.05; done\nexec {converter} \"$@\"\n")
    os.chmod(slow, os.stat(slow).st_mode | stat.S_IXUSR)
    return shutil.copy2(limber, programs)


def conversions(folder):
    """The process ids of the conversions that were started."""
    path = os.path.join(folder, "conversions")
    return [int(line) for line in open(path)] if os.path.exists(path) else []


def is_running(process):
    try:
        os.kill(process, 0)
        return True
    except ProcessLookupError:
        return False


def of_fbx_is_cancelled_dropped_and_chosen(limber, folder):
    slow = with_slow_converter(limber, folder)
    if slow is None:
        expect(not os.environ.get("CI"), "this build reads no FBX, and nothing may be left out where CI is set")
        print("left out: this build reads no FBX")
        return
    tower = write_tower(os.path.join(folder, "tower.fbx"))
    with running_app(slow, folder, [write_bar_scene(folder)]) as app:
        steps = app.wait_for(lambda s: s.get("scene") == "Bar" and not s["building"] and s["steps"] > 5, "the bar")["steps"]
        drop(app, tower)
        app.wait_for(lambda s: s["building"] and len(conversions(folder)) == 1, "the conversion")
        app.screenshot("converting")
        app.wait_for(lambda s: s["steps"] > steps + 20, "the bar to move on meanwhile")
        app.click(*app.centre_of("Cancel"))
        state = app.wait_for(lambda s: not s["building"], "the conversion to be cancelled")
        expect(state["scene"] == "Bar" and not state["messages"], f"nothing changed: {state['messages']}")
        app.wait_for(lambda s: not is_running(conversions(folder)[0]), "its program to end")
        open(os.path.join(folder, "go"), "w").close()
        drop(app, tower)
        state = app.wait_for(lambda s: s.get("scene") == "tower" and not s["building"] and s["clip_time"] > 0.2, "the tower")
        expect(any("read with assimp" in m for m in state["messages"]), f"a warning: {state['messages']}")
        app.screenshot("fbx")
        open_by_browser(app, os.path.join(folder, "bar.json"))
        app.wait_for(lambda s: s.get("scene") == "Bar" and not s["building"], "the bar again")
        open_by_browser(app, tower)
        app.wait_for(lambda s: s.get("scene") == "tower" and not s["building"] and s["clip_time"] > 0.2, "the tower by browser")


if __name__ == "__main__":
    run_scenarios(is_dropped_moved_painted_and_exported, is_recovered_after_a_kill, is_softened_and_painted_from_its_file,
                  is_moved_by_joints_that_are_matched_by_hand, of_fbx_is_cancelled_dropped_and_chosen)
