// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/json_document.h"
#include "engine/linalg/types.h"

/// Vectors and matrices in JSON: rows of numbers.
namespace limber {

/// A list of lists of numbers, all as long as the first.
Matrix matrix_in(const JsonNode& node);
/// 3 x 4, or 4 x 3 transposed, or 4 x 4 in either orientation.
Affine affine_in(const JsonNode& node);

/// For core/member_reader.h.
void read_value(const JsonNode& node, Vec3& value);
void read_value(const JsonNode& node, Affine& value);

Json to_json(const Vec3& v);
Json to_json(const Affine& map); // 3 rows of 4

} // namespace limber
