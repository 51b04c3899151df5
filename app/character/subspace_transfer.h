#pragma once

#include "app/character/character.h"

/// Transfers the state from one model to another while the character moves.
namespace limber::app {

/// The same body: mesh and rig are equal, so that one's coordinates mean something to the other.
bool same_body(const Character& one, const Character& other);

/// From the coordinates of one model of a body to those of the next, by least squares in the mass. It takes longer than
/// a step, so it is computed with the character, before the swap.
struct SubspaceTransfer {
    std::weak_ptr<const Character> from; // it does not keep the old one alive
    Matrix across;                       // k x k_from; empty: the coordinates stay what they are
};

/// Null where the two are not the same body.
std::shared_ptr<const SubspaceTransfer> transfer(const CharacterPtr& from, const Character& to);

/// The one that `to` brings along where it leads from there, and a new one otherwise.
std::shared_ptr<const SubspaceTransfer> known_transfer(const CharacterPtr& from, const Character& to);

/// Whether there is a transfer; costs nothing where `to` brings it along.
bool follows(const Character& to, const CharacterPtr& from);

} // namespace limber::app
