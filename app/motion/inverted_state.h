// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"

#include <string>

namespace limber::app {

/// The number of clusters that are turned inside out in a state (body/inverted_clusters.h).
Index inverted_clusters_in(const Character& character, const State& state);

/// "3 clusters are turned inside out in the last state: ..."
std::string inverted_sentence(Index count);

} // namespace limber::app
