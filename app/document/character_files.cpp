// SPDX-License-Identifier: MIT
#include "app/document/character_files.h"

#include "app/document/joint_map.h"
#include "app/document/opening.h"
#include "app/imports/imported_character.h"
#include "engine/formats/named_files.h"
#include "engine/loads/load_file.h"

namespace limber::app {
namespace {

using Path = std::filesystem::path;

void append(const std::vector<Path>& more, std::vector<Path>& files) {
    files.insert(files.end(), more.begin(), more.end());
}

} // namespace

std::vector<Path> files_of(const ModelDescription& model) {
    std::vector<Path> files{model.mesh,
                            model.rig,
                            loads_file_of(model.subspace_file),
                            model.material.labels,
                            model.muscles.labels,
                            model.look.labels,
                            model.muscles.gait_file,
                            model.muscles.cage_file};
    for (const ExamplePose& example : model.muscles.examples) {
        files.push_back(example.file);
    }
    for (const Path& clip : model.clips) {
        const auto in_character = clip_in_character_file(clip);
        files.push_back(in_character ? in_character->file : clip);
        files.push_back(joint_map_of(model, clip));
    }
    append(files_named_in(model.mesh), files);
    append(files_named_in(model.rig), files);
    std::erase(files, Path());
    return files;
}

std::vector<Path> files_of(const SceneDescription& scene) {
    std::vector<Path> files;
    for (const SceneMember& member : scene.members) {
        if (member.character) {
            append(files_of(*member.character), files);
            continue;
        }
        files.push_back(member.scene);
        if (const auto described = describe(member.scene)) {
            append(files_of(described.value().value), files);
        }
    }
    return files;
}

} // namespace limber::app
