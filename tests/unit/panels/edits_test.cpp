#include "app/interaction/history.h"
#include "app/panels/studio.h"

#include <gtest/gtest.h>

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

TEST(EditsOfMany, ShareWhatIsBuiltAndTheTimeStep) {
    Edits edits = two_of_one_model();
    edits.description.modes = 77;
    edits.controls.time_step = 0.25;
    edits.put_back();
    edits.take_out(2);
    EXPECT_EQ(edits.description.modes, 77);
    EXPECT_EQ(edits.controls.time_step, 0.25);
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
