# SPDX-License-Identifier: MIT
"""Compares what Blender shows of exported files with the positions in them: glTF with morph targets and with joints, and
PC2 in the modifier Mesh Cache.

    blender_check.py LIMBER SCENE [SCENE ...]

Runs Blender (Debian's package) without a window. Exits with 1 when a corner of a triangle differs in any frame by more
than 1e-5 of the extent, or where Blender is missing. Of joints the difference is that from the independent reader
(exported_motion_check.py), because they are approximate.
"""

import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from blender_program import arguments_in_blender, run_in_blender

TOLERANCE = 1e-5  # of the extent
FRAMES = 24
JOINTS = 24


def positions_in_blender(arguments):
    """Inside of Blender: writes the corners of all triangles, frames x corners x 3, for each object."""
    import numpy

    numpy.bool = bool  # Debian's importer of glTF needs a NumPy before 1.24
    import bpy

    kind, path, rest, out, rate, frames = arguments
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.context.scene.render.fps = round(float(rate))
    if kind == "gltf":
        bpy.ops.import_scene.gltf(filepath=path)
    else:
        lines = [line.split() for line in open(rest)]
        V = [[float(word) for word in line[1:4]] for line in lines if line and line[0] == "v"]
        F = [[int(word.split("/")[0]) - 1 for word in line[1:]] for line in lines if line and line[0] == "f"]
        mesh = bpy.data.meshes.new("rest")
        mesh.from_pydata(V, [], F)
        cached = bpy.data.objects.new("rest", mesh)
        bpy.context.scene.collection.objects.link(cached)
        modifier = cached.modifiers.new("cache", "MESH_CACHE")
        modifier.cache_format, modifier.filepath, modifier.frame_start = "PC2", path, 0.0
    # Blender draws joints as spheres of its own.
    shapes = {bone.custom_shape for thing in bpy.data.objects if thing.type == "ARMATURE" for bone in thing.pose.bones}
    meshes = [thing for thing in bpy.context.scene.objects if thing.type == "MESH" and thing not in shapes]
    corners = {thing.name: [] for thing in meshes}
    for frame in range(int(frames)):
        bpy.context.scene.frame_set(frame)
        graph = bpy.context.evaluated_depsgraph_get()
        for thing in meshes:
            shown = thing.evaluated_get(graph)
            mesh = shown.to_mesh()
            x = numpy.empty(3 * len(mesh.vertices), numpy.float32)
            mesh.vertices.foreach_get("co", x)
            world = numpy.array(shown.matrix_world)
            x = x.reshape(-1, 3) @ world[:3, :3].T + world[:3, 3]
            if kind == "gltf":
                x = numpy.stack([x[:, 0], x[:, 2], -x[:, 1]], axis=1)  # y is up in the file, z in Blender
            used = numpy.empty(len(mesh.loops), numpy.int32)
            mesh.loops.foreach_get("vertex_index", used)
            corners[thing.name].append(x[used])
            shown.to_mesh_clear()
    numpy.savez(out, **{name: numpy.stack(motion) for name, motion in corners.items()})


def in_blender(folder, kind, path, rest, rate):
    import numpy as np

    out = os.path.join(folder, "corners.npz")
    run_in_blender(os.path.abspath(__file__), kind, path, rest, out, rate, FRAMES)
    return dict(np.load(out))


def corners_in_glb(path):
    """What the independent reader finds: frames x corners x 3 of each node's mesh, primitive by primitive."""
    import numpy as np
    from exported_motion_check import skinned
    from gltf_check import File, pose_at

    file = File(path)
    animation = file.document["animations"][0]
    times = file.accessor(animation["samplers"][0]["input"])[:, 0]
    meshes = {}
    for node, described in enumerate(file.nodes):
        if "mesh" in described:
            primitives = file.document["meshes"][described["mesh"]]["primitives"]
            used = [file.accessor(primitive["indices"])[:, 0].astype(int) for primitive in primitives]
            meshes[described["name"]] = np.stack([
                np.vstack([skinned(file, node, primitive, pose)[corners] for primitive, corners in zip(primitives, used)])
                for pose in (pose_at(file, animation, time) for time in times)])
    return meshes


def corners_in_cache(cache, rest):
    from exported_motion_check import read_obj, read_pc2

    return read_pc2(cache)[:, read_obj(rest)[1].ravel()]


def worst(shown, expected):
    import numpy as np
    from exported_motion_check import extent

    shapes = [{name: x.shape for name, x in of_side.items()} for of_side in (shown, expected)]
    if shapes[0] != shapes[1]:
        print(f"Blender has {shapes[0]}, the files have {shapes[1]}")
        return np.inf
    return max(np.linalg.norm(shown[name] - y, axis=2).max() / extent(y) for name, y in expected.items())


def check(limber, scene, folder):
    def export(name, *options):
        command = [limber, "export", scene, "--frames", str(FRAMES), "--json", "--out", os.path.join(folder, name)]
        return json.loads(subprocess.run([*command, *options], check=True, capture_output=True, text=True).stdout)

    caches = export("motion.pc2")
    exact, fitted = (export(name + ".glb", "--morphs", name) for name in ("exact", "fitted"))
    skin = export("skin.glb", "--joints", str(JOINTS))
    rate = exact["frames_per_second"]
    cache, rest = caches["files"][:2]
    errors = {"pc2": worst(in_blender(folder, "pc2", cache, rest, rate), {"rest": corners_in_cache(cache, rest)})}
    for name, report in (("exact targets", exact), ("fitted targets", fitted), ("joints", skin)):
        glb = report["files"][0]
        errors[name] = worst(in_blender(folder, "gltf", glb, rest, rate), corners_in_glb(glb))
    print(f"{os.path.basename(scene)}: {({name: f'{error:.1e}' for name, error in errors.items()})} of the extent")
    return max(errors.values()) <= TOLERANCE


def main():
    if arguments_in_blender():
        positions_in_blender(arguments_in_blender())
        return 0
    limber, scenes = sys.argv[1], sys.argv[2:]
    passed = []
    for scene in scenes:
        with tempfile.TemporaryDirectory() as folder:
            passed.append(check(limber, scene, folder))
    return 0 if passed and all(passed) else 1


if __name__ == "__main__":
    result = main()
    if result:
        sys.exit(result)
