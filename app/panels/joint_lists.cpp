// SPDX-License-Identifier: MIT
#include "app/panels/joint_lists.h"

#include "app/character_files/unmatched_clip.h"

#include <map>
#include <string_view>

namespace limber::app {
namespace {

// A character that was freed is never the same as another one at its address.
bool is_same_character(const std::weak_ptr<const Character>& known, const CharacterPtr& character) {
    return !known.owner_before(character) && !character.owner_before(known);
}

std::vector<JointRow> rows_of(const CarriedClip& carried) {
    std::vector<JointRow> rows;
    std::map<std::string_view, std::size_t> place_of;
    for (const CarriedClip::Match& match : carried.matches) {
        const auto [found, is_new] = place_of.emplace(match.from, rows.size());
        if (is_new) {
            rows.push_back({match.from, match.to});
        } else {
            rows[found->second].following += ", " + match.to;
        }
    }
    for (const std::string& joint : carried.unmatched) {
        rows.push_back({joint, ""});
    }
    return rows;
}

} // namespace

std::vector<std::string>& JointLists::choices(const CharacterPtr& character) {
    if (choices_.empty() || !is_same_character(of_choices_, character)) {
        of_choices_ = character;
        choices_ = distinct_names_of(character->rig.skeleton);
        choices_.insert(choices_.begin(), std::string());
    }
    return choices_;
}

const std::vector<JointRow>& JointLists::rows(const CharacterPtr& character, std::size_t clip) {
    if (clip != clip_ || !is_same_character(of_rows_, character)) {
        of_rows_ = character;
        clip_ = clip;
        rows_ = rows_of(*character->carried_clips.at(clip));
    }
    return rows_;
}

} // namespace limber::app
