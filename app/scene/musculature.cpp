#include "app/scene/musculature.h"

#include "app/scene/character.h"

#include <algorithm>

namespace limber::app {

std::vector<float> muscle_scalars(const Character& character, std::size_t muscle) {
    EXPECTS(muscle < character.musculature.count());
    const auto column = character.musculature.D->col(static_cast<Index>(muscle));
    const Eigen::Map<const Points> d(column.data(), character.vertex_count(), 3);
    const Vector size = d.rowwise().norm();
    const double largest = std::max(size.maxCoeff(), 1e-300);
    std::vector<float> scalars;
    for (const int v : character.boundary_vertices) {
        scalars.push_back(static_cast<float>(size(v) / largest));
    }
    return scalars;
}

std::vector<std::string> limb_from(const Skeleton& skeleton, int bone) {
    std::vector<std::string> names;
    for (std::size_t b = 0; b < skeleton.bones.size(); ++b) {
        int above = static_cast<int>(b);
        while (above >= 0 && above != bone) {
            above = skeleton.bones[static_cast<std::size_t>(above)].parent;
        }
        if (above == bone) {
            names.push_back(skeleton.bones[b].name);
        }
    }
    return names;
}

} // namespace limber::app
