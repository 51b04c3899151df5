// SPDX-License-Identifier: MIT
#include "app/interaction/shortcuts.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <tuple>

namespace limber::app {
namespace {

KeyChanged pressed(int key, bool control = false, bool shift = false) {
    KeyChanged event;
    event.key = key;
    event.down = true;
    event.control = control;
    event.shift = shift;
    return event;
}

TEST(Shortcuts, HaveOneActionForEachKey) {
    std::set<std::tuple<int, bool, bool, unsigned>> seen;
    for (const Shortcut& entry : shortcuts()) {
        EXPECT_TRUE(seen.insert({entry.key, entry.control, entry.shift, entry.character}).second) << entry.keys;
        EXPECT_TRUE(entry.key != 0 || entry.character != 0) << entry.keys;
    }
}

TEST(Shortcuts, ShiftChangesUndoToRedo) {
    EXPECT_EQ(action_of(pressed('Z', true)), Action::undo);
    EXPECT_EQ(action_of(pressed('Z', true, true)), Action::redo);
    EXPECT_EQ(action_of(pressed('Z')), std::nullopt);
}

TEST(Shortcuts, ControlChangesMotionResetToPoseReset) {
    EXPECT_EQ(action_of(pressed('R')), Action::reset);
    EXPECT_EQ(action_of(pressed('R', true)), Action::reset_pose);
}

TEST(Shortcuts, RepeatOnlyRepeatableActions) {
    KeyChanged space = pressed(' ');
    EXPECT_EQ(action_of(space), Action::play_or_pause);
    space.repeated = true;
    EXPECT_EQ(action_of(space), std::nullopt);
    KeyChanged right = pressed(262);
    right.repeated = true;
    EXPECT_EQ(action_of(right), Action::single_step);
}

TEST(Shortcuts, QuestionMarkIsReadAsText) {
    EXPECT_EQ(action_of(CharacterTyped{'?'}), Action::show_shortcuts);
    EXPECT_EQ(action_of(CharacterTyped{'x'}), std::nullopt);
}

TEST(Shortcuts, AreNamedInTooltips) {
    EXPECT_EQ(tooltip_of(Action::play_or_pause), "Play or pause (Space)");
}

// The tables of the manual.
std::string shortcuts_in_markdown() {
    std::string text = "| mouse | does |\n|---|---|\n";
    for (const MouseHint& hint : mouse_hints()) {
        text += std::string("| ") + hint.gesture + " | " + hint.description + " |\n";
    }
    text += "\n| key | does |\n|---|---|\n";
    for (const Shortcut& entry : shortcuts()) {
        text += std::string("| `") + entry.keys + "` | " + entry.description + " |\n";
    }
    return text;
}

TEST(Shortcuts, MatchTheReadme) {
    std::ifstream file(std::filesystem::path(LIMBER_SOURCE_DIR) / "app/docs/window.md");
    const std::string readme{std::istreambuf_iterator<char>(file), {}};
    EXPECT_NE(readme.find(shortcuts_in_markdown()), std::string::npos) << "app/docs/window.md should hold\n"
                                                                       << shortcuts_in_markdown();
}

} // namespace
} // namespace limber::app
