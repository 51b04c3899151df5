// SPDX-License-Identifier: MIT
#include "app/interaction/pointer.h"

#include "app/interaction/shortcuts.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace limber::app {
namespace {

constexpr double double_click_seconds = 0.35;
constexpr double surface_test_seconds = 0.1;

// The overload set for std::visit.
template <typename... F>
struct Either : F... {
    using F::operator()...;
};
template <typename... F>
Either(F...) -> Either<F...>;

bool is_left_press(const MouseButtonChanged& event) {
    return event.down && event.button == MouseButton::left && !event.alt;
}

} // namespace

Commands Pointer::select_pressed(const InputEvent& event, const Tools& tools, const Touchable& scene) {
    const auto* press = std::get_if<MouseButtonChanged>(&event);
    has_selected_ = has_selected_ && !(press && press->down);
    if (!press || !is_left_press(*press) || is_holding() || !scene.other_at) {
        return {};
    }
    const Mouse mouse{Pixel(press->x, press->y)};
    if (!scene.area.holds(mouse.at)) {
        return {};
    }
    const bool is_covered = std::ranges::any_of(tools, [&](Tool* tool) {
        const auto layer = tool->find(mouse, {}, scene);
        return layer && *layer <= Layer::mark;
    });
    const auto other = is_covered ? std::nullopt : scene.other_at(mouse.at);
    has_selected_ = other.has_value();
    return other ? Commands{SelectCharacter{other->id}} : Commands{};
}

Commands Pointer::take(const InputEvent& event, const Tools& tools, const Touchable& scene) {
    return std::visit(Either{[&](const MouseMoved& e) {
                                 move(Pixel(e.x, e.y), scene);
                                 return Commands{};
                             },
                             [&](const MouseButtonChanged& e) {
                                 move(Pixel(e.x, e.y), scene);
                                 mouse_.control = e.control;
                                 mouse_.shift = e.shift;
                                 mouse_.alt = e.alt;
                                 return e.down ? press(e, tools, scene) : release(scene);
                             },
                             [&](const Scrolled& e) { return scroll(e.steps, tools, scene); },
                             [&](const KeyChanged& e) {
                                 mouse_.control = e.control;
                                 return act(action_of(e), scene);
                             },
                             [&](const CharacterTyped& e) { return act(action_of(e), scene); },
                             [](const FilesDropped& e) {
                                 return Commands{OpenFirstUsableFile{{e.paths.begin(), e.paths.end()}}};
                             },
                             [](const auto&) {
                                 return Commands{};
                             }},
                      event);
}

// Edits before an action come before it, so that undo and Esc cancel them.
Commands Pointer::act(std::optional<Action> action, const Touchable& scene) {
    if (!action) {
        return {};
    }
    Commands commands = take_edits(scene);
    commands.emplace_back(*action);
    return commands;
}

void Pointer::move(const Pixel& to, const Touchable& scene) {
    const bool moves = to != mouse_.at;
    has_moved_ = has_moved_ || moves;
    mouse_.at = to;
    is_inside_ = true;
    if (moves && is_holding()) {
        held_->drag(mouse_, scene);
    }
}

Commands Pointer::press(const MouseButtonChanged& event, const Tools& tools, const Touchable& scene) {
    if (is_holding()) {
        return {};
    }
    mouse_.button = event.button;
    mouse_.is_double = is_left_press(event) && now_ - last_press_ < double_click_seconds &&
                       (mouse_.at - last_press_at_).norm() < click_pixels;
    if (is_left_press(event)) {
        last_press_ = now_;
        last_press_at_ = mouse_.at;
    }
    hit_ = surfaces_at(mouse_.at, scene);
    find(tools, scene);
    if (!is_left_press(event)) {
        const auto is_camera = [&](Tool* tool) {
            return tool->find(mouse_, hit_, scene) == Layer::view;
        };
        const auto camera = std::ranges::find_if(tools, is_camera);
        dragged_ = camera == tools.end() ? nullptr : *camera;
    }
    held_ = dragged_;
    return held_ ? held_->press(mouse_, hit_, scene) : Commands{};
}

Commands Pointer::release(const Touchable& scene) {
    if (!is_holding()) {
        return {};
    }
    Commands commands = take_edits(scene);
    Tool::Release released = held_->release(mouse_, scene);
    append(commands, std::move(released.commands));
    if (released.is_click && !has_selected_) {
        append(commands, clicked_ ? clicked_->click(scene) : Commands{ClearSelection{}});
    }
    return commands;
}

Commands Pointer::scroll(double steps, const Tools& tools, const Touchable& scene) {
    if (is_holding() && held_->scroll(steps, mouse_, scene)) {
        return {};
    }
    std::ignore = std::ranges::any_of(tools, [&](Tool* tool) { return tool->scroll(steps, mouse_, scene); });
    return {};
}

Commands Pointer::take_edits(const Touchable& scene) {
    return is_holding() ? held_->take_edits(scene) : Commands{};
}

void Pointer::look(const Tools& tools, const Touchable& scene) {
    if (is_holding() || !is_inside_) {
        return;
    }
    mouse_.is_double = false;
    if (!scene.character || !scene.area.holds(mouse_.at)) {
        hit_ = {};
    } else if (has_moved_ && since_surface_test_ >= surface_test_seconds) {
        hit_ = surfaces_at(mouse_.at, scene);
        since_surface_test_ = 0.0;
        has_moved_ = false;
    }
    find(tools, scene);
}

// What lies behind the tool that takes drags cannot be clicked.
void Pointer::find(const Tools& tools, const Touchable& scene) {
    const auto no_layer = std::pair<Layer, Tool*>(Layer::view, nullptr);
    auto drag = no_layer;
    auto click = no_layer;
    std::vector<std::pair<Layer, Tool*>> found;
    for (Tool* tool : tools) {
        if (const auto layer = tool->find(mouse_, hit_, scene)) {
            found.emplace_back(*layer, tool);
            auto& best = takes_drags(*layer) ? drag : click;
            if (!best.second || *layer < best.first) {
                best = found.back();
            }
        }
    }
    for (const auto& [layer, tool] : found) {
        if (drag.second && layer > drag.first && tool != drag.second) {
            tool->clear_find();
        }
    }
    std::tie(drag_layer_, dragged_) = drag;
    clicked_ = click.second && (!drag.second || click.first < drag.first) ? click.second : nullptr;
}

void Pointer::cancel() {
    if (held_) {
        held_->cancel();
    }
}

void Pointer::leave_view(const Tools& tools) {
    if (is_holding()) {
        return;
    }
    is_inside_ = false;
    hit_ = {};
    dragged_ = nullptr;
    clicked_ = nullptr;
    for (Tool* tool : tools) {
        tool->clear_find();
    }
}

bool Pointer::is_other_in_front() const {
    return hit_.other && drag_layer_ > Layer::floor;
}

CursorShape Pointer::cursor() const {
    if (is_holding()) {
        return held_->cursor();
    }
    if (clicked_) {
        return clicked_->cursor();
    }
    return is_other_in_front() ? CursorShape::grab : dragged_ ? dragged_->cursor() : CursorShape::arrow;
}

std::string Pointer::hint(const Touchable& scene) const {
    if (is_holding()) {
        return held_->hint(hit_, scene);
    }
    if (!is_inside_ || !scene.character || !scene.area.holds(mouse_.at)) {
        return "";
    }
    if (is_other_in_front()) {
        return "Click to select " + hit_.other->title + ", drag to pull its flesh";
    }
    const Tool* tool = clicked_ ? clicked_ : dragged_;
    return tool ? tool->hint(hit_, scene) : "";
}

} // namespace limber::app
