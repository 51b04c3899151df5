// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/byte_order_mark.h"
#include "engine/core/file_bytes.h"
#include "engine/mesh/mesh_validation.h"

#include <filesystem>
#include <string>
#include <string_view>

/// Common steps of all mesh readers.
namespace limber {

/// A parser of bytes; `where` names the source in errors.
template <typename Mesh>
using Parser = Result<Repaired<Mesh>> (*)(std::string_view bytes, std::string_view where);

template <typename Mesh>
Result<Repaired<Mesh>> parsed_file(Parser<Mesh> parse, const std::filesystem::path& path) {
    const auto bytes = file_bytes(path);
    if (!bytes) {
        return bytes.error();
    }
    return parse(without_byte_order_mark(bytes.value()), path.string());
}

/// Validates a parsed mesh; the parser's warnings come before those of the validation.
template <typename Mesh>
Result<Repaired<Mesh>> validate(Result<Repaired<Mesh>> parsed, std::string_view where) {
    if (!parsed) {
        return parsed.error();
    }
    Repaired<Mesh> raw = std::move(parsed).value();
    auto valid = validate(std::move(raw.value), where);
    if (!valid) {
        return valid.error();
    }
    Repaired<Mesh> mesh = std::move(valid).value();
    mesh.warnings.insert(mesh.warnings.begin(), raw.warnings.begin(), raw.warnings.end());
    return mesh;
}

} // namespace limber
