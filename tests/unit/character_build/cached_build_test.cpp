// SPDX-License-Identifier: MIT
#include "app/character/starting_controls.h"
#include "app/character_build/build_character.h"
#include "app/character_build/cached_build.h"
#include "app/character_build/character_loading.h"
#include "app/character_build/factorization_cache.h"
#include "app/character_files/gltf_reads.h"
#include "app/document/character_file.h"
#include "app/motion/motion.h"
#include "engine/core/file_bytes.h"
#include "tests/support/gltf_files.h"
#include "tests/support/mesh_files.h"
#include "tests/support/meshes.h"
#include "tests/support/small_scene.h"

#include <gmock/gmock.h>

#include <cstdlib>
#include <functional>

namespace limber::app {
namespace {

using limber::testing::bytes_of;
using limber::testing::ScratchFolder;
using limber::testing::write_bytes;
using limber::testing::write_small_scene;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// A square sheet of side x side vertices on two bones.
std::string sheet_glb(int side) {
    std::vector<float> positions;
    std::vector<std::uint8_t> joints;
    std::vector<float> weights;
    std::vector<std::uint32_t> triangles;
    for (int row = 0; row < side; ++row) {
        for (int column = 0; column < side; ++column) {
            const float x = static_cast<float>(column) / static_cast<float>(side - 1);
            positions.insert(positions.end(), {x, static_cast<float>(row) / static_cast<float>(side - 1), 0.5F});
            joints.insert(joints.end(), {0, 1, 0, 0});
            weights.insert(weights.end(), {1.0F - x, x, 0.0F, 0.0F});
            const auto corner = static_cast<std::uint32_t>(row * side + column);
            const auto above = corner + static_cast<std::uint32_t>(side);
            if (row + 1 < side && column + 1 < side) {
                triangles.insert(triangles.end(), {corner, corner + 1, above, above, corner + 1, above + 1});
            }
        }
    }
    testing::GlbWriter file;
    file.add(positions, "VEC3");
    file.add(joints, "VEC4");
    file.add(weights, "VEC4");
    file.add(triangles, "SCALAR");
    return file.glb(R"("scene": 0, "scenes": [{"nodes": [0, 2]}], "nodes": [{"name": "root", "children": [1]}, )"
                    R"({"name": "tip", "translation": [1, 0, 0]}, {"name": "sheet", "mesh": 0, "skin": 0}], )"
                    R"("skins": [{"joints": [0, 1]}], "meshes": [{"primitives": [{"attributes": )"
                    R"({"POSITION": 0, "JOINTS_0": 1, "WEIGHTS_0": 2}, "indices": 3}]}])");
}

// The weights of a small body from such a sheet, and the kinds of results that were in the cache.
std::pair<Matrix, std::vector<std::string>> carried_weights(const std::filesystem::path& sheet, const Cache& cache) {
    Character character;
    character.mesh = testing::bar_mesh(2, 2, 2);
    character.file_positions = character.mesh.X;
    character.description.mesh = sheet;
    character.description.rig = sheet;
    character.description.rig_kind = RigKind::file;
    CachedBuild cached_build(&cache);
    GltfReads files(GltfClips::left_out);
    const auto done = load_rig(character, cached_build, files);
    EXPECT_TRUE(done) << sentence(done.error());
    return {character.rig.W, cached_build.kinds()};
}

TEST(CachedField, OfASmallBodyInALargeSurfaceIsReadAgain) {
    const ScratchFolder folder;
    const Cache cache(folder / "cache");
    const auto large = folder / "large.glb";
    const auto small = folder / "small.glb";
    ASSERT_TRUE(write_file(large, sheet_glb(150)));
    ASSERT_TRUE(write_file(small, sheet_glb(10)));
    const auto [computed, none] = carried_weights(large, cache);
    EXPECT_THAT(none, IsEmpty());
    const auto [read, kinds] = carried_weights(large, cache);
    EXPECT_THAT(kinds, ElementsAre("field"));
    EXPECT_EQ(read, computed);
    carried_weights(small, cache);
    EXPECT_THAT(carried_weights(small, cache).second, IsEmpty()); // it is as fast to compute
}

class CachedCharacter : public ::testing::Test {
protected:
    CharacterPtr built(const Cache* from, const CharacterPtr& previous = nullptr) {
        auto result = build_character(scene, previous, previous ? Stage::nothing : Stage::mesh, nullptr, {},
                                      Purpose::numbers, from);
        EXPECT_TRUE(result) << sentence(result.error());
        return result ? std::move(result).value() : nullptr;
    }

