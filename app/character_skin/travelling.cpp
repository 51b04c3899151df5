// SPDX-License-Identifier: MIT
#include "app/character_skin/travelling.h"

namespace limber::app {

bool moves_by_itself(const Character& character) {
    return character.description.rig_kind == RigKind::none && character.contact_points;
}

bool leaves_its_place(const Character& character, const SkinOutline* outline, int clip, bool is_alone) {
    return moves_by_itself(character) || (is_alone && outline && outline->travels(clip));
}

} // namespace limber::app
