// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/result.h"
#include "engine/linalg/types.h"

#include <filesystem>
#include <string_view>
#include <vector>

/// Reads what motion_file.h writes, and what other tools write in these formats: NumPy .npy (version 1 to 3,
/// little-endian float32 or float64, rows first or columns first) and .pc2.
namespace limber {

/// The frames of a motion, n x 3 each: .npy of shape frames x n x 3, or .pc2. Fails with bad_input: another format or
/// shape, no frame, a file that ends early, a number that is not finite.
Result<std::vector<Points>> read_motion(const std::filesystem::path& path);
Result<std::vector<Points>> parse_motion(std::string_view bytes, std::string_view where);

/// A matrix: .npy of shape rows x columns, or of one column where the shape has one number. Fails likewise.
Result<Matrix> read_npy(const std::filesystem::path& path);
Result<Matrix> parse_npy(std::string_view bytes, std::string_view where);

} // namespace limber
