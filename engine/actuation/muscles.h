#pragma once

#include "engine/clusters/clusters.h"
#include "engine/core/progress.h"
#include "engine/core/result.h"
#include "engine/model/reduced_model.h"

/// Muscles: shapes that a body can pull itself towards (model/actuation_set.h has the energy). A muscle is a
/// displacement of the rest shape, linear in its activation; which one is the business of who asks for it: vibration
/// modes, modes bound to a limb, a cage or a sculpted shape.
namespace limber {

struct MuscleScale {
    double peak_strain = 0.5;       // of the target shape at activation 1
    double left_out_volume = 0.001; // share of the body that may be strained more: a sliver must not set the scale
};

/// t [-]: by what share the displacement d (n x 3 [m]) changes lengths inside each tet, at most: the largest singular
/// value of its gradient. Strain alone, the symmetric part, would not do: a displacement is linear, so one that
/// turns the end of a long limb by a radian also stretches it to half its length more.
Vector largest_changes_of_length(const TetMesh& mesh, const Eigen::Ref<const Points>& d);

/// 3n x m [m]: each column of D (vertex by vertex) such that activation 1 has the stated peak strain. A column
/// that strains nothing but by round-off, a shift, stays as it is. D is finite.
Matrix scaled_muscles(const TetMesh& mesh, const Matrix& D, const MuscleScale& scale = {});

/// The products that a step reads. D is 3n x m [m], `clusters` share a rotation of the target each (one for the whole
/// body responds fastest); rig, W and model are what reduced_model was made of and gave. Fails with bad_input when
/// sizes disagree or a displacement is not finite, and with cancelled.
Result<ActuationSet> actuation_set(const TetMesh& mesh, const Material& material, const Rig& rig, const Matrix& W,
                                   const ReducedModel& model, const Clusters& clusters, const Matrix& D,
                                   Progress* progress = nullptr);

} // namespace limber
