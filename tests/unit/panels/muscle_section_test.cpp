// SPDX-License-Identifier: MIT
#include "tests/unit/panels/section_test.h"

#include <gtest/gtest.h>

namespace limber::app {
namespace {

/// The section of a body with a muscle of the whole body and a load that contracts.
class MuscleSection : public SectionTest {
protected:
    MuscleSection() : SectionTest("Muscles", &muscle_section) {
        ui_state_.selected.opened = &opened_;
        muscles().modes = 1;
        description().loads = {{{.name = "Push", .kind = LoadKind::field}},
                               {{.name = "Biceps", .kind = LoadKind::muscle, .from = "root", .to = "tip"}}};
        character_.description.muscles = muscles();
        character_.musculature.names = {"Mode 1"};
        character_.musculature.lambda = Vector::Ones(1);
    }
    ModelDescription& description() {
        return draft_.character.description;
    }
    MuscleDescription& muscles() {
        return description().muscles;
    }
    void build_with_fibres() {
        character_.description.muscles = muscles();
        character_.musculature.names = {"Mode 1", "Biceps"};
        character_.musculature.lambda = Vector::Ones(2);
        character_.musculature.fibre_count = 1;
    }

private:
    CharacterDescription opened_;
};

TEST_F(MuscleSection, ContractsTheFibresOfTheLoadsThatContract) {
    click("Contract fibres");
    ASSERT_EQ(muscles().fibres.size(), 1U);
    EXPECT_EQ(muscles().fibres[0], description().loads[1]);
    EXPECT_EQ(took_another(), Stage::muscles);
    build_with_fibres();
    description().loads.clear();
    click("Contract fibres");
    EXPECT_TRUE(muscles().fibres.empty()) << "also without the load";
    EXPECT_EQ(took_another(), Stage::muscles);
    frame();
    EXPECT_FALSE(has("Contract fibres")) << "nothing contracts";
}

TEST_F(MuscleSection, WaitsWithFibresForTheMusclesBeforeThem) {
    muscles().modes = 2;
    click("Contract fibres");
    EXPECT_TRUE(muscles().fibres.empty());
}

TEST_F(MuscleSection, RenamesARegionInWhatNamesIt) {
    muscles().regions = {{.name = "root", .bones = {}, .modes = 1, .painted = PaintedRegion(PaintLevels{255})}};
    muscles().fibres = {description().loads[1]};
    draft_.view.brush.is_held = true;
    draft_.view.brush.target = BrushTarget::muscle_region;
    draft_.view.brush.region = 0;
    type("Region name", "shoulder");
    EXPECT_EQ(muscles().regions[0].name, "shoulder");
    EXPECT_EQ(description().loads[1].load.from, "shoulder");
    EXPECT_EQ(muscles().fibres[0].load.from, "shoulder");
    EXPECT_EQ(took_another(), Stage::muscles);
}

} // namespace
} // namespace limber::app
