// SPDX-License-Identifier: MIT
#include "tests/support/small_scene.h"
#include "tests/unit/cli/program.h"
#include "tests/unit/cli/promised_keys.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace limber::testing {
namespace {

using ::testing::HasSubstr;

class Export : public ::testing::Test {
protected:
    std::string file(const std::string& name) const {
        return (folder / name).string();
    }

    ScratchFolder folder;
    std::string scene = write_small_scene(folder).string();
};

TEST_F(Export, EndsInTheStateOfSimulate) {
    const std::string hash = limber("simulate " + scene + " --frames 12 --json").value("hash");
    for (const std::string name : {"motion.glb", "motion.usda", "motion.pc2", "motion.mdd", "motion.obj"}) {
        const Outcome outcome = limber("export " + scene + " --frames 12 --json --out " + file(name));
        EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
        EXPECT_EQ(outcome.value("hash"), hash) << name;
        EXPECT_EQ(outcome.number("frames"), 12) << name;
    }
    EXPECT_TRUE(std::filesystem::exists(file("motion_0012.obj")));
    EXPECT_TRUE(std::filesystem::exists(file("motion_rest.obj")));
}

TEST_F(Export, TakesTheFramesThatWereAskedFor) {
    const std::string hash = limber("simulate " + scene + " --frames 25 --json").value("hash");
    const Outcome outcome =
        limber("export " + scene + " --frames 10 --fps 30 --warm-up 5 --json --out " + file("motion.glb"));
    EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
    EXPECT_EQ(outcome.value("hash"), hash);
    EXPECT_EQ(outcome.number("frames"), 10);
    EXPECT_EQ(outcome.number("frames_per_second"), 30);
    const Outcome odd = limber("export " + scene + " --fps 25 --out " + file("odd.glb"));
    EXPECT_EQ(odd.exit_code, 1);
    EXPECT_THAT(odd.error, HasSubstr("--fps: a frame must be a whole number of steps of 0.0166667 s, for example 30"));
}

TEST_F(Export, KeepsWhatItReads) {
    const std::filesystem::path rest = file("motion_rest.obj");
    ASSERT_EQ(limber("export " + scene + " --frames 1 --out " + file("motion.pc2")).exit_code, 0);
    const Outcome outcome = limber("export " + rest.string() + " --frames 1 --out " + file("motion.pc2"));
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_THAT(outcome.error, HasSubstr("would be lost"));
}

TEST_F(Export, RefusesOtherFormats) {
    const Outcome outcome = limber("export " + scene + " --out " + file("motion.fbx"));
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_THAT(outcome.error, HasSubstr("--out: must end in one of .glb, .usda, .pc2, .mdd, .obj"));
    EXPECT_THAT(limber("export " + scene).error, HasSubstr("--out: is missing; name the file to write"));
}

TEST_F(Export, PrintsEveryKeyInTheManual) {
    const Outcome outcome = limber("export " + scene + " --frames 4 --json --out " + file("motion.glb"));
    const std::vector<std::string> keys = promised_keys("`export`");
    EXPECT_GT(keys.size(), 6U);
    for (const std::string& key : keys) {
        EXPECT_TRUE(has_key(outcome.out, key)) << key << "\n" << outcome.out;
    }
}

} // namespace
} // namespace limber::testing
