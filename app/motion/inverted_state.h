// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"

#include <set>
#include <string>

namespace limber::app {

/// The clusters that are turned inside out in a state (body/inverted_clusters.h).
struct InvertedClusters {
    Index count = 0;
    Index by_the_rig = 0; // of them, those that the pose of the rig turns inside out without any secondary motion

    InvertedClusters& operator+=(const InvertedClusters& other);
};

InvertedClusters inverted_clusters_in(const Character& character, const State& state);

/// The clusters that are turned inside out in any of several states of a body. The sets are disjoint: a cluster that
/// the pose of the rig alone turns inside out in one of the states belongs to the rig in all of them, because it is
/// almost flat in the poses nearby, where a little secondary motion is enough.
struct InvertedInStates {
    std::set<int> by_the_rig;
    std::set<int> by_the_motion;
    bool is_last_by_the_motion = false; // in the state that was added last, some of these are turned inside out

    /// Whether a set has changed.
    bool add(const Character& character, const State& state);
};

/// "3 clusters are turned inside out in the last state, 1 of them by the pose of the rig alone: ..." Precondition:
/// there are some.
std::string inverted_sentence(const InvertedClusters& inverted);

} // namespace limber::app
