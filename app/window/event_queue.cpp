// SPDX-License-Identifier: MIT
#include "app/window/event_queue.h"

#include <algorithm>
#include <variant>

namespace limber::app {
namespace {

constexpr int first_key_without_text = 256; // GLFW's codes below are ASCII

constexpr int first_modifier = 340; // left shift ... right super, menu
constexpr int last_modifier = 348;

bool is_modifier(const KeyChanged& key) {
    return key.key >= first_modifier && key.key <= last_modifier;
}

bool is_editing(const KeyChanged& key) {
    if (is_modifier(key)) {
        return false;
    }
    return key.key >= first_key_without_text || key.control || key.alt;
}

bool is_typed(const InputEvent& event) {
    return std::holds_alternative<KeyChanged>(event) || std::holds_alternative<CharacterTyped>(event);
}

// The events of a frame so far; decides whether another event may join them.
struct FrameSoFar {
    std::vector<int> keys;
    std::vector<MouseButton> buttons;
    bool moved = false;
    bool scrolled = false;
    bool edited = false;
    bool typed = false;

    bool accepts(const MouseMoved&) const {
        return buttons.empty() && !scrolled;
    }
    bool accepts(const MouseButtonChanged& change) const {
        const bool ends_a_drag = moved && !change.down;
        return !scrolled && !ends_a_drag && std::find(buttons.begin(), buttons.end(), change.button) == buttons.end();
    }
    bool accepts(const Scrolled&) const {
        return buttons.empty();
    }
    bool accepts(const KeyChanged& change) const {
        const bool known = std::find(keys.begin(), keys.end(), change.key) != keys.end();
        const bool is_late = change.down && !is_modifier(change) && (edited || (typed && is_editing(change)));
        const bool was_typed = !change.down && typed && !is_modifier(change) && !is_editing(change);
        return (!known || was_typed) && buttons.empty() && !is_late;
    }
    bool accepts(const CharacterTyped&) const {
        return buttons.empty() && !edited;
    }
    bool accepts(const FilesDropped&) const {
        return true;
    }
    bool accepts(const GamepadMoved&) const {
        return true;
    }
    bool accepts(const FocusLost&) const {
        return true;
    }

    void add(const MouseMoved&) {
        moved = true;
    }
    void add(const MouseButtonChanged& change) {
        buttons.push_back(change.button);
    }
    void add(const Scrolled&) {
        scrolled = true;
    }
    void add(const KeyChanged& change) {
        keys.push_back(change.key);
        edited = edited || (change.down && is_editing(change));
    }
    void add(const CharacterTyped&) {
        typed = true;
    }
    void add(const FilesDropped&) {}
    void add(const GamepadMoved&) {}
    void add(const FocusLost&) {}
};

// Whether the newest waiting change of the same button or key is a release, so that another release has no press.
template <typename Change, typename Name>
bool was_released(const std::deque<InputEvent>& waiting, const Change& change, Name name) {
    const auto newest = std::find_if(waiting.rbegin(), waiting.rend(), [&](const InputEvent& other) {
        const auto* before = std::get_if<Change>(&other);
        return before && before->*name == change.*name;
    });
    return newest != waiting.rend() && !std::get<Change>(*newest).down;
}

} // namespace

void EventQueue::push(const std::vector<InputEvent>& events) {
    for (const InputEvent& event : events) {
        if (!is_surplus_repeat(event) && !is_dropped(event)) {
            waiting_.push_back(event);
        }
    }
}

// A held key repeats faster than slow frames consume it, and its release must not wait behind the repetitions.
bool EventQueue::is_surplus_repeat(const InputEvent& event) const {
    const auto* key = std::get_if<KeyChanged>(&event);
    return key && key->repeated && std::ranges::any_of(waiting_, [key](const InputEvent& other) {
               const auto* before = std::get_if<KeyChanged>(&other);
               return before && before->repeated && before->key == key->key;
           });
}

bool EventQueue::is_dropped(const InputEvent& event) const {
    if (waiting_.size() < waiting_max) {
        return false;
    }
    if (const auto* button = std::get_if<MouseButtonChanged>(&event); button && !button->down) {
        return was_released(waiting_, *button, &MouseButtonChanged::button);
    }
    if (const auto* key = std::get_if<KeyChanged>(&event)) {
        return waiting_.size() >= 10 * waiting_max && (key->down || was_released(waiting_, *key, &KeyChanged::key));
    }
    return waiting_.size() >= 10 * waiting_max || std::holds_alternative<MouseButtonChanged>(event) ||
           std::holds_alternative<MouseMoved>(event) || std::holds_alternative<Scrolled>(event);
}

std::vector<InputEvent> EventQueue::next_frame(Keyboard keyboard) {
    FrameSoFar frame;
    std::vector<InputEvent> events;
    while (!waiting_.empty() && (keyboard == Keyboard::ready || !is_typed(waiting_.front())) &&
           std::visit([&frame](const auto& event) { return frame.accepts(event); }, waiting_.front())) {
        std::visit([&frame](const auto& event) { frame.add(event); }, waiting_.front());
        events.push_back(std::move(waiting_.front()));
        waiting_.pop_front();
    }
    return events;
}

bool EventQueue::is_empty() const {
    return waiting_.empty();
}

std::size_t EventQueue::size() const {
    return waiting_.size();
}

} // namespace limber::app
