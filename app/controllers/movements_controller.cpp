// SPDX-License-Identifier: MIT
#include "app/controllers/movements_controller.h"

#include "engine/core/json.h"

#include <utility>
#include <variant>

namespace limber::app {
namespace {

// "Hold 1: Walk, 2: Flap".
std::string words_for_movements(const std::vector<SpringMovement>& movements) {
    std::string words;
    for (std::size_t i = 0; i < movements.size(); ++i) {
        words += (i == 0 ? "Hold " : ", ") + std::to_string(i + 1) + ": " + title_of(movements[i], i);
    }
    return words;
}

// The place of a key's movement in the list; as many as there may be: it is the key of none.
std::size_t place_of_key(const KeyChanged& key) {
    return key.key >= '1' && key.key <= '9' ? static_cast<std::size_t>(key.key - '1') : movements_max;
}

} // namespace

Commands MovementsController::take(std::vector<InputEvent>& events, const SessionState& state) {
    const std::size_t count = state.editor.controls().movements.size();
    std::vector<InputEvent> others;
    Commands commands;
    for (const InputEvent& event : events) {
        const auto* key = std::get_if<KeyChanged>(&event);
        const std::size_t place = key ? place_of_key(*key) : movements_max;
        const bool is_mine =
            place < movements_max && (key->down ? place < count && !key->control && !key->alt : held_[place]);
        if (is_mine) {
            held_[place] = key->down;
            commands = {RemoveMessages{Message::Topic::steering}};
        } else {
            others.push_back(event);
        }
        if (std::holds_alternative<FocusLost>(event)) {
            held_.fill(false);
        }
    }
    events = std::move(others);
    return commands;
}

Commands MovementsController::scene_opened(const SceneOpened&, const SessionState& state) {
    held_.fill(false);
    const std::string words = words_for_movements(state.editor.controls().movements);
    return words.empty() ? Commands{}
                         : Commands{ShowMessage{{Message::Kind::notice, words + ".", Message::Topic::steering}}};
}

void MovementsController::control(const CharacterInstance& instance, LiveControls& controls,
                                  const SessionState& state) const {
    if (instance.id != state.editor.selected()) {
        return;
    }
    for (std::size_t i = 0; i < controls.movements.size(); ++i) {
        controls.movements[i].plays = controls.movements[i].plays || held_[i];
    }
}

std::string MovementsController::key_hint(const SessionState& state) {
    return words_for_movements(state.editor.controls().movements);
}

void MovementsController::report(Json& report, const SessionState& state) const {
    Json::array_t all;
    const std::vector<SpringMovement>& movements = state.editor.controls().movements;
    for (std::size_t i = 0; i < movements.size(); ++i) {
        all.emplace_back(Json::object_t{{"name", title_of(movements[i], i)},
                                        {"plays", movements[i].plays || held_[i]},
                                        {"springs", static_cast<std::int64_t>(movements[i].springs.size())}});
    }
    report.emplace("movements", std::move(all));
}

} // namespace limber::app
