#include "app/interaction/history.h"
#include "app/panels/studio.h"

#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <vector>

namespace limber::app {
namespace {

Edits two_of_one_model() {
    Edits edits;
    edits.ensemble.parts = {Part{.id = 1, .model = 9}, Part{.id = 2, .model = 9}};
    edits.ensemble.models[9].name = "Bar";
    edits.take_out(1);
    return edits;
}

TEST(EditsOfMany, KeepEachOnesNumbersWhoeverIsSelected) {
    Edits edits = two_of_one_model();
    edits.controls.young = 5.0;
    edits.put_back();
    edits.take_out(2);
    EXPECT_NE(edits.controls.young, 5.0);
    edits.controls.young = 7.0;
    edits.put_back();
    edits.take_out(1);
    EXPECT_EQ(edits.controls.young, 5.0);
}

TEST(EditsOfMany, RefuseNumbersThatAreNotFinite) {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    constexpr double infinite = std::numeric_limits<double>::infinity();
    for (const double number : {nan, infinite, -infinite, 1e300}) {
        const std::vector<std::function<void(Edits&)>> mistakes = {
            [&](Edits& edits) { edits.controls.rig_offset(0, 3) = number; },
            [&](Edits& edits) { edits.controls.bone_offsets.assign(1, Affine::Constant(number)); },
            [&](Edits& edits) { edits.controls.handles = {{.target = Vec3(0, number, 0)}}; },
            [&](Edits& edits) { edits.controls.poisson = number; },
            [&](Edits& edits) {
                edits.controls.gravity.y() = number;
            }};
        for (std::size_t i = 0; i < mistakes.size(); ++i) {
            Edits edits = two_of_one_model();
            const Edits before = edits;
            mistakes[i](edits);
            edits.put_back();
            EXPECT_EQ(edits, before) << number << " by mistake " << i;
            EXPECT_EQ(edits.controls, before.controls) << number << " by mistake " << i;
        }
    }
    Edits edits = two_of_one_model();
    edits.description.leak.depth = nan;
    edits.put_back();
    EXPECT_EQ(edits.description.leak.depth, LeakDescription{}.depth);
}

TEST(History, MakesNoEntryOfNaN) {
    History<double> history(1.0);
    for (int frame = 0; frame < 3; ++frame) {
        history.observe(std::numeric_limits<double>::quiet_NaN(), true);
    }
    EXPECT_FALSE(history.can_undo());
    history.observe(2.0, true);
    EXPECT_EQ(history.count(), 1u);
    EXPECT_EQ(history.undone(), 1.0);
}

TEST(EditsOfMany, ShareWhatIsBuiltAndTheTimeStep) {
    Edits edits = two_of_one_model();
    edits.description.modes = 77;
    edits.controls.time_step = 0.25;
    edits.put_back();
    edits.take_out(2);
    EXPECT_EQ(edits.description.modes, 77);
    EXPECT_EQ(edits.controls.time_step, 0.25);
}

TEST(EditsOfMany, MoveTheWaveformsOfAllWhoShareTheMuscles) {
    Edits edits = two_of_one_model();
    edits.ensemble.parts.push_back(Part{.id = 3, .model = 8});
    for (Part& part : edits.ensemble.parts) {
        part.controls.muscles.held = {1.0, 2.0, 3.0};
    }
    edits.controls.muscles.held = {1.0, 2.0, 3.0};
    edits.follow({1, 1, 0});
    edits.put_back();
    EXPECT_EQ(edits.ensemble.part(1)->controls.muscles.held, (std::vector<double>{1.0, 3.0}));
    EXPECT_EQ(edits.ensemble.part(2)->controls.muscles.held, (std::vector<double>{1.0, 3.0}));
    EXPECT_EQ(edits.ensemble.part(3)->controls.muscles.held, (std::vector<double>{1.0, 2.0, 3.0}));
}

TEST(EditsOfMany, TakeTheirGaitsBackWhereOtherMusclesCameToNothing) {
    Edits edits = two_of_one_model();
    edits.description.muscles.modes = 3;
    edits.description.muscles.gaits.keep({"walk", GaitRole::none, {"", "", {{{1, 1, 0}}, {{2, 1, 0}}, {{3, 1, 0}}}}});
    edits.controls.muscles.held = {1.0, 2.0, 3.0};
    edits.put_back();
    const Edits before = edits;
    History<Edits> history(before);
    edits.follow(toggle_mode(edits.description.muscles, 2).value());
    edits.put_back();
    history.observe(edits, true);
    const Edits* found = history.newest([](const Edits& one) { return one.ensemble.models.at(9).muscles.use.empty(); });
    ASSERT_TRUE(found);
    edits.take_back_gaits(*found, 9);
    edits.ensemble.models.at(9).muscles.use.clear();
    edits.take_out(1);
    EXPECT_EQ(edits, before);
    history.withdraw(edits);
    EXPECT_FALSE(history.can_undo());
}

TEST(EditsOfMany, AreUndoneButNotWhoIsSelected) {
    Edits edits = two_of_one_model();
    History<Edits> history(edits);
    edits.take_out(2);
    edits.put_back();
    history.observe(edits, true);
    EXPECT_FALSE(history.can_undo());
    edits.ensemble.parts.erase(edits.ensemble.parts.begin());
    edits.put_back();
    history.observe(edits, true);
    ASSERT_TRUE(history.can_undo());
    EXPECT_EQ(history.undone()->ensemble.parts.size(), 2u);
    EXPECT_EQ(history.redone()->ensemble.parts.size(), 1u);
}

} // namespace
} // namespace limber::app
