// SPDX-License-Identifier: MIT
#include "engine/mesh/surface_file.h"

#include "engine/core/lower_case.h"
#include "engine/mesh/mesh_file.h"

namespace limber {
namespace {

Result<Repaired<SurfaceMesh>> parsed_surface(const std::filesystem::path& path) {
    const std::string extension = extension_of(path);
    if (extension == ".obj") {
        return parsed_file(parse_obj, path);
    }
    if (extension == ".stl") {
        return parsed_file(parse_stl, path);
    }
    if (extension == ".ply") {
        return parsed_file(parse_ply, path);
    }
    return Error{ErrorKind::bad_input, "'" + extension + "' is no extension of a surface: use .obj, .stl or .ply",
                 path.string()};
}

} // namespace

bool is_surface_file(const std::filesystem::path& path) {
    const std::string extension = extension_of(path);
    return extension == ".obj" || extension == ".stl" || extension == ".ply";
}

Result<Repaired<SurfaceMesh>> read_surface(const std::filesystem::path& path) {
    return validate(parsed_surface(path), path.string());
}

Result<SurfaceNumbers> read_surface_numbers(const std::filesystem::path& path) {
    const std::string extension = extension_of(path);
    if (extension != ".ply" && extension != ".obj") {
        return SurfaceNumbers{};
    }
    const auto bytes = file_bytes(path);
    if (!bytes) {
        return bytes.error();
    }
    const auto parse = extension == ".ply" ? parse_ply_numbers : parse_obj_numbers;
    return parse(without_byte_order_mark(bytes.value()), path.string());
}

} // namespace limber
