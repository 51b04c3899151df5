#include "app/interaction/history.h"
#include "app/panels/panel_context.h"

#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <vector>

namespace limber::app {
namespace {

Document two_of_one_model() {
    Document document;
    document.scene.parts = {CharacterInstance{.id = 1, .model = 9}, CharacterInstance{.id = 2, .model = 9}};
    document.scene.models[9].name = "Bar";
    document.take_out(1);
    return document;
}

TEST(EditsOfMany, KeepEachOnesNumbersWhoeverIsSelected) {
    Document document = two_of_one_model();
    document.controls.young = 5.0;
    document.put_back();
    document.take_out(2);
    EXPECT_NE(document.controls.young, 5.0);
    document.controls.young = 7.0;
    document.put_back();
    document.take_out(1);
    EXPECT_EQ(document.controls.young, 5.0);
}

TEST(EditsOfMany, RefuseNumbersThatAreNotFinite) {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    constexpr double infinite = std::numeric_limits<double>::infinity();
    for (const double number : {nan, infinite, -infinite, 1e300}) {
        const std::vector<std::function<void(Document&)>> mistakes = {
            [&](Document& document) { document.controls.rig_offset(0, 3) = number; },
            [&](Document& document) { document.controls.bone_offsets.assign(1, Affine::Constant(number)); },
            [&](Document& document) { document.controls.handles = {{.target = Vec3(0, number, 0)}}; },
            [&](Document& document) { document.controls.poisson = number; },
            [&](Document& document) {
                document.controls.gravity.y() = number;
            }};
        for (std::size_t i = 0; i < mistakes.size(); ++i) {
            Document document = two_of_one_model();
            const Document before = document;
            mistakes[i](document);
            document.put_back();
            EXPECT_EQ(document, before) << number << " by mistake " << i;
            EXPECT_EQ(document.controls, before.controls) << number << " by mistake " << i;
        }
    }
    Document document = two_of_one_model();
    document.description.leak.depth = nan;
    document.put_back();
    EXPECT_EQ(document.description.leak.depth, LeakDescription{}.depth);
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
    Document document = two_of_one_model();
    document.description.modes = 77;
    document.controls.time_step = 0.25;
    document.put_back();
    document.take_out(2);
    EXPECT_EQ(document.description.modes, 77);
    EXPECT_EQ(document.controls.time_step, 0.25);
}

TEST(EditsOfMany, MoveTheWaveformsOfAllWhoShareTheMuscles) {
    Document document = two_of_one_model();
    document.scene.parts.push_back(CharacterInstance{.id = 3, .model = 8});
    for (CharacterInstance& part : document.scene.parts) {
        part.controls.muscles.held = {1.0, 2.0, 3.0};
    }
    document.controls.muscles.held = {1.0, 2.0, 3.0};
    document.follow({1, 1, 0});
    document.put_back();
    EXPECT_EQ(document.scene.part(1)->controls.muscles.held, (std::vector<double>{1.0, 3.0}));
    EXPECT_EQ(document.scene.part(2)->controls.muscles.held, (std::vector<double>{1.0, 3.0}));
    EXPECT_EQ(document.scene.part(3)->controls.muscles.held, (std::vector<double>{1.0, 2.0, 3.0}));
}

TEST(EditsOfMany, TakeTheirGaitsBackWhereOtherMusclesCameToNothing) {
    Document document = two_of_one_model();
    document.description.muscles.modes = 3;
    document.description.muscles.gaits.keep(
        {"walk", GaitRole::none, {"", "", {{{1, 1, 0}}, {{2, 1, 0}}, {{3, 1, 0}}}}});
    document.controls.muscles.held = {1.0, 2.0, 3.0};
    document.put_back();
    const Document before = document;
    History<Document> history(before);
    document.follow(toggle_mode(document.description.muscles, 2).value());
    document.put_back();
    history.observe(document, true);
    const Document* found =
        history.newest([](const Document& one) { return one.scene.models.at(9).muscles.use.empty(); });
    ASSERT_TRUE(found);
    document.take_back_gaits(*found, 9);
    document.scene.models.at(9).muscles.use.clear();
    document.take_out(1);
    EXPECT_EQ(document, before);
    history.withdraw(document);
    EXPECT_FALSE(history.can_undo());
}

TEST(EditsOfMany, AreUndoneButNotWhoIsSelected) {
    Document document = two_of_one_model();
    History<Document> history(document);
    document.take_out(2);
    document.put_back();
    history.observe(document, true);
    EXPECT_FALSE(history.can_undo());
    document.scene.parts.erase(document.scene.parts.begin());
    document.put_back();
    history.observe(document, true);
    ASSERT_TRUE(history.can_undo());
    EXPECT_EQ(history.undone()->scene.parts.size(), 2u);
    EXPECT_EQ(history.redone()->scene.parts.size(), 1u);
}

} // namespace
} // namespace limber::app
