# SPDX-License-Identifier: MIT
"""Reads what Blender writes with Limber, without secondary motion, and compares it with an independent reader and with
what Blender shows.

    blender_return_check.py LIMBER SCENE [SCENE ...]

* A rigged character that is made in Blender (blender_character.py), as .glb and as binary .fbx; the latter is saved in
  its bind pose and in another one.
* What Limber exports of each scene, with joints and with morph targets, through Blender: imported and exported as .glb.
* Each SCENE that is a .glb itself, through Blender likewise, instead.

Exits with 1 where a rest position differs by more than 1e-5 of the size, or a position of the animation by more than
1e-4; where bones or clips are missing; or where Blender is missing. A .glb is compared with the independent reader
(gltf_check.py); the character that was made in Blender with the vertices that Blender shows, too.
"""

import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from blender_program import arguments_in_blender, run_in_blender

FRAMES = 60
JOINTS = 24
REST_TOLERANCE = 1e-5
MOTION_TOLERANCE = 1e-4


def through_blender(source, written, rate):
    """Inside of Blender."""
    import numpy

    numpy.bool = bool  # Debian's importer of glTF needs a NumPy before 1.24
    import bpy

    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.context.scene.render.fps = round(float(rate))
    bpy.ops.import_scene.gltf(filepath=source)
    # Blender draws joints as spheres of its own, which are no part of the character.
    for thing in bpy.data.objects:
        for bone in thing.pose.bones if thing.type == "ARMATURE" else ():
            if bone.custom_shape:
                shape, bone.custom_shape = bone.custom_shape, None
                for collection in shape.users_collection:
                    collection.objects.unlink(shape)
    ends = [action.frame_range[1] for action in bpy.data.actions]
    bpy.context.scene.frame_start, bpy.context.scene.frame_end = 0, round(max(ends, default=0))
    bpy.ops.export_scene.gltf(filepath=written)


def checked(limber, path):
    """The bones and the names of the clips that Limber finds."""
    done = subprocess.run([limber, "check", path, "--json"], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"limber check {path}: {done.stderr}")
    report = json.loads(done.stdout)
    return report["bones"], [clip["name"] for clip in report["clips"]]


def is_shown(run, shown):
    """Compares with the vertices of Blender, each with the nearest one at rest."""
    import numpy as np
    from real_characters_check import unit_of
    from scipy.spatial import cKDTree

    size, unit = np.linalg.norm(np.ptp(shown["rest"], axis=0)), unit_of(run, shown["rest"])
    distances, nearest = cKDTree(shown["rest"]).query(run.rest / unit)
    at_rest = distances.max() / size
    are_all = len(np.unique(nearest)) == len(shown["rest"])
    moving = max(run.distance(k, x[nearest], unit) for k, x in enumerate(shown["frames"][: len(run.alone)])) / size
    print(f"{run.name}: {len(run.rest)} vertices for Blender's {len(shown['rest'])}, at rest {at_rest:.1e}, moving "
          f"{moving:.1e} of the size from what Blender shows in {len(run.alone)} frames")
    return are_all and at_rest <= REST_TOLERANCE and moving <= MOTION_TOLERANCE


def reads_the_character(limber, folder):
    import numpy as np
    from real_characters_check import RigAlone, follows_the_file

    run_in_blender(os.path.join(os.path.dirname(os.path.abspath(__file__)), "blender_character.py"), folder)
    shown = np.load(os.path.join(folder, "shown.npz"))
    passed = []
    for name in ("character.glb", "character.fbx", "posed.fbx"):
        path = os.path.join(folder, name)
        run = RigAlone(limber, "Blender's " + name, [path], FRAMES)
        bones, clips = checked(limber, path)
        print(f"{run.name}: {bones} bones for Blender's {len(shown['bones'])}, clips {clips}")
        passed += [bones == len(shown["bones"]), len(clips) == 1, is_shown(run, shown)]
        if name.endswith(".glb"):
            passed.append(follows_the_file(run, path))
    return all(passed)


def returns(limber, name, source, rate, folder):
    """Of a .glb through Blender."""
    from gltf_check import File
    from real_characters_check import RigAlone, follows_the_file

    written = os.path.join(folder, "returned.glb")
    run_in_blender(os.path.abspath(__file__), source, written, rate)
    run = RigAlone(limber, name + " through Blender", [written], FRAMES)
    bones, clips = checked(limber, written)
    file = File(written)
    animations = [animation["name"] for animation in file.document["animations"]]
    print(f"{run.name}: {bones} bones, {len(clips)} clips")
    return follows_the_file(run, written) and bones > 0 and clips == animations


def exports_of(limber, scene, folder):
    """Names, paths and frame rates."""
    if scene.endswith(".glb"):
        yield os.path.basename(scene), scene, 60
        return
    for kind, options in (("joints", ["--joints", str(JOINTS)]), ("targets", ["--morphs", "fitted"])):
        path = os.path.join(folder, kind + ".glb")
        command = [limber, "export", scene, "--frames", str(FRAMES), "--json", "--out", path, *options]
        report = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        yield f"{os.path.basename(scene)} with {kind}", report["files"][0], report["frames_per_second"]


def main():
    if arguments_in_blender():
        through_blender(*arguments_in_blender())
        return 0
    limber, scenes = sys.argv[1], sys.argv[2:]
    with tempfile.TemporaryDirectory() as folder:
        passed = [reads_the_character(limber, folder)]
    for scene in scenes:
        with tempfile.TemporaryDirectory() as folder:
            passed += [returns(limber, *export, folder) for export in exports_of(limber, scene, folder)]
    print(f"{passed.count(True)} of {len(passed)} characters from Blender passed")
    return 0 if all(passed) else 1


if __name__ == "__main__":
    result = main()
    if result:
        sys.exit(result)
