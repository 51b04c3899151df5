// SPDX-License-Identifier: MIT
#include "engine/actuation/pocket_muscles.h"

#include "engine/loads/pockets.h"

#include <vector>

namespace limber {

Result<LoadMuscles> pocket_muscles(const TetMesh& mesh, const Material& material, const Supports& supports,
                                   const MuscleScale& scale, Progress* progress) {
    const std::vector<Pocket> pockets = pockets_of(mesh);
    if (pockets.empty()) {
        return Error{ErrorKind::bad_input,
                     "inflates pockets of a body without a closed cavity: close its cavities, or leave the pockets out",
                     "muscles.pockets"};
    }
    return load_muscles(mesh, material, supports, pocket_loads(mesh, pockets).patterns, {"a pocket", "muscles.pockets"},
                        scale, progress);
}

} // namespace limber