    std::vector<std::filesystem::path> files() const {
        std::vector<std::filesystem::path> files;
        for (const auto& entry : std::filesystem::directory_iterator(cache.folder())) {
            files.push_back(entry.path());
        }
        return files;
    }

    static std::uint64_t hash_after_steps(const CharacterPtr& character) {
        Motion motion(character);
        const LiveControls start = starting_controls(*character);
        motion.restart(start);
        for (int i = 0; i < 20; ++i) {
            motion.step(start);
        }
        return hash_of(motion.state());
    }

    ScratchFolder folder;
    CharacterDescription scene = read_scene(write_small_scene(folder)).value().value;
    Cache cache{folder / "cache"};
};

TEST_F(CachedCharacter, MovesLikeAFreshOneBitForBit) {
    const CharacterPtr fresh = built(nullptr);
    const CharacterPtr first = built(&cache);
    const CharacterPtr again = built(&cache);
    EXPECT_THAT(first->cached_stages, IsEmpty());
    EXPECT_THAT(again->cached_stages, ElementsAre("leak", "modes", "clusters", "model"));
    EXPECT_EQ(again->modes->W, fresh->modes->W);
    EXPECT_EQ(again->modes->residual_max, fresh->modes->residual_max);
    EXPECT_EQ(again->warnings, fresh->warnings);
    EXPECT_EQ(hash_after_steps(first), hash_after_steps(fresh));
    EXPECT_EQ(hash_after_steps(again), hash_after_steps(fresh));
}

// Its modes are found on disk, so that it needs no factorisation, and that of the character before is released.
TEST_F(CachedCharacter, HasNoFactorisationOfTheCharacterBefore) {
    FactorizationCache factorizations;
    const auto shown = [&] {
        return build_character(scene, nullptr, Stage::operators, nullptr, {}, Purpose::window, &cache, &factorizations)
            .value();
    };
    EXPECT_GT(shown()->factorization_bytes, 0u);
    EXPECT_GT(shown()->factorization_bytes, 0u) << "it stays for other numbers of modes of the same character";
    scene.leak.amount = 0.3;
    built(&cache);
    const CharacterPtr other = shown();
    EXPECT_THAT(other->cached_stages, Contains("modes"));
    EXPECT_EQ(other->factorization_bytes, 0u);
    EXPECT_EQ(factorizations.byte_count(), 0u);
}

TEST_F(CachedCharacter, EditReusesTheStagesBeforeIt) {
    built(&cache);
    scene.clusters += 3;
    EXPECT_THAT(built(&cache)->cached_stages, ElementsAre("leak", "modes"));
    scene.modes += 1; // of the same solve
    EXPECT_THAT(built(&cache)->cached_stages, ElementsAre("leak", "modes"));
    scene.modes += 2;
    EXPECT_THAT(built(&cache)->cached_stages, ElementsAre("leak"));
    scene.leak.depth = 0.2;
    EXPECT_THAT(built(&cache)->cached_stages, IsEmpty());
    scene.material.young *= 3;
    scene.step.damping = 1;
    scene.name = "another name";
    EXPECT_THAT(built(&cache)->cached_stages, ElementsAre("leak", "modes", "clusters", "model"));
    scene.metres_per_unit = 2.0;
    EXPECT_THAT(built(&cache)->cached_stages, IsEmpty());
}

// They depend on the mesh alone, and are what takes longest.
TEST_F(CachedCharacter, FindsTheWeightsOfHandlesAfterAStrokeOfPaint) {
    scene.subspace = SubspaceKind::weights;
    CharacterPtr character = built(&cache);
    EXPECT_THAT(character->cached_stages, IsEmpty());
    EXPECT_THAT(built(&cache)->cached_stages, ElementsAre("leak", "handles", "clusters", "model"));
    PaintLevels levels(character->boundary_vertices.size(), 0);
    levels.back() = 255;
    const PaintedRegion painted(std::move(levels));
    const std::vector<std::function<void()>> strokes{
        [&] {
            scene.material.parts = {MaterialPart{"Stiff", painted, 20.0, 1.0}};
        },
        [&] { scene.leak.painted = painted; },
        [&] { scene.pins = painted; },
    };
    for (const auto& stroke : strokes) {
        stroke();
        character = built(&cache, character);
        EXPECT_THAT(character->cached_stages, Contains("handles"));
        const CharacterPtr fresh = built(nullptr);
        EXPECT_EQ(character->modes->W, fresh->modes->W);
        EXPECT_EQ(character->modes->lambda, fresh->modes->lambda);
        EXPECT_EQ(character->modes->residual_max, fresh->modes->residual_max);
    }
}

TEST_F(CachedCharacter, IsFoundAgainAfterAnotherRebuild) {
    const CharacterPtr first = built(&cache);
    scene.clusters += 3;
    const CharacterPtr second = built(&cache, first);
    EXPECT_THAT(second->cached_stages, IsEmpty());
    scene.clusters -= 3;
    const CharacterPtr third = built(&cache, second);
    EXPECT_THAT(third->cached_stages, ElementsAre("clusters", "model"));
    EXPECT_EQ(hash_after_steps(third), hash_after_steps(first));
}

TEST_F(CachedCharacter, DamagedCacheIsRecomputedWithAWarning) {
    const CharacterPtr fresh = built(&cache);
    for (const auto& file : files()) {
        std::string bytes = bytes_of(file);
        bytes[bytes.size() / 2] = static_cast<char>(~bytes[bytes.size() / 2]);
        write_bytes(file, bytes);
    }
    const CharacterPtr again = built(&cache);
    EXPECT_THAT(again->cached_stages, IsEmpty());
    ASSERT_EQ(again->warnings.size(), fresh->warnings.size() + 4);
    EXPECT_THAT(again->warnings.back(), HasSubstr("damaged"));
    EXPECT_EQ(hash_after_steps(again), hash_after_steps(fresh));
    EXPECT_EQ(built(&cache)->warnings, fresh->warnings);
    EXPECT_THAT(built(&cache)->cached_stages, ElementsAre("leak", "modes", "clusters", "model"));
}

class CacheFolder : public ::testing::Test {
protected:
    ~CacheFolder() override {
        setenv("LIMBER_CACHE", "off", 1);
    }
};

TEST_F(CacheFolder, IsSetByTheEnvironment) {
    EXPECT_FALSE(cache_of_the_user()); // as in every test
    setenv("LIMBER_CACHE", "/somewhere/else", 1);
    ASSERT_TRUE(cache_of_the_user());
    EXPECT_EQ(cache_of_the_user()->folder(), "/somewhere/else");
#ifdef __linux__
    unsetenv("LIMBER_CACHE");
    setenv("XDG_CACHE_HOME", "/caches", 1);
    EXPECT_EQ(cache_of_the_user()->folder(), "/caches/limber/prepared");
    unsetenv("XDG_CACHE_HOME");
    setenv("HOME", "/home/of/somebody", 1);
    EXPECT_EQ(cache_of_the_user()->folder(), "/home/of/somebody/.cache/limber/prepared");
#endif
}

} // namespace
} // namespace limber::app
