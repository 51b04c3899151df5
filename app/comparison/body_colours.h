// SPDX-License-Identifier: MIT
#pragma once

namespace limber::app {

/// What the colours of the bodies of a comparison show.
enum class BodyColours {
    own,       // the character's colours
    distances, // from full space, as a share of the body's size
    strains,   // see SurfaceStrain
    stresses,  // [Pa]
};

} // namespace limber::app
