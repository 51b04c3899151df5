// SPDX-License-Identifier: MIT
#pragma once

#include "engine/general_basis/general_handles.h"
#include "engine/general_basis/general_model.h"
#include "engine/general_basis/general_pass.h"
#include "engine/stepper/prediction.h"
#include "engine/stepper/springs.h"

/// The objective of a step in a general subspace: that of stepper/objective.h, with z as a vector of k numbers.
namespace limber {

inline auto as_vector(const Coordinates& rows) {
    return Eigen::Map<const Vector>(rows.data(), rows.size());
}

inline auto as_vector(Coordinates& rows) {
    return Eigen::Map<Vector>(rows.data(), rows.size());
}

/// 12b: the rig's maps, one axis after the other.
inline auto as_vector(const AffineStack& rig) {
    return Eigen::Map<const Vector>(rig.data(), rig.size());
}

/// What the iterations of a step do not change; the fields are those of StepObjective.
struct GeneralObjective {
    const Kernel* kernel = nullptr;
    double share = 1.0;
    Vector D;                    // k
    Vector constant;             // k
    Vector rig_force;            // k elastic force of the rig's pose
    GeneralHandleSystem handles; // with three columns for each spring after those of the handles
    SpringOffsets springs;
    GeneralPass pass; // the only member that an evaluation writes
};

/// Sized for a model, with undefined contents.
GeneralObjective general_objective(const GeneralModel& model, const Kernel& kernel, Index handle_capacity);

/// Scale of the part of the elastic energy that is quadratic in the positions, including the muscles.
double quadratic_scale(const GeneralModel& model, const Controls& controls);

/// Call once after each prediction.
void prepare_objective(const GeneralModel& model, const Controls& controls, const std::vector<GeneralHandle>& handles,
                       const Prediction& prediction, GeneralObjective& objective);

/// Computes objective and gradient at `at.Z`.
void evaluate(const GeneralModel& model, const Controls& controls, GeneralObjective& objective, Iterate& at);

/// The vector between the points of the spring at `place`, at Z.
Vec3 spring_vector_at(const Controls& controls, const GeneralObjective& objective, Index place, const Coordinates& Z);

/// Round-off of a difference of two objectives, from the arithmetic of the passes.
double round_off(const GeneralModel& model, const Controls& controls, const Iterate& at);

/// The elastic energy [J] at an evaluated iterate, as that of the reduced model.
double elastic_energy(const GeneralModel& model, const Controls& controls, const Prediction& prediction,
                      const GeneralObjective& objective, const Iterate& at);

/// The kinetic energy [J] of coordinates with the velocity Zdot and a rig with Pdot. `scratch`: k/3 x 3.
double kinetic_energy(const GeneralModel& model, const Controls& controls, const Coordinates& Zdot,
                      const AffineStack& Pdot, Coordinates& scratch);

} // namespace limber
