// SPDX-License-Identifier: MIT
#pragma once

#include "app/document/character_description.h"
#include "engine/core/json_fwd.h"
#include "engine/core/result.h"
#include "engine/mesh/tet_mesh.h"

#include <filesystem>
#include <string>
#include <string_view>

/// Scenes as JSON. Only "format", "version" and "mesh" must be there; everything else has the default of
/// CharacterDescription. Paths are relative to the scene file. Unknown members give a warning and are ignored.
///
///     {"format": "limber-scene", "version": 1,
///      "name": "Sea slug",
///      "mesh": "../meshes/slug.msh",            tets, or a surface (.obj .stl .ply)
///      "metres_per_unit": 1.0,                  0: a power of ten such that the mesh is about a metre
///      "target_vertices": 8000,                 only for surfaces
///      "tets": "as they are",                   or "largest part", "refilled", see TetSource
///      "rod_radius": 0.01,                      of rods along the polylines of an .obj [m]; 0: no rods
///      "shell_thickness": 0.005,                of a shell on the triangles of a surface [m]; 0: no shell
///      "plane_depth": 0.1,                      of a body that moves in the x-y plane of its triangles [m]; 0: none
///      "turn": {"axis": [0, 1, 0], "degrees": 0},
///      "rig": "../rigs/slug.json",              or "affine handle" (the default), or "none"
///      "clips": ["../clips/slug_crawl.json"],
///      "retargeted_clips": [{"clip": "../clips/walk.bvh", "stride": 0.9,  of other skeletons, see ClipRetargeting
///                            "keeps_foot_heights": false, "joints": "../clips/walk.map.json",
///                            "bones": {"j01": "pelvis"}}],
///      "active_clip": 0,                        -1: the rest pose
///      "material": {"young": 1e5, "poisson": 0.0, "density": 1000,
///                   "labels": "../meshes/slug_material.json",
///                   "regions": [{"name": "flesh", "young": 1, "density": 1},
///                               {"name": "bone", "young": 100, "density": 1.5,       factors on the base
///                                "poisson": 0.3}],                   a ratio of its own; without it, the base's
///                   "parts": [{"name": "belly", "young": 0.1, "density": 0.9,         see MaterialPart
///                              "painted": {...}}]},                                   see painted_region.h
///      "pins": {...},                           where the body stays with its rig, see painted_region.h
///      "leak": {"amount": 0.5, "depth": 0.1},    0: the rig keeps all momentum, 1: all leaks; with a member
///                                               "painted", it leaks there, see painted_region.h
///      "modes": 16,
///      "subspace": {"kind": "skinning"},         or "skinning-homogeneous", "skinning-unconstrained",
///                                               "skinning-partly-constrained", "weights", "localised", ...; "weights"
///                                               may have painted ones besides: "painted": [{"name": "Weight 1",
///                                               "painted": {...}}]; for kinds that are made for loads, "switch_loads":
///                                               true: a subspace for each, one acts at a time
///      "loads": [{"kind": "handles", "points": [[0, 1, 0]]}],      what the body will meet, see body_load.h
///      "clusters": {"count": 100, "feature_exponent": 0.5, "seed": 1},
///      "newton": {...},                         steps by Newton's method, see newton_description.h
///      "muscles": {"modes": 6, "strength": 1, "gait": "../gaits/crawl.json"},     see muscle_description.h
///      "step": {"time_step": 0.016666666666666666, "iterations": 10, "tolerance": 0, "damping": 0,
///               "gravity": [0, -9.81, 0],
///               "solver": {"integrator": "backward Euler",       or "BDF2"
///                          "arithmetic": "single",               or "double"
///                          "memory": 5, "strain_damping": 0}},
///      "look": {"colour": "#e07a5f", "labels": "../meshes/slug_colours.json", "palette": ["#e07a5f", "#f2cc8f"]},
///      "camera": {"eye": [0, 0, 3], "target": [0, 0, 0], "up": [0, 1, 0], "field_of_view": 35},
///      "start": {...}}                           where it starts instead of at rest, see start_description.h
///
/// A labels file is {"format": "limber-labels", "version": 1, "labels": [0, 0, 1, ...]}: one index into "regions" a
/// tet of the mesh file, or one index into "palette" a vertex of it.
namespace limber::app {

/// Fails with bad_input: not JSON (line and column), a member of the wrong type or out of range (its path).
Result<Repaired<CharacterDescription>> read_scene(const std::filesystem::path& path);
/// `where` names the source in errors; relative paths start at `folder`.
Result<Repaired<CharacterDescription>> parse_scene(std::string_view json, std::string_view where,
                                                   const std::filesystem::path& folder);

/// The whole description, every member written out, paths relative to `folder`.
std::string scene_json(const CharacterDescription& description, const std::filesystem::path& folder);
/// The same as a value, for use inside another file.
Json scene_value(const CharacterDescription& description, const std::filesystem::path& folder);
/// The member "character" of a list of characters: the members of a one-character file; "format" and "version", which
/// the list has, may be missing. Refuses values that are out of range.
void read_value(const JsonNode& node, const std::filesystem::path& folder, CharacterDescription& character);
Json character_json(const CharacterDescription& character, const std::filesystem::path& folder);
Result<Done> write_scene(const CharacterDescription& description, const std::filesystem::path& path);

/// The member "camera".
void read_value(const JsonNode& node, CameraDescription& camera);
Json camera_json(const CameraDescription& camera);

/// Reads `count` labels in [0, label_count). For error messages, `of` names the labelled items ("tets", "vertices") and
/// `that` describes the labels.
Result<std::vector<int>> read_labels(const std::filesystem::path& path, Index count, int label_count,
                                     std::string_view of, std::string_view that = "are named by the scene");
Result<std::vector<int>> parse_labels(std::string_view bytes, std::string_view where, Index count, int label_count);

/// The kind of a JSON file, determined by its members.
enum class JsonKind { scene, rig, clip, controls, labels, gait, other, unreadable };
JsonKind json_kind(const std::filesystem::path& path);

} // namespace limber::app
