// SPDX-License-Identifier: MIT
#include "engine/general_basis/general_pass.h"

namespace limber {
namespace {

template <typename Real>
GeneralPassScratch<Real> scratch_for(const GeneralModel& model) {
    const auto size = static_cast<std::size_t>(model.coordinate_count());
    GeneralPassScratch<Real> scratch{
        {}, LaneArray<Real>(size), LaneArray<Real>(size), LaneArray<Real>(size * cluster_lanes)};
    for (const GeneralClusters& set : model.sets) {
        scratch.rig_F.emplace_back(set.rig_and_weights.block_count() * 9 * cluster_lanes);
    }
    return scratch;
}

// Selects the kernel functions and model arrays of one arithmetic.
void compute_rig(const Kernel& kernel, const ClusterSet& set, const double* P, LaneArray<float>& F) {
    kernel.rig_single(set.block_count(), static_cast<std::size_t>(set.rig_count), set.GKJ.data(), P, F.data());
}

void compute_rig(const Kernel& kernel, const ClusterSet& set, const double* P, LaneArray<double>& F) {
    kernel.rig_double(set.block_count(), static_cast<std::size_t>(set.rig_count), set.GKJ.data(), P, F.data());
}

PassSums run_pass(const Kernel& kernel, const ClusterPass<float>& pass, float* pull) {
    return kernel.dense_pass_single(pass, pull);
}

PassSums run_pass(const Kernel& kernel, const ClusterPass<double>& pass, double* pull) {
    return kernel.dense_pass_double(pass, pull);
}

void set_arrays(const GeneralClusters& set, ClusterPass<float>& pass) {
    pass.S = set.S_single.data();
    pass.w = set.rig_and_weights.w_single.data();
    pass.l = set.rig_and_weights.l_single.data();
}

void set_arrays(const GeneralClusters& set, ClusterPass<double>& pass) {
    pass.S = set.S.data();
    pass.w = set.rig_and_weights.w.data();
    pass.l = set.rig_and_weights.l.data();
}

// Padding clusters of the last block have weight zero; the identity makes their rotation cheap.
template <typename Real>
void fill_padding_with_identity(const ClusterSet& set, LaneArray<Real>& F) {
    const auto count = static_cast<std::size_t>(set.cluster_count);
    for (std::size_t c = count; c < set.block_count() * cluster_lanes; ++c) {
        for (std::size_t entry = 0; entry < 9; ++entry) {
            F[(c / cluster_lanes * 9 + entry) * cluster_lanes + c % cluster_lanes] = entry % 4 == 0 ? Real(1) : Real(0);
        }
    }
}

template <typename Real>
void prepare_scratch(const GeneralModel& model, const Kernel& kernel, const double* P,
                     GeneralPassScratch<Real>& scratch) {
    for (std::size_t i = 0; i < model.sets.size(); ++i) {
        const ClusterSet& set = model.sets[i].rig_and_weights;
        compute_rig(kernel, set, P, scratch.rig_F[i]);
        fill_padding_with_identity(set, scratch.rig_F[i]);
    }
}

// One pass over the clusters of a set; subtracts `scale` times their pull from the gradient. Returns the energy.
template <typename Real>
double add_dense_pass(const Kernel& kernel, const ClusterPass<Real>& pass, double scale, LaneArray<Real>& pull,
                      Coordinates& gradient) {
    const PassSums sums = run_pass(kernel, pass, pull.data());
    for (Index i = 0; i < gradient.size(); ++i) {
        gradient.data()[i] -= scale * static_cast<double>(pull[static_cast<std::size_t>(i)]);
    }
    return sums.volume - sums.stretch;
}

template <typename Real>
double add_passes(const GeneralModel& model, const Controls& controls, const Kernel& kernel,
                  GeneralPassScratch<Real>& scratch, Iterate& at) {
    const auto size = static_cast<std::size_t>(at.Z.size());
    for (std::size_t i = 0; i < size; ++i) {
        scratch.z[i] = static_cast<Real>(at.Z.data()[i]);
    }
    ClusterPass<Real> pass;
    pass.coordinate_count = size;
    pass.Z = scratch.z.data();
    pass.pull_lanes = scratch.pull_lanes.data();
    pass.l_scale = static_cast<Real>(controls.lambda_scale);
    double energy = 0.0;
    for (std::size_t i = 0; i < model.sets.size(); ++i) {
        set_arrays(model.sets[i], pass);
        pass.block_count = model.sets[i].rig_and_weights.block_count();
        pass.rig_F = scratch.rig_F[i].data();
        energy += add_dense_pass(kernel, pass, controls.young_scale, scratch.pull, at.gradient);
    }
    return controls.young_scale * energy;
}

} // namespace

GeneralPass general_pass(const GeneralModel& model) {
    return {scratch_for<float>(model), scratch_for<double>(model), Coordinates(model.J.cols(), 3)};
}

void prepare_general_pass(const GeneralModel& model, const Controls& controls, const Kernel& kernel,
                          const AffineStack& P, GeneralPass& pass) {
    pass.P_rows = P;
    if (controls.arithmetic == Arithmetic::single_precision) {
        prepare_scratch(model, kernel, pass.P_rows.data(), pass.single);
    } else {
        prepare_scratch(model, kernel, pass.P_rows.data(), pass.exact);
    }
}

double add_general_gradient(const GeneralModel& model, const Controls& controls, const Kernel& kernel,
                            GeneralPass& pass, Iterate& at) {
    return controls.arithmetic == Arithmetic::single_precision ? add_passes(model, controls, kernel, pass.single, at)
                                                               : add_passes(model, controls, kernel, pass.exact, at);
}

} // namespace limber
