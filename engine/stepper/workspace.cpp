#include "engine/stepper/workspace.h"

#include "engine/model/reduced_model.h"

namespace limber {

Workspace::Workspace(const ReducedModel& model, Index handle_capacity)
    : Z(model.coordinate_count(), 3), Z_next(model.coordinate_count(), 3), Zdot(model.coordinate_count(), 3),
      Pdot(4 * model.bone_count(), 3), P_drift(4 * model.bone_count(), 3), constant_rhs(model.coordinate_count(), 3),
      elastic_rhs(model.coordinate_count(), 3), inverse_diagonal(model.coordinate_count()),
      rig_F(static_cast<std::size_t>(9 * model.GKB_lanes.block_count())),
      rhs_lanes(static_cast<std::size_t>(3 * model.coordinate_count())),
      handle_phi(model.coordinate_count(), handle_capacity), handle_D(model.coordinate_count(), handle_capacity),
      handle_L(handle_capacity, handle_capacity), handle_pull(handle_capacity, 3) {}

} // namespace limber
