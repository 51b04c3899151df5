// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/result.h"
#include "engine/mesh/curve_mesh.h"
#include "engine/mesh/tet_mesh.h"

#include <filesystem>
#include <string_view>

/// Curves from the polylines of Wavefront .obj files: lines that start with l. Lines share vertices where they meet.
namespace limber {

/// Reads and validates. Joins vertices in the same place, drops edges that are there twice and vertices of no edge, and
/// reports joints that are folded, with warnings. Fails with bad_input: a file of another kind, without polylines, or
/// with an edge without length; the message names file and line.
Result<Repaired<CurveMesh>> read_curve(const std::filesystem::path& path);

/// The parser, on bytes in memory, also for fuzzing; validated. `where` names the source.
Result<Repaired<CurveMesh>> parse_obj_curve(std::string_view bytes, std::string_view where);

} // namespace limber
