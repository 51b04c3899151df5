// SPDX-License-Identifier: MIT
#include "app/application/shown_loads.h"

#include "app/character/character_loads.h"
#include "app/character/place_map.h"

#include <algorithm>
#include <utility>

namespace limber::app {

// A task is not cancelled by the next change, or nothing would be shown during a long stroke of the brush.
void ShownLoads::update(const std::vector<BodyLoad>& loads, const CharacterPtr& character) {
    bool is_new = character_ != character;
    character_ = character;
    if (auto result = queue_.poll(); result && *result) {
        shown_ = std::make_shared<const Shown>(std::move(*result).value());
        is_new = true;
    }
    if (is_new) {
        shown_fit_ = shown_->character && have_same_places(*shown_->character, *character);
    }
    const bool is_asked = asked_character_ == character && asked_ == loads;
    if (is_asked || !queue_.is_empty()) {
        return;
    }
    asked_ = loads;
    asked_character_ = character;
    queue_.submit([loads, character, before = shown_] { return computed(loads, character, *before); });
}

const std::vector<ShownLoad>& ShownLoads::on(const CharacterPtr& character) const {
    static const std::vector<ShownLoad> none;
    return character == character_ && shown_fit_ ? shown_->loads : none;
}

// Loads that did not change are kept.
ShownLoads::Shown ShownLoads::computed(const std::vector<BodyLoad>& loads, const CharacterPtr& character,
                                       const Shown& before) {
    Shown shown{character, {}};
    for (const BodyLoad& load : loads) {
        const auto known = std::ranges::find(before.loads, load, &ShownLoad::load);
        if (before.character == character && known != before.loads.end()) {
            shown.loads.push_back(*known);
        } else {
            shown.loads.push_back({load, place_of(load, *character), load_marks(load, *character)});
        }
    }
    return shown;
}

} // namespace limber::app
