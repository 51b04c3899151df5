// SPDX-License-Identifier: MIT
#include "app/document/painted_field.h"

#include <gtest/gtest.h>

#include <array>

/// Painted fields that loads and fibres name.
namespace limber::app {
namespace {

class NamedFields : public ::testing::Test {
protected:
    NamedFields() {
        const PaintedRegion paint(PaintLevels{0, 255});
        description.muscles.regions = {{.name = "Arm", .bones = {}, .painted = paint},
                                       {.name = "Leg", .bones = {}, .painted = paint}};
        description.material.parts = {{"Belly", paint}, {"Fin", paint}};
        description.loads = {{{.name = "Arm", .kind = LoadKind::muscle, .from = "Arm", .to = "Belly"}},
                             {{.kind = LoadKind::field, .field = "Fin"}}};
        description.muscles.fibres = {{{.kind = LoadKind::muscle, .field = "Fin", .from = "Belly", .to = "Leg"}}};
    }
    const Load& load(std::size_t i) const {
        return description.loads[i].load;
    }
    const Load& fibres() const {
        return description.muscles.fibres[0].load;
    }

    ModelDescription description;
};

TEST_F(NamedFields, AreNamedOnWhenTheyAreRenamed) {
    const NamedBy arm = rename_field(description, {BrushTarget::muscle_region, 0}, "Wing");
    EXPECT_TRUE(arm.loads);
    EXPECT_FALSE(arm.fibres);
    EXPECT_EQ(description.muscles.regions[0].name, "Wing");
    EXPECT_EQ(load(0).from, "Wing");
    EXPECT_EQ(load(0).name, "Arm") << "its own";
    const NamedBy belly = rename_field(description, {BrushTarget::material_part, 0}, "Chest");
    EXPECT_TRUE(belly.loads && belly.fibres);
    EXPECT_EQ(load(0).to, "Chest");
    EXPECT_EQ(fibres().from, "Chest");
    const NamedBy leg = rename_field(description, {BrushTarget::muscle_region, 1}, "Foot");
    EXPECT_TRUE(leg.fibres && !leg.loads);
    EXPECT_EQ(fibres().to, "Foot");
    rename_field(description, {BrushTarget::material_part, 1}, "Tail");
    EXPECT_EQ(load(1).field, "Tail");
    EXPECT_EQ(fibres().field, "Tail");
}

TEST_F(NamedFields, OfOneNameLeaveItToTheOther) {
    description.material.parts[1].name = "Arm";
    const NamedBy named = rename_field(description, {BrushTarget::material_part, 1}, "Tail");
    EXPECT_FALSE(named.loads);
    EXPECT_EQ(load(0).from, "Arm");
}

TEST_F(NamedFields, WithoutANameOfTheirOwnStayAsTheyAre) {
    const ModelDescription before = description;
    for (const BrushTarget target : std::array{BrushTarget::pins, BrushTarget::leak, BrushTarget::contact_density}) {
        rename_field(description, {target, 0}, "Else");
    }
    EXPECT_EQ(description, before);
}

TEST_F(NamedFields, InFibresGrowWithTheUnit) {
    description.muscles.fibres[0].load.region = LoadRegion{Vec3(1, 2, 3), 0.5, 8.0};
    change_unit(description, 2.0 * description.metres_per_unit, 1.0);
    EXPECT_EQ(fibres().region->centre, Vec3(2, 4, 6));
    EXPECT_EQ(fibres().region->radius, 1.0);
    EXPECT_EQ(fibres().region->decay, 2.0);
}

} // namespace
} // namespace limber::app
