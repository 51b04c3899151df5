# SPDX-License-Identifier: MIT
"""Makes a rigged character in Blender and writes it as glTF and as binary FBX.

    blender_character.py FOLDER

Writes into FOLDER:

* `character.glb`, and `character.fbx` as Blender writes it, where the bones stand in the bind pose;
* `posed.fbx`, where they stand in another pose: that of frame 15;
* `plain.fbx`, of which no array is compressed, so that changes of its bytes change its numbers;
* `shown.npz`: `rest` (n x 3) and `frames` (frames x n x 3), the vertices as Blender shows them, with y up, and `bones`.

The character is the post of odd_characters.py: a chain of bones, smooth weights, one action of a second.
"""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from blender_program import arguments_in_blender, run_in_blender

BONES = 5
RATE = 60
FRAMES = 61
POSED = 15  # the frame of another pose than the bind pose


def z_up(V):
    import numpy as np

    return np.stack([V[:, 0], -V[:, 2], V[:, 1]], axis=1)


def y_up(x):
    import numpy as np

    return np.stack([x[:, 0], x[:, 2], -x[:, 1]], axis=1)


def welded(V, F):
    import numpy as np

    points, places = np.unique(V.round(9), axis=0, return_inverse=True)
    return points, places.reshape(-1)[F]


def add_armature(bpy, height):
    armature = bpy.data.objects.new("rig", bpy.data.armatures.new("rig"))
    bpy.context.scene.collection.objects.link(armature)
    bpy.context.view_layer.objects.active = armature
    bpy.ops.object.mode_set(mode="EDIT")
    step, above = height / (BONES - 1), None
    for k in range(BONES):
        bone = armature.data.edit_bones.new(f"spine {k}")
        bone.head, bone.tail, bone.roll = (0, 0, k * step), (0, 0, (k + 1) * step), 0.3 * k
        bone.parent, above = above, bone
    bpy.ops.object.mode_set(mode="OBJECT")
    return armature


def add_mesh(bpy, armature):
    from odd_characters import post, weights_of

    V, F = welded(*post())
    mesh = bpy.data.meshes.new("body")
    mesh.from_pydata(z_up(V).tolist(), [], F.tolist())
    body = bpy.data.objects.new("body", mesh)
    bpy.context.scene.collection.objects.link(body)
    groups = [body.vertex_groups.new(name=bone.name) for bone in armature.data.bones]
    for vertex, (joints, weights) in enumerate(zip(*weights_of(V, BONES))):
        for joint, weight in zip(joints[:2], weights[:2]):
            groups[joint].add([vertex], weight, "ADD")
    body.parent = armature
    body.modifiers.new("rig", "ARMATURE").object = armature
    return body


def add_action(bpy, armature):
    from mathutils import Euler

    for frame in range(0, FRAMES, 15):
        for k, bone in enumerate(armature.pose.bones):
            turn = 0.25 * (-1) ** (frame // 15) if frame > 0 else 0.0
            bone.rotation_quaternion = Euler((turn, 0.4 * turn * k, -0.5 * turn)).to_quaternion()
            bone.keyframe_insert("rotation_quaternion", frame=frame)
        armature.pose.bones[0].location = (0.002 * frame, 0.0, 0.001 * frame)
        armature.pose.bones[0].keyframe_insert("location", frame=frame)


def shown(bpy, body, frame):
    """The vertices of a frame, with y up."""
    import numpy as np

    bpy.context.scene.frame_set(frame)
    evaluated = body.evaluated_get(bpy.context.evaluated_depsgraph_get())
    mesh = evaluated.to_mesh()
    x = np.empty(3 * len(mesh.vertices), np.float32)
    mesh.vertices.foreach_get("co", x)
    world = np.array(evaluated.matrix_world)
    evaluated.to_mesh_clear()
    return y_up(x.reshape(-1, 3) @ world[:3, :3].T + world[:3, 3])


def write_fbx(bpy, path):
    # One clip, with a key in each frame, so that it is the action.
    bpy.ops.export_scene.fbx(filepath=path, bake_anim_use_all_actions=False, bake_anim_use_nla_strips=False,
                             bake_anim_simplify_factor=0.0)


def leave_arrays_plain():
    """Changes how Blender's writer of FBX packs arrays from now on."""
    import struct

    from io_scene_fbx import encode_bin

    def add_array(element, data, array_type, property_type):
        element.props_type.append(property_type)
        element.props.append(struct.pack("<3I", len(data), 0, len(data.tobytes())) + data.tobytes())

    encode_bin.FBXElem._add_array_helper = add_array


def write_in_blender(folder):
    import numpy

    numpy.bool = bool  # Debian's exporter of glTF needs a NumPy before 1.24
    import bpy
    from odd_characters import HEIGHT

    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.fps, scene.frame_start, scene.frame_end = RATE, 0, FRAMES - 1
    armature = add_armature(bpy, HEIGHT)
    body = add_mesh(bpy, armature)
    rest = shown(bpy, body, 0)
    add_action(bpy, armature)
    numpy.savez(os.path.join(folder, "shown.npz"), rest=rest, bones=[bone.name for bone in armature.data.bones],
                frames=numpy.stack([shown(bpy, body, frame) for frame in range(FRAMES)]))
    scene.frame_set(0)
    bpy.ops.export_scene.gltf(filepath=os.path.join(folder, "character.glb"))
    write_fbx(bpy, os.path.join(folder, "character.fbx"))
    scene.frame_set(POSED)
    write_fbx(bpy, os.path.join(folder, "posed.fbx"))
    scene.frame_set(0)
    leave_arrays_plain()
    write_fbx(bpy, os.path.join(folder, "plain.fbx"))


def main():
    if arguments_in_blender():
        write_in_blender(*arguments_in_blender())
    elif len(sys.argv) != 2:
        sys.exit(__doc__)
    else:
        os.makedirs(sys.argv[1], exist_ok=True)
        run_in_blender(os.path.abspath(__file__), sys.argv[1])


if __name__ == "__main__":
    main()
