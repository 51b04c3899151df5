// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

/// What the tables of joints and bones show. Skeletons have hundreds of bones, so that their names are collected once
/// per change of the character and not in each frame.
namespace limber::app {

struct JointRow {
    std::string joint;     // of the clip
    std::string following; // the bones that follow it; empty: none
};

class JointLists {
public:
    /// The names of the bones behind an entry for no choice, whose words each row sets.
    std::vector<std::string>& choices(const CharacterPtr& character);
    /// The joints of a clip of the character, those that bones follow first. Precondition: carried_clips.at(clip) is
    /// there.
    const std::vector<JointRow>& rows(const CharacterPtr& character, std::size_t clip);

private:
    std::weak_ptr<const Character> of_choices_;
    std::vector<std::string> choices_;
    std::weak_ptr<const Character> of_rows_;
    std::size_t clip_ = 0;
    std::vector<JointRow> rows_;
};

} // namespace limber::app
