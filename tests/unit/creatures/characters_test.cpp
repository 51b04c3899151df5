// SPDX-License-Identifier: MIT
#include "app/creatures/makers/creatures.h"
#include "app/creatures/makers/gallery.h"
#include "app/creatures/makers/manifest.h"
#include "app/creatures/makers/walkers.h"
#include "app/creatures/makers/writing.h"
#include "engine/actuation/gait_file.h"
#include "engine/core/hash.h"
#include "engine/mesh/quality.h"
#include "engine/mesh/tet_mesh_file.h"
#include "engine/rig/rig_file.h"
#include "tests/support/needed.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>

namespace limber {
namespace {

namespace fs = std::filesystem;
using ::testing::IsEmpty;

fs::path assets_dir() {
    return fs::path(LIMBER_SOURCE_DIR) / "assets";
}

std::string bytes_of(const fs::path& path) {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

// Maps each path in the manifest to its hash.
std::map<std::string, std::string> listed_files() {
    std::map<std::string, std::string> listed;
    std::istringstream lines(bytes_of(assets_dir() / "MANIFEST"));
    for (std::string line; std::getline(lines, line);) {
        std::istringstream columns(line);
        std::string path;
        std::string hash;
        std::getline(columns, path, '\t');
        std::getline(columns, hash, '\t');
        listed[path] = hash;
    }
    return listed;
}

std::map<std::string, std::string> files_that_are_there() {
    std::map<std::string, std::string> there;
    for (const char* shelf : {"clips", "gaits", "meshes", "rigs", "scenes"}) {
        for (const auto& entry : fs::directory_iterator(assets_dir() / shelf)) {
            const std::string name = std::string(shelf) + "/" + entry.path().filename().string();
            there[name] = hex(Hasher().add(std::string_view(bytes_of(entry.path()))).digest());
        }
    }
    return there;
}

TEST(Assets, AreInTheManifestWithTheirHashes) {
    EXPECT_EQ(listed_files(), files_that_are_there());
}

// limber_characters writes the manifest and names there the program that made each file.
TEST(Assets, ManifestEqualsTheGeneratedOne) {
    const fs::path folder = fs::path(LIMBER_BINARY_DIR) / "assets_listed_again";
    fs::remove_all(folder);
    for (const char* shelf : {"clips", "gaits", "meshes", "rigs", "scenes"}) {
        fs::create_directories(folder / shelf);
        fs::copy(assets_dir() / shelf, folder / shelf);
    }
    auto everybody = makers::gallery();
    const auto creatures = makers::creatures();
    everybody.insert(everybody.end(), creatures.begin(), creatures.end());
    const auto written = makers::write_manifest(everybody, folder);
    ASSERT_TRUE(written) << sentence(written.error());
    EXPECT_EQ(bytes_of(folder / "MANIFEST"), bytes_of(assets_dir() / "MANIFEST"));
}

// A name is how the docs, the list of scenes and the progress speak of a creature.
TEST(Creatures, HaveFirstNamesOfTheirOwn) {
    std::map<std::string, std::string> titles;
    auto everybody = makers::gallery();
    const auto creatures = makers::creatures();
    everybody.insert(everybody.end(), creatures.begin(), creatures.end());
    for (const makers::Figure& figure : everybody) {
        const auto [same, is_new] = titles.try_emplace(figure.title.substr(0, figure.title.find(' ')), figure.title);
        EXPECT_TRUE(is_new) << figure.title << " and " << same->second;
    }
}

// There are two searches: `limber gait` by a score, tests/benchmark/training_bench.cpp by visible motion.
TEST(Assets, ManifestNamesTheSearchOfEachGait) {
    std::map<std::string, std::string> makers;
    std::istringstream lines(bytes_of(assets_dir() / "MANIFEST"));
    for (std::string line; std::getline(lines, line);) {
        makers[line.substr(0, line.find('\t'))] = line.substr(line.rfind("made by ") + 8);
    }
    EXPECT_EQ(makers["gaits/gecko.json"], "limber gait");
    EXPECT_EQ(makers["gaits/couch_jump.json"], "training_bench");
    EXPECT_EQ(makers["gaits/creepy_tree.json"], "training_bench");
    EXPECT_EQ(makers["gaits/bat.json"], "limber gait, its amplitudes scaled by hand");
    EXPECT_EQ(makers["gaits/bat_right.json"], "training_bench, its amplitudes scaled by hand");
}

std::size_t muscle_count(const makers::Walk& walk) {
    return static_cast<std::size_t>(walk.muscles) + walk.limbs.size() * static_cast<std::size_t>(walk.limb_muscles);
}

TEST(Gaits, ExistForEveryWalkerWithAllItsMuscles) {
    for (const auto& figure : makers::walkers()) {
        const auto gait = read_gait(assets_dir() / "gaits" / (figure.name + ".json"));
        ASSERT_TRUE(gait) << sentence(gait.error());
        EXPECT_THAT(gait.value().warnings, IsEmpty());
        EXPECT_EQ(gait.value().value.character, figure.title);
        EXPECT_EQ(gait.value().value.waveforms.size(), muscle_count(*figure.walk));
    }
}

class Characters : public ::testing::TestWithParam<makers::Figure> {
protected:
    Repaired<TetMesh> mesh() const {
        auto mesh = read_tet_mesh(assets_dir() / "meshes" / (GetParam().name + ".msh"));
        EXPECT_TRUE(mesh) << sentence(mesh.error());
        return std::move(mesh).value();
    }
};

TEST_P(Characters, AreValidAndWellShaped) {
    const auto [body, warnings] = mesh();
    EXPECT_THAT(warnings, IsEmpty());
    const MeshQuality quality = quality_of(body);
    EXPECT_EQ(quality.component_count, 1);
    EXPECT_GE(quality.dihedral_min, 8.0);
    EXPECT_NEAR(static_cast<double>(body.vertex_count()), static_cast<double>(GetParam().vertices),
                0.2 * static_cast<double>(GetParam().vertices));
}

TEST_P(Characters, HaveAMatchingRig) {
    const TetMesh body = mesh().value;
    const auto rig = read_rig(assets_dir() / "rigs" / (GetParam().name + ".json"), body);
    ASSERT_TRUE(rig) << sentence(rig.error());
    EXPECT_THAT(rig.value().warnings, IsEmpty());
    EXPECT_EQ(rig.value().value.skeleton.bone_count(), GetParam().skeleton.bone_count());
}

double largest_move(const Pose& from, const Pose& to) {
    double largest = 0.0;
    for (std::size_t b = 0; b < from.size(); ++b) {
        largest = std::max(largest, (from[b] - to[b]).cwiseAbs().maxCoeff());
    }
    return largest;
}

// The distance from the last key to the first is at most that between other successive keys.
TEST_P(Characters, HaveSmoothlyLoopingClips) {
    for (const auto& made : GetParam().clips) {
        const fs::path path = assets_dir() / "clips" / (GetParam().name + "_" + made.name + ".json");
        const auto clip = read_clip(path, GetParam().skeleton);
        ASSERT_TRUE(clip) << sentence(clip.error());
        EXPECT_THAT(clip.value().warnings, IsEmpty());
        const auto& keys = clip.value().value.keys;
        ASSERT_GE(keys.size(), 30u);
        double largest = 0.0;
        for (std::size_t k = 1; k < keys.size(); ++k) {
            largest = std::max(largest, largest_move(keys[k - 1], keys[k]));
        }
        EXPECT_LE(largest_move(keys.back(), keys.front()), 1.1 * largest) << path;
    }
}

INSTANTIATE_TEST_SUITE_P(PopulationView, Characters, ::testing::ValuesIn(makers::gallery()),
                         [](const auto& figure) { return figure.param.name; });

#ifdef NDEBUG
// The smallest character, because it takes seconds. Only in an optimised build, because Mesh_3 checks itself in Debug.
TEST(Assets, AreRebuiltWithTheSameBits) {
    SKIP_WITHOUT(can_tetrahedralise(), "mesher in this build");
    const fs::path folder = fs::path(LIMBER_BINARY_DIR) / "assets_made_again";
    const auto character = makers::build(makers::toy_block());
    ASSERT_TRUE(character) << sentence(character.error());
    const auto written = makers::write(character.value(), folder);
    ASSERT_TRUE(written) << sentence(written.error());
    for (const auto& path : written.value()) {
        EXPECT_EQ(bytes_of(folder / path), bytes_of(assets_dir() / path)) << path;
    }
}
#endif

} // namespace
} // namespace limber
