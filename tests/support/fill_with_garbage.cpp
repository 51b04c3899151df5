// SPDX-License-Identifier: MIT
#include "tests/support/fill_with_garbage.h"

#include <algorithm>

namespace limber::testing {
namespace {

template <typename Real>
void fill_with_garbage(PassScratch<Real>& scratch, double value) {
    for (auto* arrays : {&scratch.rig_F, &scratch.rotations}) {
        for (LaneArray<Real>& array : *arrays) {
            std::fill(array.begin(), array.end(), static_cast<Real>(value));
        }
    }
    for (LaneArray<Real>* array :
         {&scratch.Z, &scratch.pull, &scratch.pull_lanes, &scratch.active_S, &scratch.active_rig_F}) {
        std::fill(array->begin(), array->end(), static_cast<Real>(value));
    }
}

void fill_with_garbage(Iterate& iterate, double value) {
    iterate.Z.setConstant(value);
    iterate.gradient.setConstant(value);
    iterate.objective = iterate.cluster_energy = value;
}

void fill_with_garbage(DescentMemory& memory, double value) {
    for (auto* rows : {&memory.move, &memory.change}) {
        for (Coordinates& row : *rows) {
            row.setConstant(value);
        }
    }
    memory.inverse_product.fill(value);
    memory.coefficient.fill(value);
    memory.count = 3;
    memory.newest = 2;
}

void fill_with_garbage(HandleSystem& handles, double value) {
    handles.phi.setConstant(value);
    handles.stiffness.setConstant(value);
    handles.count = 1;
}

void fill_with_garbage(ConstantMetric& metric, double value) {
    metric.D_inverse.setConstant(value);
    metric.D_phi.setConstant(value);
    metric.L.setConstant(value);
    metric.pull.setConstant(value);
}

void fill_with_garbage(VolumeSystem& volume, double value) {
    std::fill(volume.scale.begin(), volume.scale.end(), static_cast<float>(value));
    for (LaneArray<float>* array :
         {&volume.V, &volume.weight, &volume.triangle, &volume.column, &volume.row, &volume.rotations}) {
        std::fill(array->begin(), array->end(), static_cast<float>(value));
    }
    // The factor is garbage as well, so its inputs must not be taken for those of a step.
    std::fill(volume.rigid.numbers.begin(), volume.rigid.numbers.end(), value);
    volume.rigid.are_factored = true;
    volume.frame.setConstant(value);
    volume.in_use = true;
}

void fill_with_garbage(ContactScratch& contact, double value) {
    ContactSystem& system = contact.listed.system;
    for (Matrix* matrix : {&contact.phi, &contact.A_phi, &system.G}) {
        matrix->setConstant(value);
    }
    fill_with_garbage(contact.metric, value);
    contact.offset.setConstant(value);
    contact.columns.setConstant(value);
    contact.free_end.setConstant(value);
    system.at.setConstant(value);
    system.force.setConstant(value);
    contact.listed.tolerance = contact.listed.depth = value;
    contact.listed.left_out = 1000;
    contact.listed.in_use = true;
    system.contacts.assign(static_cast<std::size_t>(system.capacity() > 0 ? 1 : 0), Contact{});
}

void fill_with_garbage(Prediction& prediction, double value) {
    for (AffineStack* stack :
         {&prediction.P_base, &prediction.Pdot_base, &prediction.Pdot, &prediction.P_deviation, &prediction.P_ahead}) {
        stack->setConstant(value);
    }
    for (Coordinates* rows : {&prediction.Z_base, &prediction.Zdot_base, &prediction.Z}) {
        rows->setConstant(value);
    }
    prediction.h = value;
    prediction.uses_history = true;
}

void fill_with_garbage(StepObjective& objective, double value) {
    for (AffineStack* stack : {&objective.rig_force, &objective.rig_inertia, &objective.rig_drag}) {
        stack->setConstant(value);
    }
    for (Coordinates* rows : {&objective.D, &objective.D_inverse, &objective.constant}) {
        rows->setConstant(value);
    }
    objective.unknown_weight = value;
    fill_with_garbage(objective.handles, value);
    objective.springs.offset.setConstant(value);
    objective.springs.unknown_weight = value;
    ElasticPass& pass = objective.pass;
    pass.P_rows.setConstant(value);
    fill_with_garbage(pass.single, value);
    fill_with_garbage(pass.exact, value);
    std::fill(pass.active_GKJ.begin(), pass.active_GKJ.end(), value);
}

void fill_with_garbage(LbfgsScratch& scratch, double value) {
    fill_with_garbage(scratch.trial, value);
    scratch.direction.setConstant(value);
    fill_with_garbage(scratch.memory, value);
    fill_with_garbage(scratch.metric, value);
    fill_with_garbage(scratch.volume, value);
}

void fill_with_garbage(ProjectedScratch& scratch, double value) {
    fill_with_garbage(scratch.trial, value);
    for (Coordinates* rows : {&scratch.direction, &scratch.reached, &scratch.displacement}) {
        rows->setConstant(value);
    }
}

} // namespace

void fill_with_garbage(Workspace& workspace, double value) {
    fill_with_garbage(workspace.prediction, value);
    fill_with_garbage(workspace.objective, value);
    fill_with_garbage(workspace.contact, value);
    fill_with_garbage(workspace.descents.lbfgs, value);
    fill_with_garbage(workspace.descents.projected, value);
    fill_with_garbage(workspace.now, value);
    workspace.end.Z.setConstant(value);
    workspace.end.Zdot.setConstant(value);
    workspace.end.rig_momentum.setConstant(value);
}

} // namespace limber::testing
