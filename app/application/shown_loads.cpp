// SPDX-License-Identifier: MIT
#include "app/application/shown_loads.h"

#include "app/character/character_loads.h"
#include "app/character/place_map.h"

#include <algorithm>
#include <utility>

namespace limber::app {

// A task is not cancelled by the next change, or nothing would be shown during a long stroke of the brush.
Result<Done> ShownLoads::update(const std::vector<BodyLoad>& loads, const CharacterPtr& character) {
    Result<Done> done = Done{};
    auto result = queue_.poll();
    if (result && *result) {
        computed_ = std::make_shared<const Computed>(std::move(*result).value());
    } else if (result) {
        computed_ = std::make_shared<const Computed>();
        done = result->error();
    }
    if (result || character_ != character || loads_ != loads) {
        character_ = character;
        loads_ = loads;
        shown_.clear();
        for (std::size_t i = 0; i < loads.size(); ++i) {
            const ShownLoad* newest = newest_of(i, loads[i]);
            shown_.push_back(newest ? *newest : ShownLoad{loads[i], {}, {}});
        }
    }
    if (queue_.is_empty() && (asked_character_ != character || asked_ != loads)) {
        asked_character_ = character;
        asked_ = loads;
        queue_.submit([loads, character, before = computed_] { return computed(loads, character, *before); });
    }
    return done;
}

const std::vector<ShownLoad>& ShownLoads::on(const CharacterPtr& character) const {
    static const std::vector<ShownLoad> none;
    return character == character_ ? shown_ : none;
}

// The same load, or what is known of the one in its place before it changed; null: neither is.
const ShownLoad* ShownLoads::newest_of(std::size_t place, const BodyLoad& load) const {
    const std::vector<ShownLoad>& known = computed_->loads;
    if (known.empty() || !have_same_places(*computed_->character, *character_)) {
        return nullptr;
    }
    if (const auto same = std::ranges::find(known, load, &ShownLoad::load); same != known.end()) {
        return &*same;
    }
    return known.size() == loads_.size() ? &known[place] : nullptr;
}

// Loads that did not change are kept.
ShownLoads::Computed ShownLoads::computed(const std::vector<BodyLoad>& loads, const CharacterPtr& character,
                                          const Computed& before) {
    Computed computed{character, {}};
    for (const BodyLoad& load : loads) {
        const auto known = std::ranges::find(before.loads, load, &ShownLoad::load);
        if (before.character == character && known != before.loads.end()) {
            computed.loads.push_back(*known);
        } else {
            computed.loads.push_back({load, place_of(load, *character), load_marks(load, *character)});
        }
    }
    return computed;
}

} // namespace limber::app
