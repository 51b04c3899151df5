#include "engine/stepper/workspace.h"

#include "engine/model/reduced_model.h"

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

Iterate iterate(Index coordinates) {
    return {Coordinates(coordinates, 3), Coordinates(coordinates, 3), 0.0, 0.0};
}

DescentMemory descent_memory(Index coordinates) {
    DescentMemory memory;
    memory.move.fill(Coordinates(coordinates, 3));
    memory.change.fill(Coordinates(coordinates, 3));
    return memory;
}

ContactScratch contact_scratch(Index coordinates, Index points) {
    ContactSystem system(points);
    const Index capacity = system.capacity();
    return {std::move(system), Matrix(coordinates, capacity), Matrix(coordinates, capacity), Points(capacity, 3),
            Coordinates(coordinates, 3)};
}

HandleSystem handle_system(Index coordinates, Index capacity) {
    return {Matrix(coordinates, capacity), Matrix(coordinates, capacity),
            Matrix(capacity, capacity),    Vector(capacity),
            Coordinates(capacity, 3),      0};
}

} // namespace

Workspace::Workspace(const ReducedModel& model, Index handle_capacity, InstructionSet instruction_set,
                     Index contact_points)
    : kernel(&limber::kernel(instruction_set)), Z_base(model.coordinate_count(), 3),
      Zdot_base(model.coordinate_count(), 3), P_base(4 * model.bone_count(), 3), Pdot_base(4 * model.bone_count(), 3),
      Pdot(4 * model.bone_count(), 3), P_deviation(4 * model.bone_count(), 3), P_ahead(4 * model.bone_count(), 3),
      P_rows(4 * model.bone_count(), 3), rig_force(model.coordinate_count(), 3),
      rig_inertia(model.coordinate_count(), 3), D(model.coordinate_count(), 3), D_inverse(model.coordinate_count(), 3),
      constant(model.coordinate_count(), 3), handles(handle_system(model.coordinate_count(), handle_capacity)),
      volume(volume_system(model, handle_capacity)), contact(contact_scratch(model.coordinate_count(), contact_points)),
      single(pass_scratch<float>(model)), exact(pass_scratch<double>(model)),
      active_GKJ(model.actuation ? model.actuation->rest.GKJ.size() : 0), now(iterate(model.coordinate_count())),
      trial(iterate(model.coordinate_count())), direction(model.coordinate_count(), 3),
      memory(descent_memory(model.coordinate_count())), Z_next(model.coordinate_count(), 3),
      Zdot_next(model.coordinate_count(), 3) {}

} // namespace limber
