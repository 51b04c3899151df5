// SPDX-License-Identifier: MIT
#include "engine/full_space/full_space_muscles.h"

namespace limber {

Result<FullSpaceMuscles> full_space_muscles(const TetMesh& mesh, const Material& material, const Clusters& clusters,
                                            const MuscleTargets& targets) {
    if (auto fault = fault_in(clusters, mesh)) {
        return *fault;
    }
    if (auto fault = fault_in(targets, mesh)) {
        return *fault;
    }
    FullSpaceMuscles muscles;
    muscles.clusters = clusters;
    muscles.share = 2.0 * lame_mu(material).cwiseProduct(tet_volumes(mesh));
    muscles.w = Vector::Zero(clusters.count);
    for (std::size_t t = 0; t < clusters.of_tet.size(); ++t) {
        muscles.w(clusters.of_tet[t]) += muscles.share(static_cast<Index>(t));
    }
    for (std::size_t t = 0; t < clusters.of_tet.size(); ++t) {
        muscles.share(static_cast<Index>(t)) /= muscles.w(clusters.of_tet[t]);
    }
    for (Index v = 0; v < targets.count(); ++v) {
        muscles.muscles.push_back(target_gradients(mesh, targets, v));
    }
    muscles.energy = target_energy(mesh, material, targets);
    return muscles;
}

} // namespace limber
