// SPDX-License-Identifier: MIT
#include "tests/support/scoped_environment.h"
#include "tests/unit/cli/command_files.h"
#include "tests/unit/cli/program.h"
#include "tests/unit/cli/small_scene_test.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

// What commands keep for the next run.
namespace limber::testing {
namespace {

using ::testing::HasSubstr;

class CommandCache : public SmallSceneTest {};

TEST_F(CommandCache, IsUsedAndReported) {
    ScopedEnvironment environment;
    environment.set("LIMBER_CACHE", file("cache").c_str());
    const std::string run = "simulate " + scene + " --frames 10 --json";
    const Outcome first = limber(run);
    EXPECT_EQ(first.value("cached"), "[]") << first.out;
    const Outcome again = limber(run);
    EXPECT_THAT(again.out, HasSubstr(R"("cached": ["leak", "modes", "clusters", "model"])"));
    EXPECT_EQ(again.value("hash"), first.value("hash"));
    EXPECT_LT(again.number("eigen"), first.number("total"));
    const Outcome without = limber(run + " --no-cache");
    EXPECT_EQ(without.value("cached"), "[]");
    EXPECT_EQ(without.value("hash"), first.value("hash"));
}

TEST_F(CommandCache, HoldsTheTetsOfASurface) {
    ScopedEnvironment environment;
    environment.set("LIMBER_CACHE", file("cache").c_str());
    write_bytes(folder / "box.obj", box_obj(1.0));
    const std::string run = "subspace " + file("box.obj") + " --modes 4 --clusters 10 --json";
    const Outcome first = limber(run);
    ASSERT_EQ(first.exit_code, 0) << first.error;
    const Outcome again = limber(run);
    EXPECT_THAT(again.out, HasSubstr(R"("cached": ["tets", )"));
    EXPECT_EQ(again.value("vertices"), first.value("vertices"));
    EXPECT_EQ(again.value("residual_max"), first.value("residual_max"));
}

} // namespace
} // namespace limber::testing
