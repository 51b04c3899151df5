// SPDX-License-Identifier: MIT
#include "engine/operators/vertex_assembly.h"

namespace limber {

VertexCorners vertex_corners(const Tets& T, Index vertex_count) {
    VertexCorners around;
    around.begin.assign(static_cast<std::size_t>(vertex_count) + 1, 0);
    around.corners.resize(static_cast<std::size_t>(T.size()));
    for (Index corner = 0; corner < T.size(); ++corner) {
        ++around.begin[static_cast<std::size_t>(T.data()[corner]) + 1];
    }
    for (std::size_t v = 1; v < around.begin.size(); ++v) {
        around.begin[v] += around.begin[v - 1];
    }
    std::vector<int> next(around.begin.begin(), around.begin.end() - 1);
    for (Index corner = 0; corner < T.size(); ++corner) {
        const int place = next[static_cast<std::size_t>(T.data()[corner])]++;
        around.corners[static_cast<std::size_t>(place)] = static_cast<int>(corner);
    }
    return around;
}

} // namespace limber
