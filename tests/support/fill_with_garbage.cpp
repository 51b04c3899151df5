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
    memory.share.fill(value);
    memory.count = 3;
    memory.newest = 2;
}

void fill_with_garbage(HandleSystem& handles, double value) {
    for (Matrix* matrix : {&handles.phi, &handles.D_phi, &handles.L}) {
        matrix->setConstant(value);
    }
    handles.stiffness.setConstant(value);
    handles.pull.setConstant(value);
    handles.count = 1;
}

void fill_with_garbage(VolumeSystem& volume, double value) {
    std::fill(volume.scale.begin(), volume.scale.end(), static_cast<float>(value));
    for (LaneArray<float>* array :
         {&volume.V, &volume.weight, &volume.triangle, &volume.column, &volume.row, &volume.rotations}) {
        std::fill(array->begin(), array->end(), static_cast<float>(value));
    }
    volume.in_use = true;
}

void fill_with_garbage(ContactScratch& contact, double value) {
    ContactSystem& system = contact.system;
    for (Matrix* matrix : {&contact.phi, &contact.A_phi, &system.G}) {
        matrix->setConstant(value);
    }
    contact.offset.setConstant(value);
    contact.columns_scratch.setConstant(value);
    system.at.setConstant(value);
    system.force.setConstant(value);
    contact.share = contact.tolerance = contact.depth = value;
    contact.left_out = 1000;
    contact.in_use = true;
    system.contacts.assign(static_cast<std::size_t>(system.capacity() > 0 ? 1 : 0), Contact{});
}

} // namespace

void fill_with_garbage(Workspace& workspace, double value) {
    for (AffineStack* stack : {&workspace.P_base, &workspace.Pdot_base, &workspace.Pdot, &workspace.P_deviation,
                               &workspace.P_ahead, &workspace.rig_force, &workspace.rig_inertia}) {
        stack->setConstant(value);
    }
    for (Coordinates* rows :
         {&workspace.Z_base, &workspace.Zdot_base, &workspace.P_rows, &workspace.D, &workspace.D_inverse,
          &workspace.constant, &workspace.direction, &workspace.Z_next, &workspace.Zdot_next}) {
        rows->setConstant(value);
    }
    fill_with_garbage(workspace.single, value);
    fill_with_garbage(workspace.exact, value);
    fill_with_garbage(workspace.now, value);
    fill_with_garbage(workspace.trial, value);
    fill_with_garbage(workspace.memory, value);
    fill_with_garbage(workspace.handles, value);
    fill_with_garbage(workspace.volume, value);
    fill_with_garbage(workspace.contact, value);
    std::fill(workspace.active_GKJ.begin(), workspace.active_GKJ.end(), value);
}

} // namespace limber::testing
