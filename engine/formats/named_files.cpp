// SPDX-License-Identifier: MIT
#include "engine/formats/named_files.h"

#include "engine/core/file_bytes.h"
#include "engine/core/json.h"
#include "engine/core/lower_case.h"
#include "engine/mesh/mesh_file.h"

#include <algorithm>
#include <sstream>
#include <string>
#include <string_view>

namespace limber {
namespace {

using Path = std::filesystem::path;

Path file_beside(const Path& file, std::string name) {
    std::ranges::replace(name, '\\', '/');
    return file.parent_path() / name;
}

std::string bytes_or_none(const Path& file) {
    auto bytes = file_bytes(file);
    return bytes ? std::move(bytes).value() : "";
}

// What may be a name in a line: each of its words behind the keyword, and from there on all of them, because names have
// spaces and options stand before them.
std::vector<std::string> names_in(const std::string& line) {
    constexpr const char* spaces = " \t\r";
    const std::size_t line_end = line.find_last_not_of(spaces) + 1;
    std::vector<std::string> names;
    for (std::size_t end = line.find_first_of(spaces, line.find_first_not_of(spaces)); end < line_end;) {
        const std::size_t begin = line.find_first_not_of(spaces, end);
        end = std::min(line.find_first_of(spaces, begin), line_end);
        names.push_back(line.substr(begin, end - begin));
        names.push_back(line.substr(begin, line_end - begin));
    }
    return names;
}

// The files that lines with this keyword name.
std::vector<Path> named_by(std::string_view keyword, const Path& file) {
    std::vector<Path> files;
    std::istringstream lines(bytes_or_none(file));
    for (std::string line; std::getline(lines, line);) {
        const std::size_t begin = line.find_first_not_of(" \t");
        if (begin != std::string::npos && line.compare(begin, keyword.size(), keyword) == 0) {
            for (const std::string& name : names_in(line)) {
                files.push_back(file_beside(file, name));
            }
        }
    }
    return files;
}

std::vector<Path> files_of_obj(const Path& mesh) {
    std::vector<Path> files = named_by("mtllib", mesh);
    const std::size_t libraries = files.size();
    for (std::size_t i = 0; i < libraries; ++i) {
        const std::vector<Path> pictures = named_by("map_", files[i]);
        files.insert(files.end(), pictures.begin(), pictures.end());
    }
    return files;
}

// A name in a file of glTF has other letters than these as %20.
std::string without_escapes(const std::string& name) {
    std::string plain;
    for (std::size_t i = 0; i < name.size(); ++i) {
        unsigned code = 0;
        const bool is_escape =
            name[i] == '%' && i + 2 < name.size() && std::istringstream(name.substr(i + 1, 2)) >> std::hex >> code;
        plain += is_escape ? static_cast<char>(code) : name[i];
        i += is_escape ? 2 : 0;
    }
    return plain;
}

std::vector<Path> files_of_gltf(const Path& mesh) {
    std::vector<Path> files;
    const auto json = parse_json(bytes_or_none(mesh), mesh.string());
    if (!json) {
        return files;
    }
    for (const char* const list : {"buffers", "images"}) {
        const Json* const members = find_member(json.value(), list);
        if (!members || !members->is_array()) {
            continue;
        }
        for (const Json& member : *members) {
            const Json* const name = find_member(member, "uri");
            if (name && name->is_string() && !name->get_ref<const std::string&>().starts_with("data:")) {
                files.push_back(file_beside(mesh, without_escapes(name->get<std::string>())));
            }
        }
    }
    return files;
}

} // namespace

std::vector<Path> files_named_in(const Path& mesh) {
    const std::string ending = extension_of(mesh);
    return ending == ".obj" ? files_of_obj(mesh) : ending == ".gltf" ? files_of_gltf(mesh) : std::vector<Path>();
}

} // namespace limber
