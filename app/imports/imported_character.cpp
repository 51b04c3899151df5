// SPDX-License-Identifier: MIT
#include "app/imports/imported_character.h"

#include "app/imports/conversion.h"

namespace limber::app {
namespace {

std::string warning_about(const std::filesystem::path& path) {
    const std::string name = path.filename().string();
    return name +
           " was read with assimp, which may lose a part of it: compare the character with what it is in the program "
           "that wrote it, or export it from there as .glb";
}

} // namespace

bool is_character_format(const std::filesystem::path& path) {
    return is_gltf_file(path) || is_convertible(path);
}

Result<Repaired<GltfCharacter>> read_character_file(const std::filesystem::path& path, GltfClips clips,
                                                    Progress* progress) {
    if (!is_convertible(path)) {
        return read_gltf(path, clips);
    }
    auto conversion = converted(path, {}, converter_program(), progress);
    if (!conversion) {
        return conversion.error();
    }
    auto read = parse_gltf(conversion.value().glb, path.string(), clips);
    if (!read) {
        return read.error();
    }
    Repaired<GltfCharacter> character = std::move(read).value();
    std::vector<std::string> warnings{warning_about(path)};
    for (const std::string& warning : conversion.value().warnings) {
        warnings.push_back(path.filename().string() + ": " + warning);
    }
    character.warnings.insert(character.warnings.begin(), warnings.begin(), warnings.end());
    return character;
}

std::optional<GltfClipName> clip_in_character_file(const std::filesystem::path& path) {
    return gltf_clip_named_by(path, is_character_format);
}

} // namespace limber::app
