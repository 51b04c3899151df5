// SPDX-License-Identifier: MIT
#include "engine/stepper/elastic_pass.h"

#include "engine/model/reduced_model.h"
#include "engine/stepper/pass_steps.h"

namespace limber {
namespace {

template <typename Real>
PassScratch<Real> pass_scratch(const ReducedModel& model) {
    const auto size = static_cast<std::size_t>(3 * model.coordinate_count());
    PassScratch<Real> scratch{
        {}, {}, LaneArray<Real>(size), LaneArray<Real>(size), LaneArray<Real>(size * cluster_lanes), {}, {}};
    for (const ClusterSet& set : model.sets) {
        scratch.rig_F.emplace_back(set.block_count() * 9 * cluster_lanes);
        scratch.rotations.emplace_back(set.block_count() * 9 * cluster_lanes);
    }
    if (model.actuation) {
        scratch.active_S.resize(model.actuation->rest.GKB.size());
        scratch.active_rig_F.resize(model.actuation->rest.block_count() * 9 * cluster_lanes);
    }
    return scratch;
}

// Selects the kernel functions and model arrays of one arithmetic.
template <typename Real>
struct ArithmeticTraits;

template <>
struct ArithmeticTraits<float> {
    static PassScratch<float>& scratch(ElasticPass& pass) {
        return pass.single;
    }
    static const LaneArray<float>& GKB(const ClusterSet& set) {
        return set.GKB_single;
    }
    static PassSums pass(const Kernel& kernel, const ClusterPass<float>& pass, float* pull) {
        return kernel.pass_single(pass, pull);
    }
    static void set_arrays(const ClusterSet& set, ClusterPass<float>& pass) {
        pass.block_count = set.block_count();
        pass.S = set.GKB_single.data();
        pass.w = set.w_single.data();
        pass.l = set.l_single.data();
    }
};

template <>
struct ArithmeticTraits<double> {
    static PassScratch<double>& scratch(ElasticPass& pass) {
        return pass.exact;
    }
    static const LaneArray<double>& GKB(const ClusterSet& set) {
        return set.GKB;
    }
    static PassSums pass(const Kernel& kernel, const ClusterPass<double>& pass, double* pull) {
        return kernel.pass_double(pass, pull);
    }
    static void set_arrays(const ClusterSet& set, ClusterPass<double>& pass) {
        pass.block_count = set.block_count();
        pass.S = set.GKB.data();
        pass.w = set.w.data();
        pass.l = set.l.data();
    }
};

// S(a) = S_0 + sum_v a_v S_v, for the coordinates and for the rig.
template <typename Real>
void prepare_muscles(const ActuationSet& set, const Vector& activation, const Kernel& kernel, ElasticPass& pass) {
    const auto muscle = [&](Index v) -> const ClusterSet& {
        return set.muscles[static_cast<std::size_t>(v)];
    };
    PassScratch<Real>& scratch = ArithmeticTraits<Real>::scratch(pass);
    add_muscles(
        kernel, ArithmeticTraits<Real>::GKB(set.rest), activation,
        [&](Index v) -> const LaneArray<Real>& { return ArithmeticTraits<Real>::GKB(muscle(v)); }, scratch.active_S);
    add_muscles(
        kernel, set.rest.GKJ, activation, [&](Index v) -> const LaneArray<double>& { return muscle(v).GKJ; },
        pass.active_GKJ);
    compute_rig(kernel, set.rest, pass.active_GKJ.data(), pass.P_rows, scratch.active_rig_F);
}

template <typename Real>
void prepare(const ReducedModel& model, const Controls& controls, const Kernel& kernel, ElasticPass& pass) {
    for (std::size_t i = 0; i < model.sets.size(); ++i) {
        const ClusterSet& set = model.sets[i];
        compute_rig(kernel, set, set.GKJ.data(), pass.P_rows, ArithmeticTraits<Real>::scratch(pass).rig_F[i]);
    }
    if (muscle_stiffness_scale(model, controls) > 0.0) {
        prepare_muscles<Real>(*model.actuation, controls.activation, kernel, pass);
    }
}

// One pass over the clusters of a set; subtracts `scale` times their pull from the gradient. Returns the energy.
template <typename Real>
double add_pass(const Kernel& kernel, const ClusterPass<Real>& pass, double scale, LaneArray<Real>& pull,
                Coordinates& gradient) {
    const PassSums sums = ArithmeticTraits<Real>::pass(kernel, pass, pull.data());
    subtract_pull(pull, scale, gradient);
    return sums.volume - sums.stretch;
}

template <typename Real>
double add_pull(const ReducedModel& model, const Controls& controls, const Kernel& kernel, PassScratch<Real>& scratch,
                Iterate& at) {
    const auto size = static_cast<std::size_t>(at.Z.size());
    for (std::size_t i = 0; i < size; ++i) {
        scratch.Z[i] = static_cast<Real>(at.Z.data()[i]);
    }
    ClusterPass<Real> pass;
    pass.coordinate_count = size / 3;
    pass.Z = scratch.Z.data();
    pass.pull_lanes = scratch.pull_lanes.data();
    double energy = 0.0;
    for (std::size_t set = 0; set < model.sets.size(); ++set) {
        ArithmeticTraits<Real>::set_arrays(model.sets[set], pass);
        pass.l_scale = static_cast<Real>(controls.lambda_scale);
        pass.rig_F = scratch.rig_F[set].data();
        pass.rotations = scratch.rotations[set].data();
        energy += add_pass(kernel, pass, controls.young_scale, scratch.pull, at.gradient);
    }
    const double muscle_scale = muscle_stiffness_scale(model, controls);
    if (muscle_scale > 0.0) {
        ArithmeticTraits<Real>::set_arrays(model.actuation->rest, pass);
        pass.S = scratch.active_S.data();
        pass.rig_F = scratch.active_rig_F.data();
        pass.rotations = nullptr;
        energy += muscle_scale * add_pass(kernel, pass, muscle_scale * controls.young_scale, scratch.pull, at.gradient);
    }
    return controls.young_scale * energy;
}

} // namespace

double muscle_stiffness_scale(const ReducedModel& model, const Controls& controls) {
    return model.actuation ? controls.muscle_stiffness_scale : 0.0;
}

ElasticPass elastic_pass(const ReducedModel& model) {
    return {pass_scratch<float>(model), pass_scratch<double>(model),
            LaneArray<double>(model.actuation ? model.actuation->rest.GKJ.size() : 0),
            Coordinates(4 * model.rig_map_count(), 3)};
}

void prepare_elastic_pass(const ReducedModel& model, const Controls& controls, const Kernel& kernel,
                          const AffineStack& P, ElasticPass& pass) {
    pass.P_rows = P;
    if (controls.arithmetic == Arithmetic::single_precision) {
        prepare<float>(model, controls, kernel, pass);
    } else {
        prepare<double>(model, controls, kernel, pass);
    }
}

double add_elastic_gradient(const ReducedModel& model, const Controls& controls, const Kernel& kernel,
                            ElasticPass& pass, Iterate& at) {
    return controls.arithmetic == Arithmetic::single_precision
               ? add_pull<float>(model, controls, kernel, pass.single, at)
               : add_pull<double>(model, controls, kernel, pass.exact, at);
}

} // namespace limber
