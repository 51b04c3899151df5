// SPDX-License-Identifier: MIT
#include "app/motion/inverted_state.h"

#include "engine/body/body_step.h"
#include "engine/body/inverted_clusters.h"

#include <algorithm>
#include <iterator>
#include <vector>

namespace limber::app {
namespace {

std::string share_of_the_rig(const InvertedClusters& inverted) {
    if (inverted.by_the_rig == 0) {
        return "";
    }
    const bool all = inverted.by_the_rig == inverted.count;
    return (all ? "" : ", " + std::to_string(inverted.by_the_rig) + " of them") + " by the pose of the rig alone";
}

struct InvertedInState {
    std::vector<int> all;        // ascending
    std::vector<int> by_the_rig; // of them, ascending
};

InvertedInState inverted_in(const Character& character, const State& state) {
    InvertedInState inverted{inverted_clusters(character, positions(character, state)), {}};
    if (inverted.all.empty()) {
        return inverted;
    }
    State rig_alone = state;
    rig_alone.Z.setZero();
    std::ranges::set_intersection(inverted.all, inverted_clusters(character, positions(character, rig_alone)),
                                  std::back_inserter(inverted.by_the_rig));
    return inverted;
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
    const InvertedInState inverted = inverted_in(character, state);
    return {static_cast<Index>(inverted.all.size()), static_cast<Index>(inverted.by_the_rig.size())};
}

bool InvertedInStates::add(const Character& character, const State& state) {
    const InvertedInState inverted = inverted_in(character, state);
    bool is_new = false;
    is_last_by_the_motion = false;
    for (const int cluster : inverted.by_the_rig) {
        is_new = by_the_rig.insert(cluster).second || is_new;
        by_the_motion.erase(cluster);
    }
    for (const int cluster : inverted.all) {
        if (!by_the_rig.contains(cluster)) {
            is_last_by_the_motion = true;
            is_new = by_the_motion.insert(cluster).second || is_new;
        }
    }
    return is_new;
}

std::string inverted_sentence(const InvertedClusters& inverted) {
    return std::to_string(inverted.count) + (inverted.count == 1 ? " cluster is" : " clusters are") +
           " turned inside out in the last state" + share_of_the_rig(inverted) + remedy(inverted);
}

} // namespace limber::app
