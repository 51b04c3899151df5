// SPDX-License-Identifier: MIT
#include "engine/mesh/tet_mesh_file.h"

#include "engine/core/lower_case.h"
#include "engine/mesh/mesh_file.h"

#include <algorithm>
#include <array>

namespace limber {
namespace {

Result<Repaired<TetMesh>> parsed_tetgen_pair(const std::filesystem::path& path) {
    const auto named = [&](const char* extension) {
        return std::filesystem::path(path).replace_extension(extension);
    };
    const auto nodes = file_bytes(named(".node"));
    if (!nodes) {
        return nodes.error();
    }
    const auto elements = file_bytes(named(".ele"));
    if (!elements) {
        return elements.error();
    }
    return parse_tetgen(nodes.value(), elements.value(), named("").string());
}

Result<Repaired<TetMesh>> parsed_tet_mesh(const std::filesystem::path& path) {
    const std::string extension = extension_of(path);
    if (extension == ".msh") {
        return parsed_file(parse_msh, path);
    }
    if (extension == ".mesh") {
        return parsed_file(parse_medit, path);
    }
    if (extension == ".vtk") {
        return parsed_file(parse_vtk, path);
    }
    if (extension == ".node" || extension == ".ele") {
        return parsed_tetgen_pair(path);
    }
    return Error{ErrorKind::bad_input,
                 "'" + extension + "' is no extension of a tet mesh: use .msh, .mesh, .node, .ele or .vtk",
                 path.string()};
}

} // namespace

bool is_tet_mesh_file(const std::filesystem::path& path) {
    constexpr std::array<std::string_view, 5> extensions = {".msh", ".mesh", ".node", ".ele", ".vtk"};
    return std::find(extensions.begin(), extensions.end(), extension_of(path)) != extensions.end();
}

Result<Repaired<TetMesh>> read_tet_mesh(const std::filesystem::path& path) {
    return validate(parsed_tet_mesh(path), path.string());
}

Result<Done> write_tet_mesh(const TetMesh& mesh, const std::filesystem::path& path) {
    const std::string extension = extension_of(path);
    if (extension == ".msh") {
        return write_file(path, msh_bytes(mesh));
    }
    if (extension == ".mesh") {
        return write_file(path, medit_text(mesh));
    }
    return Error{ErrorKind::bad_input, "tet meshes are written as .msh or .mesh, not as '" + extension + "'",
                 path.string()};
}

} // namespace limber
