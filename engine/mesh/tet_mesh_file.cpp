#include "engine/mesh/tet_mesh_file.h"

#include "engine/core/file_bytes.h"
#include "engine/mesh/soundness.h"

#include <algorithm>
#include <array>

namespace limber {
namespace {

std::string extension_of(const std::filesystem::path& path) {
    std::string extension = path.extension().string();
    std::transform(extension.begin(), extension.end(), extension.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return extension;
}

Result<Repaired<TetMesh>> parse_tetgen_pair(const std::filesystem::path& path) {
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

using Parser = Result<Repaired<TetMesh>> (*)(std::string_view bytes, std::string_view where);

Result<Repaired<TetMesh>> parse_file(Parser parse, const std::filesystem::path& path) {
    const auto bytes = file_bytes(path);
    if (!bytes) {
        return bytes.error();
    }
    return parse(bytes.value(), path.string());
}

Result<Repaired<TetMesh>> parse_by_extension(const std::filesystem::path& path) {
    const std::string extension = extension_of(path);
    if (extension == ".msh") {
        return parse_file(parse_msh, path);
    }
    if (extension == ".mesh") {
        return parse_file(parse_medit, path);
    }
    if (extension == ".vtk") {
        return parse_file(parse_vtk, path);
    }
    if (extension == ".node" || extension == ".ele") {
        return parse_tetgen_pair(path);
    }
    return Error{ErrorKind::bad_input,
                 "the extension '" + extension + "' is none of a tet mesh: use .msh, .mesh, .node, .ele or .vtk",
                 path.string()};
}

} // namespace

bool is_tet_mesh_file(const std::filesystem::path& path) {
    constexpr std::array<std::string_view, 5> extensions = {".msh", ".mesh", ".node", ".ele", ".vtk"};
    return std::find(extensions.begin(), extensions.end(), extension_of(path)) != extensions.end();
}

Result<Repaired<TetMesh>> read_tet_mesh(const std::filesystem::path& path) {
    auto parsed = parse_by_extension(path);
    if (!parsed) {
        return parsed.error();
    }
    Repaired<TetMesh> raw = std::move(parsed).value();
    auto sound = made_sound(std::move(raw.value), path.string());
    if (!sound) {
        return sound.error();
    }
    Repaired<TetMesh> mesh = std::move(sound).value();
    mesh.warnings.insert(mesh.warnings.begin(), raw.warnings.begin(), raw.warnings.end());
    return mesh;
}

Result<Done> write_tet_mesh(const TetMesh& mesh, const std::filesystem::path& path) {
    const std::string extension = extension_of(path);
    if (extension == ".msh") {
        return write_file(path, msh_bytes(mesh));
    }
    if (extension == ".mesh") {
        return write_file(path, medit_text(mesh));
    }
    return Error{ErrorKind::bad_input,
                 "tet meshes are written as .msh or .mesh, not as '" + extension + "': choose one of these",
                 path.string()};
}

} // namespace limber
