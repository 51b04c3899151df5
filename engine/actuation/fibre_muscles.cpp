// SPDX-License-Identifier: MIT
#include "engine/actuation/fibre_muscles.h"

namespace limber {

Result<LoadMuscles> fibre_muscles(const TetMesh& mesh, const Material& material, const Supports& supports,
                                  const std::vector<MuscleFibres>& fibres, const MuscleScale& scale,
                                  Progress* progress) {
    Matrix forces(3 * mesh.vertex_count(), static_cast<Index>(fibres.size()));
    for (std::size_t v = 0; v < fibres.size(); ++v) {
        forces.col(static_cast<Index>(v)) = muscle_jacobian(mesh, fibres[v].directions) * fibres[v].share;
    }
    return load_muscles(mesh, material, supports, forces, {"a muscle of fibres", "muscles.fibres"}, scale, progress);
}

} // namespace limber
