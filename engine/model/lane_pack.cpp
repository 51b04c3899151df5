#include "engine/model/lane_pack.h"

#include "engine/core/contract.h"

namespace limber {

LanePack packed_in_lanes(const Matrix& matrix) {
    EXPECTS(matrix.rows() % 3 == 0);
    LanePack pack{matrix.rows() / 3, matrix.cols(), {}};
    pack.values.assign(static_cast<std::size_t>(pack.block_count() * 3 * pack.column_count), Lanes::Zero());
    for (Index cluster = 0; cluster < pack.cluster_count; ++cluster) {
        const Index block = cluster / lane_count;
        for (Index column = 0; column < pack.column_count; ++column) {
            for (Index axis = 0; axis < 3; ++axis) {
                const Index at = (block * pack.column_count + column) * 3 + axis;
                pack.values[static_cast<std::size_t>(at)](cluster % lane_count) = matrix(3 * cluster + axis, column);
            }
        }
    }
    return pack;
}

} // namespace limber
