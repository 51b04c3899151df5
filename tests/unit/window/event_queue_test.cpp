// SPDX-License-Identifier: MIT
#include "app/window/event_queue.h"

#include <gtest/gtest.h>

namespace limber::testing {
namespace {

using namespace limber::app;

constexpr int backspace = 259;
constexpr int left_arrow = 263;
constexpr int left_shift = 340;

KeyChanged key(int code, bool down) {
    return {.key = code, .down = down};
}

std::vector<std::size_t> frame_sizes(const std::vector<InputEvent>& events) {
    EventQueue queue;
    queue.push(events);
    std::vector<std::size_t> sizes;
    while (!queue.is_empty()) {
        sizes.push_back(queue.next_frame().size());
    }
    return sizes;
}

using Sizes = std::vector<std::size_t>;

TEST(EventQueue, ButtonPressAndReleaseAreInTwoFrames) {
    const MouseButtonChanged press{.button = MouseButton::left, .down = true, .x = 3, .y = 4};
    const MouseButtonChanged release{.button = MouseButton::left, .down = false, .x = 3, .y = 4};
    EXPECT_EQ(frame_sizes({press, release}), (Sizes{1, 1}));
}

TEST(EventQueue, KeyPressAndReleaseAreInTwoFrames) {
    EXPECT_EQ(frame_sizes({key('A', true), key('A', false)}), (Sizes{1, 1}));
    EXPECT_EQ(frame_sizes({key('A', true), key('B', true)}), (Sizes{2}));
}

TEST(EventQueue, PressHappensAtTheMousePosition) {
    const MouseButtonChanged press{.button = MouseButton::left, .down = true};
    EXPECT_EQ(frame_sizes({MouseMoved{1, 1}, MouseMoved{2, 2}, press, MouseMoved{50, 50}}), (Sizes{3, 1}));
}

TEST(EventQueue, DragReachesItsEndBeforeTheRelease) {
    const MouseButtonChanged release{.button = MouseButton::left, .down = false, .x = 50, .y = 50};
    EXPECT_EQ(frame_sizes({MouseMoved{10, 10}, MouseMoved{50, 50}, release}), (Sizes{2, 1}));
    EXPECT_EQ(frame_sizes({release, MouseMoved{60, 50}}), (Sizes{1, 1}));
}

TEST(EventQueue, EveryEditingKeyCounts) {
    EXPECT_EQ(frame_sizes({key(backspace, true), key(left_arrow, true)}), (Sizes{1, 1}));
}

TEST(EventQueue, KeepsTextAndEditingKeysInOrder) {
    EXPECT_EQ(frame_sizes({CharacterTyped{'a'}, key(backspace, true)}), (Sizes{1, 1}));
    EXPECT_EQ(frame_sizes({key(backspace, true), CharacterTyped{'a'}}), (Sizes{1, 1}));
    EXPECT_EQ(frame_sizes({key(left_shift, true), key('A', true), CharacterTyped{'A'}}), (Sizes{3}));
}

TEST(EventQueue, AcceptsSeveralLettersInAFrame) {
    const std::vector<InputEvent> word = {key('A', true), CharacterTyped{'a'}, key('A', false),
                                          key('B', true), CharacterTyped{'b'}, key('B', false),
                                          key('A', true), CharacterTyped{'a'}, key('A', false)};
    EXPECT_EQ(frame_sizes(word), (Sizes{6, 3})) << "the second of the same letter waits";
}

TEST(EventQueue, KeysAfterAShortcutWaitForTheNextFrame) {
    const KeyChanged open{.key = 'O', .down = true, .control = true};
    EXPECT_EQ(frame_sizes({open, key('S', true), CharacterTyped{'s'}}), (Sizes{1, 2}));
}

TEST(EventQueue, IsBoundedAndKeepsReleasesAfterManyClicks) {
    const KeyChanged quit{.key = 'Q', .down = true, .control = true};
    const MouseButtonChanged press{.button = MouseButton::left, .down = true};
    const MouseButtonChanged release{.button = MouseButton::left, .down = false};
    EventQueue queue;
    queue.push({press});
    for (int click = 0; click < 100000; ++click) {
        queue.push({release, MouseMoved{1.0, 1.0}, Scrolled{1.0}, press});
    }
    queue.push({release, quit});
    EXPECT_LE(queue.size(), EventQueue::waiting_max + 2);
    bool is_down = false;
    bool quits = false;
    while (!queue.is_empty()) {
        for (const InputEvent& event : queue.next_frame()) {
            if (const auto* change = std::get_if<MouseButtonChanged>(&event)) {
                EXPECT_NE(change->down, is_down) << "presses and releases alternate";
                is_down = change->down;
            }
            quits = std::holds_alternative<KeyChanged>(event);
        }
    }
    EXPECT_FALSE(is_down);
    EXPECT_TRUE(quits) << "the key comes last";
}

TEST(EventQueue, IsBoundedForKeysTextAndFiles) {
    EventQueue queue;
    const KeyChanged press{.key = 'A', .down = true};
    const KeyChanged release{.key = 'A', .down = false};
    queue.push({press});
    for (int i = 0; i < 30000; ++i) {
        queue.push({release, CharacterTyped{'a'}, FilesDropped{}, GamepadMoved{}, press});
    }
    queue.push({release});
    EXPECT_LE(queue.size(), 10 * EventQueue::waiting_max + 1);
    bool is_down = false;
    while (!queue.is_empty()) {
        for (const InputEvent& event : queue.next_frame()) {
            if (const auto* change = std::get_if<KeyChanged>(&event)) {
                EXPECT_NE(change->down, is_down) << "presses and releases alternate";
                is_down = change->down;
            }
        }
    }
    EXPECT_FALSE(is_down);
}

TEST(EventQueue, KeysWaitForTheirField) {
    EventQueue queue;
    queue.push({MouseMoved{1, 1}, key('S', true), CharacterTyped{'s'}, MouseMoved{2, 2}});
    EXPECT_EQ(queue.next_frame(EventQueue::Keyboard::focus_pending).size(), 1u) << "the mouse";
    EXPECT_TRUE(queue.next_frame(EventQueue::Keyboard::focus_pending).empty());
    EXPECT_EQ(queue.next_frame().size(), 3u);
}

TEST(EventQueue, FrameIsEmptyWithoutEvents) {
    EventQueue queue;
    EXPECT_TRUE(queue.next_frame().empty());
    EXPECT_TRUE(queue.is_empty());
}

TEST(EventQueue, KeepsAllEventsInOrder) {
    std::vector<InputEvent> events;
    for (int i = 0; i < 50; ++i) {
        events.push_back(key('A' + i % 7, i % 3 == 0));
        events.push_back(MouseMoved{static_cast<double>(i), 0});
        events.push_back(CharacterTyped{static_cast<unsigned>('a' + i % 26)});
    }
    EventQueue queue;
    queue.push(events);
    std::vector<std::size_t> kinds;
    std::vector<std::size_t> expected;
    for (const auto& event : events) {
        expected.push_back(event.index());
    }
    while (!queue.is_empty()) {
        for (const auto& event : queue.next_frame()) {
            kinds.push_back(event.index());
        }
    }
    EXPECT_EQ(kinds, expected);
}

TEST(EventQueue, HeldKeyRepeatsDoNotPileUp) {
    EventQueue queue;
    queue.push({KeyChanged{.key = 263, .down = true}});
    queue.next_frame();
    for (int i = 0; i < 50; ++i) {
        queue.push({KeyChanged{.key = 263, .down = true, .repeated = true}});
    }
    queue.push({KeyChanged{.key = 263, .down = false}});
    EXPECT_EQ(queue.next_frame().size(), 1u);
    EXPECT_EQ(queue.next_frame().size(), 1u) << "the release";
    EXPECT_TRUE(queue.is_empty());
}

} // namespace
} // namespace limber::testing
