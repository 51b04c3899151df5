// SPDX-License-Identifier: MIT
#include "app/motion/inverted_state.h"

#include "engine/body/body_step.h"
#include "engine/body/inverted_clusters.h"

#include <algorithm>

namespace limber::app {
namespace {

std::string share_of_the_rig(const InvertedClusters& inverted) {
    if (inverted.by_the_rig == 0) {
        return "";
    }
    const bool all = inverted.by_the_rig == inverted.count;
    return (all ? "" : ", " + std::to_string(inverted.by_the_rig) + " of them") + " by the pose of the rig alone";
}

const char* remedy(const InvertedClusters& inverted) {
    return inverted.by_the_rig == inverted.count
               ? ": it folds the body there without secondary motion; smooth the weights of its bones"
               : ": choose a smaller time step, more iterations or a stiffer material";
}

} // namespace

InvertedClusters& InvertedClusters::operator+=(const InvertedClusters& other) {
    count += other.count;
    by_the_rig += other.by_the_rig;
    return *this;
}

InvertedClusters inverted_clusters_in(const Character& character, const State& state) {
    const std::vector<int> inverted = inverted_clusters(character, positions(character, state));
    if (inverted.empty()) {
        return {};
    }
    State rig_alone = state;
    rig_alone.Z.setZero();
    const std::vector<int> by_the_rig = inverted_clusters(character, positions(character, rig_alone));
    return {static_cast<Index>(inverted.size()),
            std::ranges::count_if(inverted, [&](int c) { return std::ranges::binary_search(by_the_rig, c); })};
}

std::string inverted_sentence(const InvertedClusters& inverted) {
    return std::to_string(inverted.count) + (inverted.count == 1 ? " cluster is" : " clusters are") +
           " turned inside out in the last state" + share_of_the_rig(inverted) + remedy(inverted);
}

} // namespace limber::app
