// SPDX-License-Identifier: MIT
#pragma once

#include "app/motion/controls_recording.h"
#include "engine/core/json_fwd.h"
#include "engine/core/result.h"
#include "engine/mesh/tet_mesh.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// A controls file: which controls changed before which step. Written by hand, by recording the window or by
/// `limber record`, replayed by `limber replay` and `limber simulate --controls`. What was recorded also holds the
/// scene, the stored state from which it starts and a hash a step, and a replay of it gives the same bits.
///
///     {"format": "limber-controls", "version": 1, "steps": 240, "hash": "0123456789abcdef",
///      "events": [
///        {"step": 0,  "set": {"clip": 0, "clip_speed": 1, "gravity": [0, -9.81, 0], "time_step": 0.0167, "young": 1e5,
///                             "poisson": 0, "density": 1000, "damping": 0, "iterations": 10, "tolerance": 0,
///                             "solver": {"memory": 5}, "friction_law": "coulomb", "kept": 0,
///                             "playback": {"in": 0.5, "out": 1.5}, "enabled": true, "dynamics": 1, "rigid": false,
///                             "wind": [0, 0, 0], "air_drag": 0,
///                             "gusts": {"strength": 0, "period": 2, "seed": 1}}},            as in a scene
///        {"step": 10, "handle": {"id": 1, "vertex": 17, "stiffness": 200, "target": [0, 1, 0]}},
///        {"time": 0.5, "handle": {"id": 1, "target": [0, 1.2, 0]}},        what is not named stays
///        {"step": 60, "release": 1},
///        {"step": 62, "force": {"id": 1, "vertex": 17, "force": [0, 50, 0], "period": 0}},   pulses with a period [s]
///        {"step": 68, "release_force": 1},
///        {"step": 69, "spring": {"id": 1, "rest_length": 0.3}},           all its members: document/point_spring.h
///        {"step": 69, "release_spring": 1},
///        {"step": 69, "movements": [...]},                                of springs, all: document/spring_movement.h
///        {"step": 69, "movement": {"name": "Walk", "plays": true}},       one of them plays, as while its key is held
///        {"step": 70, "bone": {"index": 2, "offset": [[1,0,0,0],[0,1,0,0],[0,0,1,0.1]]}},   or "name": "tail"
///        {"step": 80, "keys": {"length": 2, "keys": [...]}},              of the rig, all of them, see pose_keys.h
///        {"step": 90, "move": [[1,0,0,0.2],[0,1,0,0],[0,0,1,0]]},         the whole rig
///        {"step": 95, "muscles": {"gait": {...}, "strength": 1, "held": [0, 0.5]}},   see muscle_controls.h
///        {"step": 99, "obstacles": [{"shape": "ball", ...}, ...]},        all of them, the floor too, as in a scene
///        {"step": 99, "carried": [{"obstacle": 1, "from": [[1,0,0,0], ...], "to": ...}]},  by bones, in this step
///        {"step": 100, "throw": {"velocity": [0, 0, -6], "angular_velocity": [-55, 0, 0]}},   its rigid body, once
///        {"step": 120, "obstacles": "scene"}]}                            where the scene has them
///
/// Only "format", "version" and "events" must be there. A recording goes on:
///
///      "instruction_set": "AVX2",           that decided the last bits
///      "hashes": ["0123456789abcdef...", ...],      of the state after each step, sixteen digits each, eight a row
///      "scene": {"format": "limber-scene", ...},    as a scene file; paths are relative to the recording
///      "start": {"step": 300, "clip": 0, "clip_time": 0.25, "jumps": false, "time": 5,
///                "Z": [...], "Zdot": [...], "P": [...], "Pdot": [...],      row after row
///                "blend": {"time": 0.1, "from": [...]},         where a clip fades into another: the pose it left
///                "behaviour": [...],            numbers of what the body does by itself (motion/behaviour_player.h)
///                "switching": [...],            of the load in whose subspace it moves (motion/body_stepper.h)
///                "springs": [...],              of the springs that follow targets (motion/spring_mover.h)
///                "past": {"time_step": 0.0167, "Z": ...}},     where it starts; without: at rest in the first pose
///      "checksum": "0123456789abcdef"               of all bytes before this member: what it finds is damage
///
/// Steps are counted from the start. A handle or a force is on one "vertex" of the tet mesh, or on three "vertices"
/// with "barycentric" weights. "time" [s] counts from the start in time steps of the scene. Events at the same step act
/// in their order.
namespace limber::app {

struct Character;

/// `start` are the controls that the first event changes. Fails with bad_input: not JSON (line and column),
/// ill-shaped members (their path), vertices, bones or clips that the character does not have.
Result<Repaired<Recording>> parse_controls(std::string_view json, std::string_view where, const Character& character,
                                           const LiveControls& start);

/// Reads the scene in a recording. Fails with bad_input: not JSON, damaged, or without a scene.
Result<Repaired<CharacterDescription>> read_recorded_scene(const std::filesystem::path& path);

/// The events with `scene`, if it is not null, as a part of another file. Without a scene, `folder` is not used.
Json controls_value(const Recording& recording, const LiveControls& start, const CharacterDescription* scene,
                    const std::filesystem::path& folder);

} // namespace limber::app
