// SPDX-License-Identifier: MIT
#pragma once

namespace limber::app {

/// The stages of a build in their order. A rebuild starts at the earliest stage that an edit touches; the results of
/// the stages before it are kept.
enum class Stage {
    mesh,
    operators,
    rig,
    subspace,
    clusters,
    model,
    muscles,
    cubature,
    surroundings,
    clips,
    state,
    nothing
};

} // namespace limber::app
