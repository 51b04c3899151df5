// SPDX-License-Identifier: MIT
#include "app/cli/run_warnings.h"

#include <gmock/gmock.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace limber::app {
namespace {

using ::testing::ElementsAre;

CharacterPtr hare(const std::vector<std::string>& notes) {
    Character character;
    character.description.name = "Hare";
    character.description.mesh = "models/hare.glb";
    character.warnings_of[Stage::mesh] = notes;
    return std::make_shared<const Character>(std::move(character));
}

TEST(RunWarnings, AboutAMeshAreOneSentence) {
    const std::vector<std::string> warnings = {"the surface is open: 2 holes", "2 unreferenced vertices are removed",
                                               "hare.glb: one unit is taken as 0.01 m", "the body falls"};
    const CharacterPtr model = hare({warnings[0], warnings[1], warnings[2]});
    EXPECT_THAT(shortened(warnings, {model}, "hare.json"),
                ElementsAre(warnings[2], warnings[3],
                            "Hare: 2 notes on its mesh, such as repairs, are listed by limber check hare.json"));
}

TEST(RunWarnings, StayWhereAnotherMeshHasThemToo) {
    const std::string open = "the surface is open: 2 holes";
    const std::string unused = "2 unreferenced vertices are removed";
    EXPECT_THAT(shortened({open, unused, open}, {hare({open, unused}), hare({open})}, "hares.json"),
                ElementsAre(open, "Hare: 2 notes on its mesh, such as repairs, are listed by limber check hares.json"));
}

TEST(RunWarnings, StayWhereAMeshHasOne) {
    const std::vector<std::string> warnings = {"the surface is open: 2 holes", "the body falls"};
    EXPECT_EQ(shortened(warnings, {hare({warnings[0]})}, "hare.json"), warnings);
}

} // namespace
} // namespace limber::app
