// SPDX-License-Identifier: MIT
#include "app/character/build_character.h"
#include "app/character/cached_build.h"
#include "app/character/starting_controls.h"
#include "app/document/character_file.h"
#include "app/motion/motion.h"
#include "tests/support/mesh_files.h"
#include "tests/support/small_scene.h"

#include <gmock/gmock.h>

#include <cstdlib>

namespace limber::app {
namespace {

using limber::testing::bytes_of;
using limber::testing::ScratchFolder;
using limber::testing::write_bytes;
using limber::testing::write_small_scene;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

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
