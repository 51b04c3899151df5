#include "engine/stepper/elastic_pass.h"

namespace limber {
namespace {

// The kernel's functions and the model's arrays in one arithmetic.
template <typename Real>
struct Ways;

template <>
struct Ways<float> {
    static PassScratch<float>& scratch(Workspace& workspace) {
        return workspace.single;
    }
    static void rig(const Kernel& kernel, const ClusterSet& set, const double* P, float* F) {
        kernel.rig_single(set.block_count(), static_cast<std::size_t>(set.rig_count), set.GKJ.data(), P, F);
    }
    static PassSums pass(const Kernel& kernel, const ClusterPass<float>& pass, float* pull) {
        return kernel.pass_single(pass, pull);
    }
    static void show(const ClusterSet& set, ClusterPass<float>& pass) {
        pass.S = set.GKB_single.data();
        pass.w = set.w_single.data();
        pass.l = set.l_single.data();
    }
};

template <>
struct Ways<double> {
    static PassScratch<double>& scratch(Workspace& workspace) {
        return workspace.exact;
    }
    static void rig(const Kernel& kernel, const ClusterSet& set, const double* P, double* F) {
        kernel.rig_double(set.block_count(), static_cast<std::size_t>(set.rig_count), set.GKJ.data(), P, F);
    }
    static PassSums pass(const Kernel& kernel, const ClusterPass<double>& pass, double* pull) {
        return kernel.pass_double(pass, pull);
    }
    static void show(const ClusterSet& set, ClusterPass<double>& pass) {
        pass.S = set.GKB.data();
        pass.w = set.w.data();
        pass.l = set.l.data();
    }
};

// The clusters that fill up the last block weigh nothing, but should be easy to turn.
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

template <typename Real>
void prepare(const ReducedModel& model, Workspace& workspace) {
    workspace.P_rows = workspace.P_ahead;
    auto& rig_F = Ways<Real>::scratch(workspace).rig_F;
    for (std::size_t i = 0; i < model.sets.size(); ++i) {
        Ways<Real>::rig(*workspace.kernel, model.sets[i], workspace.P_rows.data(), rig_F[i].data());
        set_idle_lanes_to_identity(model.sets[i], rig_F[i]);
    }
}

template <typename Real>
double add_pull(const ReducedModel& model, const Controls& controls, Workspace& workspace, Iterate& at) {
    PassScratch<Real>& scratch = Ways<Real>::scratch(workspace);
    const auto size = static_cast<std::size_t>(at.Z.size());
    for (std::size_t i = 0; i < size; ++i) {
        scratch.Z[i] = static_cast<Real>(at.Z.data()[i]);
    }
    double energy = 0.0;
    for (std::size_t set = 0; set < model.sets.size(); ++set) {
        ClusterPass<Real> pass;
        Ways<Real>::show(model.sets[set], pass);
        pass.l_scale = static_cast<Real>(controls.volume_scale);
        pass.block_count = model.sets[set].block_count();
        pass.coordinate_count = size / 3;
        pass.rig_F = scratch.rig_F[set].data();
        pass.Z = scratch.Z.data();
        pass.pull_lanes = scratch.pull_lanes.data();
        pass.rotations = scratch.rotations[set].data();
        const PassSums sums = Ways<Real>::pass(*workspace.kernel, pass, scratch.pull.data());
        energy += sums.volume - sums.stretch;
        for (std::size_t i = 0; i < size; ++i) {
            at.gradient.data()[i] -= controls.young_scale * static_cast<double>(scratch.pull[i]);
        }
    }
    return controls.young_scale * energy;
}

} // namespace

void prepare_elastic_pass(const ReducedModel& model, Arithmetic arithmetic, Workspace& workspace) {
    if (arithmetic == Arithmetic::single_precision) {
        prepare<float>(model, workspace);
    } else {
        prepare<double>(model, workspace);
    }
}

double add_elastic_pull(const ReducedModel& model, const Controls& controls, Workspace& workspace, Iterate& at) {
    return controls.arithmetic == Arithmetic::single_precision ? add_pull<float>(model, controls, workspace, at)
                                                               : add_pull<double>(model, controls, workspace, at);
}

} // namespace limber
