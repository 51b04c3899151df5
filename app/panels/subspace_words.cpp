// SPDX-License-Identifier: MIT
#include "app/panels/subspace_words.h"

#include "app/panels/phrases.h"
#include "engine/body/body_step.h"

namespace limber::app {

std::string subspace_words(const Character& character) {
    return character.linear ? counted(mode_count(character), "displacement", "displacements")
                            : counted(mode_count(character), "mode", "modes");
}

} // namespace limber::app
