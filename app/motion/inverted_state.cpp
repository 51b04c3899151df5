// SPDX-License-Identifier: MIT
#include "app/motion/inverted_state.h"

#include "engine/body/body_step.h"
#include "engine/body/inverted_clusters.h"

namespace limber::app {

Index inverted_clusters_in(const Character& character, const State& state) {
    return inverted_cluster_count(character, positions(character, state));
}

std::string inverted_sentence(Index count) {
    return std::to_string(count) + (count == 1 ? " cluster is" : " clusters are") +
           " turned inside out in the last state: choose a smaller time step, more iterations or a stiffer material";
}

} // namespace limber::app
