// SPDX-License-Identifier: MIT
#pragma once

#include "engine/actuation/waveform.h"
#include "engine/core/json_document.h"
#include "engine/mesh/tet_mesh.h"

#include <filesystem>
#include <string_view>

/// Gaits as JSON. "waveforms" has a list of harmonics for each muscle, each [amplitude, period in seconds, phase in
/// turns]; an empty list is a muscle at rest. "ramp" and "limit" are optional.
///
///     {"format": "limber-gait", "version": 1, "name": "crawl", "character": "Octopus", "ramp": 0.5, "limit": 1,
///      "waveforms": [[[0.6, 1, 0], [0.2, 0.5, 0.25]], [], [[0.3, 1, 0.5]]]}
namespace limber {

/// Fails with bad_input: not JSON (line and column), a member of the wrong type or out of range (its path).
Result<Repaired<Gait>> read_gait(const std::filesystem::path& path);
Result<Repaired<Gait>> parse_gait(std::string_view json, std::string_view where);

/// Round-trips bit for bit. Fails with bad_input: a gait that could not be read back, or a file that cannot be written.
Result<Done> write_gait(const Gait& gait, const std::filesystem::path& path);
std::string gait_json(const Gait& gait);

/// The same as JSON values, for use inside another file.
Json gait_value(const Gait& gait);
void read_value(const JsonNode& node, Gait& gait);

} // namespace limber
