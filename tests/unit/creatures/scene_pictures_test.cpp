// SPDX-License-Identifier: MIT
#include "app/creatures/creatures.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

namespace limber::app {
namespace {

namespace fs = std::filesystem;

// The list of scenes in the window shows them, and a grey box for a scene without one.
TEST(ScenePictures, AreThereForEveryScene) {
    const fs::path assets = fs::path(LIMBER_SOURCE_DIR) / "assets";
    std::vector<std::string> names = creature_names();
    for (const BuiltInScene& scene : built_in_scenes()) {
        names.emplace_back(scene.name);
    }
    for (const auto& entry : fs::directory_iterator(assets / "scenes")) {
        if (entry.path().extension() == ".json") {
            names.push_back(entry.path().stem().string());
        }
    }
    ASSERT_GT(names.size(), 80u);
    for (const std::string& name : names) {
        const fs::path picture = assets / "pictures" / "scenes" / (name + ".png");
        EXPECT_TRUE(fs::exists(picture)) << "limber render creature:" << name << " --frame 30 --size 320x200 --out "
                                         << picture << ", then in at most 256 colours";
    }
}

} // namespace
} // namespace limber::app
