// SPDX-License-Identifier: MIT
#include "engine/general_basis/general_pass.h"

#include "engine/stepper/pass_steps.h"

namespace limber {
namespace {

template <typename Real>
GeneralPassScratch<Real> scratch_for(const GeneralModel& model) {
    const auto size = static_cast<std::size_t>(model.coordinate_count());
    GeneralPassScratch<Real> scratch{
        {}, LaneArray<Real>(size), LaneArray<Real>(size), LaneArray<Real>(size * cluster_lanes), {}, {}};
    for (const GeneralClusters& set : model.sets) {
        scratch.rig_F.emplace_back(set.rig_and_weights.block_count() * 9 * cluster_lanes);
    }
    if (model.actuation) {
        scratch.active_S.resize(model.actuation->rest.S.size());
        scratch.active_rig_F.resize(model.actuation->rest.rig_and_weights.block_count() * 9 * cluster_lanes);
    }
    return scratch;
}

// Selects the kernel functions and model arrays of one arithmetic.
const LaneArray<float>& rows_of(const GeneralClusters& set, float) {
    return set.S_single;
}

const LaneArray<double>& rows_of(const GeneralClusters& set, double) {
    return set.S;
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

// S(a) = S_0 + sum_v a_v S_v, for the coordinates and for the rig.
template <typename Real>
void prepare_muscles(const GeneralActuation& actuation, const Vector& activation, const Kernel& kernel,
                     GeneralPassScratch<Real>& scratch, GeneralPass& pass) {
    const auto muscle = [&](Index v) -> const GeneralClusters& {
        return actuation.muscles[static_cast<std::size_t>(v)];
    };
    const ClusterSet& set = actuation.rest.rig_and_weights;
    add_muscles(
        kernel, rows_of(actuation.rest, Real()), activation,
        [&](Index v) -> const LaneArray<Real>& { return rows_of(muscle(v), Real()); }, scratch.active_S);
    add_muscles(
        kernel, set.GKJ, activation, [&](Index v) -> const LaneArray<double>& { return muscle(v).rig_and_weights.GKJ; },
        pass.active_GKJ);
    compute_rig(kernel, set, pass.active_GKJ.data(), pass.P_rows, scratch.active_rig_F);
}

template <typename Real>
void prepare_scratch(const GeneralModel& model, const Controls& controls, const Kernel& kernel,
                     GeneralPassScratch<Real>& scratch, GeneralPass& pass) {
    for (std::size_t i = 0; i < model.sets.size(); ++i) {
        const ClusterSet& set = model.sets[i].rig_and_weights;
        compute_rig(kernel, set, set.GKJ.data(), pass.P_rows, scratch.rig_F[i]);
    }
    if (muscle_stiffness_scale(model, controls) > 0.0) {
        prepare_muscles(*model.actuation, controls.activation, kernel, scratch, pass);
    }
}

// One pass over the clusters of a set; subtracts `scale` times their pull from the gradient. Returns the energy.
template <typename Real>
double add_dense_pass(const Kernel& kernel, const ClusterPass<Real>& pass, double scale, LaneArray<Real>& pull,
                      Coordinates& gradient) {
    const PassSums sums = run_pass(kernel, pass, pull.data());
    subtract_pull(pull, scale, gradient);
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
    const double muscle_scale = muscle_stiffness_scale(model, controls);
    if (muscle_scale > 0.0) {
        set_arrays(model.actuation->rest, pass);
        pass.block_count = model.actuation->rest.rig_and_weights.block_count();
        pass.S = scratch.active_S.data();
        pass.rig_F = scratch.active_rig_F.data();
        energy +=
            muscle_scale * add_dense_pass(kernel, pass, muscle_scale * controls.young_scale, scratch.pull, at.gradient);
    }
    return controls.young_scale * energy;
}

bool is_single(const Controls& controls, const GeneralPass& pass) {
    return controls.arithmetic == Arithmetic::single_precision && !pass.always_exact;
}

} // namespace

double muscle_stiffness_scale(const GeneralModel& model, const Controls& controls) {
    return model.actuation ? controls.muscle_stiffness_scale : 0.0;
}

GeneralPass general_pass(const GeneralModel& model) {
    return {scratch_for<float>(model), scratch_for<double>(model),
            LaneArray<double>(model.actuation ? model.actuation->rest.rig_and_weights.GKJ.size() : 0),
            Coordinates(model.J.cols(), 3), false};
}

void prepare_general_pass(const GeneralModel& model, const Controls& controls, const Kernel& kernel,
                          const AffineStack& P, GeneralPass& pass) {
    pass.P_rows = P;
    if (is_single(controls, pass)) {
        prepare_scratch(model, controls, kernel, pass.single, pass);
    } else {
        prepare_scratch(model, controls, kernel, pass.exact, pass);
    }
}

double add_general_gradient(const GeneralModel& model, const Controls& controls, const Kernel& kernel,
                            GeneralPass& pass, Iterate& at) {
    return is_single(controls, pass) ? add_passes(model, controls, kernel, pass.single, at)
                                     : add_passes(model, controls, kernel, pass.exact, at);
}

} // namespace limber
