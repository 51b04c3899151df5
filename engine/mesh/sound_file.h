#pragma once

#include "engine/core/byte_order_mark.h"
#include "engine/core/file_bytes.h"
#include "engine/mesh/soundness.h"

#include <filesystem>
#include <string>
#include <string_view>

/// What every reader of a mesh does around its parser.
namespace limber {

/// With its dot and in lower case: ".msh".
std::string extension_of(const std::filesystem::path& path);

/// A parser: bytes, and what to call them in errors.
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

/// The parser's warnings first, then those of `made_sound`.
template <typename Mesh>
Result<Repaired<Mesh>> made_sound(Result<Repaired<Mesh>> parsed, std::string_view where) {
    if (!parsed) {
        return parsed.error();
    }
    Repaired<Mesh> raw = std::move(parsed).value();
    auto sound = made_sound(std::move(raw.value), where);
    if (!sound) {
        return sound.error();
    }
    Repaired<Mesh> mesh = std::move(sound).value();
    mesh.warnings.insert(mesh.warnings.begin(), raw.warnings.begin(), raw.warnings.end());
    return mesh;
}

} // namespace limber
