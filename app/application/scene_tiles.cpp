// SPDX-License-Identifier: MIT
#include "app/application/scene_tiles.h"

#include "app/creatures/creatures.h"
#include "app/platform_paths/data_folder.h"

#include <algorithm>
#include <cctype>

namespace limber::app {
namespace {

std::string title_of(std::string name) {
    std::replace(name.begin(), name.end(), '_', ' ');
    if (!name.empty()) {
        name.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(name.front())));
    }
    return name;
}

} // namespace

std::vector<SceneTile> tiles_of(const std::vector<std::filesystem::path>& scenes, Renderer& renderer) {
    const auto pictures = data_folder("assets/pictures/scenes");
    std::vector<SceneTile> tiles;
    for (const auto& scene : scenes) {
        const std::string name = creature_named_by(scene).value_or(scene.stem().string());
        SceneTile tile{scene, title_of(name), 0};
        if (pictures) {
            const auto picture = read_png(pictures.value() / (name + ".png"));
            tile.picture = picture ? renderer.keep_picture(picture.value()) : 0;
        }
        tiles.push_back(std::move(tile));
    }
    return tiles;
}

} // namespace limber::app
