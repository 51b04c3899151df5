// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"
#include "engine/body/subspace_switch.h"
#include "engine/loads/load_mixture.h"

#include <string>
#include <vector>

/// A character with a subspace for each of several loads, of which one acts at a time [Force-Dual Modes, section 6]:
/// those of a file with a mixture, or else its own. Its own subspace is the span of all of them, in which it is shown
/// and its state is stored; each step is taken in the subspace of the load that acts (motion/body_stepper.h). The whole
/// has every motion of each of them, so that only a change to another one loses any.
namespace limber::app {

struct SwitchedLoads {
    struct Component {
        std::string name;
        CharacterPtr character; // the same body with the subspace for this load alone
        SubspaceSwitch into;    // from the whole subspace
        SubspaceSwitch back;    // to the whole subspace
    };
    std::vector<Component> components; // two at least
    LoadMixture mixture;               // of the same order, without a fault
    /// Points of the whole subspace whose places give the rotation of the body.
    std::shared_ptr<const ContactPoints> spread;
};

/// One of the loads: a character without its look and clips that is made for it alone.
struct SingleLoad {
    std::string name;
    double share = 1.0; // relative to the others
    CharacterDescription description;
};

/// The loads between which a character switches; empty, with a warning, if there are not several that act. Needs mesh,
/// rig and mass. Fails as read_mixture, and with bad_input for more than mixture_components_max loads, or more than
/// modes_max modes of all together.
Result<std::vector<SingleLoad>> single_loads(const Character& character, std::vector<std::string>& warnings);

/// The description of one of them when that of the whole has changed. `before`: its own.
CharacterDescription one_of_the_loads(const CharacterDescription& whole, const CharacterDescription& before);

/// A character of these, with its subspace.
struct BuiltLoad {
    std::string name;
    double share = 1.0;
    CharacterPtr character;
};

/// The span of their weights as modes of the whole, softest first; needs mesh, material and mass.
SkinningModes joined_modes(const Character& whole, const std::vector<BuiltLoad>& loads);
/// 3n x m, vertex by vertex: the span of their displacements; needs the mass.
Matrix joined_displacements(const Character& whole, const std::vector<BuiltLoad>& loads);

/// Once the whole subspace is built. Preconditions: two loads at least, with the contact points of the whole.
SwitchedLoads switched_between(const Character& whole, std::vector<BuiltLoad> loads);

} // namespace limber::app
