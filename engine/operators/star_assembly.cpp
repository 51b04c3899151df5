#include "engine/operators/star_assembly.h"

namespace limber {

VertexStars vertex_stars(const Tets& T, Index vertex_count) {
    VertexStars stars;
    stars.begin.assign(static_cast<std::size_t>(vertex_count) + 1, 0);
    stars.corners.resize(static_cast<std::size_t>(T.size()));
    for (Index corner = 0; corner < T.size(); ++corner) {
        ++stars.begin[static_cast<std::size_t>(T.data()[corner]) + 1];
    }
    for (std::size_t v = 1; v < stars.begin.size(); ++v) {
        stars.begin[v] += stars.begin[v - 1];
    }
    std::vector<int> next(stars.begin.begin(), stars.begin.end() - 1);
    for (Index corner = 0; corner < T.size(); ++corner) {
        const int place = next[static_cast<std::size_t>(T.data()[corner])]++;
        stars.corners[static_cast<std::size_t>(place)] = static_cast<int>(corner);
    }
    return stars;
}

} // namespace limber
