// SPDX-License-Identifier: MIT
#include "engine/core/random.h"
#include "engine/formats/gltf_file.h"
#include "tests/support/vrm_files.h"

#include <gmock/gmock.h>

// The spring bones of VRM characters. The files are made here; none is of another program.
namespace limber {
namespace {

using ::testing::HasSubstr;
using testing::vrm_0_glb;
using testing::vrm_1_glb;

GltfCharacter read_vrm(const std::string& bytes) {
    auto read = parse_gltf(bytes, "tail.vrm");
    EXPECT_TRUE(read) << sentence(read.error());
    return read ? std::move(read).value().value : GltfCharacter{};
}

std::string replaced(std::string bytes, const std::string& from, const std::string& to) {
    const std::size_t at = bytes.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    EXPECT_EQ(from.size(), to.size());
    return at == std::string::npos ? bytes : bytes.replace(at, from.size(), to);
}

TEST(VrmSprings, OfVersion1AreThoseOfTheJointsThatItNames) {
    const GltfCharacter vrm = read_vrm(vrm_1_glb());
    EXPECT_EQ(vrm.vrm, VrmVersion::vrm_1);
    ASSERT_EQ(vrm.springs.size(), 2U);
    EXPECT_EQ(vrm.springs[0].bone, "tail 1");
    EXPECT_EQ(vrm.springs[0].stiffness, 2.0);
    EXPECT_EQ(vrm.springs[0].drag, 0.25);
    EXPECT_EQ(vrm.springs[0].gravity, 0.0);
    EXPECT_EQ(vrm.springs[1].bone, "tail 2");
    EXPECT_EQ(vrm.springs[1].stiffness, 0.5);
    EXPECT_EQ(vrm.springs[1].gravity, 1.5);
    EXPECT_EQ(vrm.springs[1].drag, 0.5) << "the default of the format";
}

TEST(VrmSprings, OfVersion0AreAllThatHangsFromTheirRoots) {
    const GltfCharacter vrm = read_vrm(vrm_0_glb());
    EXPECT_EQ(vrm.vrm, VrmVersion::vrm_0);
    ASSERT_EQ(vrm.springs.size(), 2U);
    EXPECT_EQ(vrm.springs[0].bone, "tail 1");
    EXPECT_EQ(vrm.springs[1].bone, "tail 2");
    for (const SpringBone& spring : vrm.springs) {
        EXPECT_EQ(spring.stiffness, 1.25);
        EXPECT_EQ(spring.drag, 0.5);
        EXPECT_EQ(spring.gravity, 1.0);
    }
}

TEST(VrmSprings, AreNoneOfOtherCharacters) {
    const GltfCharacter other = read_vrm(replaced(vrm_1_glb(), "VRMC_springBone\": {", "VRMC_springOdds\": {"));
    EXPECT_TRUE(other.springs.empty());
}

TEST(VrmSprings, OutOfRangeAreRefusedInASentence) {
    for (const auto& [from, to, words] : std::initializer_list<std::array<const char*, 3>>{
             {"\"node\": 2", "\"node\": 9", "node 9"},
             {"\"stiffness\": 2.00", "\"stiffness\": -2.0", "stiffness of a spring that is out of range"},
             {"\"stiffness\": 2.00", "\"stiffness\": 2e99", "out of range"}}) {
        const auto refused = parse_gltf(replaced(vrm_1_glb(), from, to), "tail.vrm");
        ASSERT_FALSE(refused) << to;
        EXPECT_THAT(sentence(refused.error()), HasSubstr(words));
    }
}

TEST(VrmSprings, AreSoundOrRefusedWhateverTheirBytes) {
    for (const std::string& whole : {vrm_0_glb(), vrm_1_glb()}) {
        // Changes only what describes the springs, so that most mutants reach them.
        const std::size_t first = whole.find("\"extensions\"");
        const std::size_t last = whole.find("\"end of springs\"");
        ASSERT_TRUE(first != std::string::npos && last != std::string::npos && first < last);
        int accepted = 0;
        for (std::uint64_t seed = 0; seed < 3000; ++seed) {
            Rng rng(seed);
            std::string bytes = whole;
            const std::uint64_t changes = 1 + rng.below(4);
            for (std::uint64_t i = 0; i < changes; ++i) {
                const std::size_t place = first + static_cast<std::size_t>(rng.below(last - first));
                bytes[place] = "0123456789-.eE,[]{}\"n"[rng.below(21)];
            }
            const auto read = parse_gltf(bytes, "mutant");
            if (!read) {
                ASSERT_GT(read.error().message.size(), 10U) << seed;
                ASSERT_LT(read.error().message.size(), 300U) << seed;
                continue;
            }
            ++accepted;
            const GltfCharacter& character = read.value().value;
            ASSERT_LE(character.springs.size(), character.rig.skeleton.bones.size());
            for (const SpringBone& spring : character.springs) {
                ASSERT_TRUE(spring.stiffness >= 0.0 && spring.stiffness <= 1e4) << seed;
                ASSERT_TRUE(spring.drag >= 0.0 && spring.drag <= 1e4 && spring.gravity >= 0.0 && spring.gravity <= 1e4);
            }
        }
        EXPECT_GT(accepted, 100);
    }
}

} // namespace
} // namespace limber
