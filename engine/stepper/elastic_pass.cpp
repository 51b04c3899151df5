// SPDX-License-Identifier: MIT
#include "engine/stepper/elastic_pass.h"

#include "engine/model/reduced_model.h"

#include <algorithm>

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
    static void rig(const Kernel& kernel, const ClusterSet& set, const double* GKJ, const double* P, float* F) {
        kernel.rig_single(set.block_count(), static_cast<std::size_t>(set.rig_count), GKJ, P, F);
    }
    static const LaneArray<float>& GKB(const ClusterSet& set) {
        return set.GKB_single;
    }
    static void add_scaled(const Kernel& kernel, std::size_t count, double a, const float* x, float* y) {
        kernel.add_scaled_single(count, static_cast<float>(a), x, y);
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
    static void rig(const Kernel& kernel, const ClusterSet& set, const double* GKJ, const double* P, double* F) {
        kernel.rig_double(set.block_count(), static_cast<std::size_t>(set.rig_count), GKJ, P, F);
    }
    static const LaneArray<double>& GKB(const ClusterSet& set) {
        return set.GKB;
    }
    static void add_scaled(const Kernel& kernel, std::size_t count, double a, const double* x, double* y) {
        kernel.add_scaled(count, a, x, y);
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

// Padding clusters of the last block have weight zero; the identity makes their rotation cheap.
template <typename Real>
void set_idle_lanes_to_identity(const ClusterSet& set, LaneArray<Real>& F) {
    const std::size_t last = set.block_count() - 1;
    for (std::size_t lane = static_cast<std::size_t>(set.cluster_count) - last * cluster_lanes; lane < cluster_lanes;
         ++lane) {
        for (std::size_t entry = 0; entry < 9; ++entry) {
            F[(last * 9 + entry) * cluster_lanes + lane] = entry % 4 == 0 ? Real(1) : Real(0);
        }
    }
}

// sum = rest + sum_v a_v part(v), in pieces, so that the sum stays in the first-level cache while the muscles are
// added. A muscle at rest adds nothing, not even to the sign of a zero.
template <typename Real, typename PartOf>
void contract(const Kernel& kernel, const LaneArray<Real>& rest, const Vector& activation, const PartOf& part_of,
              LaneArray<Real>& sum) {
    constexpr std::size_t piece = 16384 / sizeof(Real);
    for (std::size_t first = 0; first < rest.size(); first += piece) {
        const std::size_t count = std::min(piece, rest.size() - first);
        std::copy_n(rest.data() + first, count, sum.data() + first);
        for (Index v = 0; v < activation.size(); ++v) {
            if (activation(v) != 0.0) {
                ArithmeticTraits<Real>::add_scaled(kernel, count, activation(v), part_of(v).data() + first,
                                                   sum.data() + first);
            }
        }
    }
}

// S(a) = S_0 + sum_v a_v S_v, for the coordinates and for the rig.
template <typename Real>
void contract(const Kernel& kernel, const ActuationSet& set, const Vector& activation, ElasticPass& pass) {
    const auto muscle = [&](Index v) -> const ClusterSet& {
        return set.muscles[static_cast<std::size_t>(v)];
    };
    contract<Real>(
        kernel, ArithmeticTraits<Real>::GKB(set.rest), activation,
        [&](Index v) -> const LaneArray<Real>& { return ArithmeticTraits<Real>::GKB(muscle(v)); },
        ArithmeticTraits<Real>::scratch(pass).active_S);
    contract<double>(
        kernel, set.rest.GKJ, activation, [&](Index v) -> const LaneArray<double>& { return muscle(v).GKJ; },
        pass.active_GKJ);
}

template <typename Real>
void prepare(const ReducedModel& model, const Controls& controls, const Kernel& kernel, ElasticPass& pass) {
    PassScratch<Real>& scratch = ArithmeticTraits<Real>::scratch(pass);
    const double* P = pass.P_rows.data();
    for (std::size_t i = 0; i < model.sets.size(); ++i) {
        const ClusterSet& set = model.sets[i];
        ArithmeticTraits<Real>::rig(kernel, set, set.GKJ.data(), P, scratch.rig_F[i].data());
        set_idle_lanes_to_identity(set, scratch.rig_F[i]);
    }
    if (muscle_stiffness_scale(model, controls) > 0.0) {
        const ClusterSet& set = model.actuation->rest;
        contract<Real>(kernel, *model.actuation, controls.activation, pass);
        ArithmeticTraits<Real>::rig(kernel, set, pass.active_GKJ.data(), P, scratch.active_rig_F.data());
        set_idle_lanes_to_identity(set, scratch.active_rig_F);
    }
}

// One pass over the clusters of a set; subtracts `scale` times their pull from the gradient. Returns the energy.
template <typename Real>
double add_pass(const Kernel& kernel, const ClusterPass<Real>& pass, double scale, LaneArray<Real>& pull,
                Coordinates& gradient) {
    const PassSums sums = ArithmeticTraits<Real>::pass(kernel, pass, pull.data());
    for (Index i = 0; i < gradient.size(); ++i) {
        gradient.data()[i] -= scale * static_cast<double>(pull[static_cast<std::size_t>(i)]);
    }
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
