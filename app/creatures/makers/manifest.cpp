// SPDX-License-Identifier: MIT
#include "app/creatures/makers/manifest.h"

#include "engine/core/file_bytes.h"
#include "engine/core/hash.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace limber::makers {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> files_below(const fs::path& folder) {
    std::vector<fs::path> files;
    for (const char* subfolder : {"clips", "gaits", "meshes", "rigs", "scenes"}) {
        if (!fs::exists(folder / subfolder)) {
            continue;
        }
        for (const auto& entry : fs::directory_iterator(folder / subfolder)) {
            files.push_back(fs::path(subfolder) / entry.path().filename());
        }
    }
    std::sort(files.begin(), files.end());
    return files;
}

// The longest matching name: fish_swim belongs to fish, and octopus_ashore does not belong to octopus.
const Figure* owner_of(const std::string& stem, const std::vector<Figure>& figures) {
    const Figure* owner = nullptr;
    for (const auto& figure : figures) {
        const bool is_owner = stem == figure.name || stem.starts_with(figure.name + "_");
        if (is_owner && (!owner || owner->name.size() < figure.name.size())) {
            owner = &figure;
        }
    }
    return owner;
}

// Found by tests/benchmark/training_bench.cpp, which scores visible motion; `limber gait` found all others.
constexpr std::array found_by_training_bench{
    "bat_back",         "bat_right",        "couch_jump",        "creepy_tree",         "creepy_tree_back",
    "creepy_tree_jump", "creepy_tree_left", "creepy_tree_right", "octopus_ashore_jump", "starfish_ashore_back"};
// Scaled by hand to keep the body on its feet (engine/docs/benchmarks.md).
constexpr std::array scaled_by_hand{"bat", "bat_back", "bat_left", "bat_right"};

std::string maker_of_gait(const std::string& stem) {
    const bool is_trained = std::ranges::count(found_by_training_bench, stem) > 0;
    const bool is_scaled = std::ranges::count(scaled_by_hand, stem) > 0;
    return std::string(is_trained ? "training_bench" : "limber gait") +
           (is_scaled ? ", its amplitudes scaled by hand" : "");
}

std::string about(const fs::path& path, const std::vector<Figure>& figures) {
    const Figure* owner = owner_of(path.stem().string(), figures);
    const bool by_hand = owner && path.parent_path() == "scenes" && path.stem() != owner->name;
    const bool is_gait = path.parent_path() == "gaits";
    const std::string maker = is_gait ? maker_of_gait(path.stem().string()) : by_hand ? "hand" : "limber_characters";
    return owner ? owner->title + ", " + owner->about + "; made by " + maker : "unknown";
}

} // namespace

Result<Done> write_manifest(const std::vector<Figure>& figures, const fs::path& folder) {
    std::string text;
    for (const auto& path : files_below(folder)) {
        const auto bytes = file_bytes(folder / path);
        if (!bytes) {
            return bytes.error();
        }
        text += path.generic_string() + '\t' + hex(Hasher().add(std::string_view(bytes.value())).digest()) + "\tMIT\t" +
                about(path, figures) + '\n';
    }
    return write_file(folder / "MANIFEST", text, false);
}

} // namespace limber::makers
