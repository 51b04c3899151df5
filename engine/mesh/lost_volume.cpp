// SPDX-License-Identifier: MIT
#include "engine/mesh/lost_volume.h"

#include "engine/core/random.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <array>
#include <cmath>

namespace limber {
namespace {

constexpr std::array cells_about = {8'000.0, 64'000.0}; // the second only where the first seem to show a loss
constexpr double cells_a_side_max = 400.0;
constexpr double deviations = 3.0;

// From the middle of its box, so that a body far from the origin has no round-off.
double signed_volume_within(const SurfaceMesh& surface) {
    const Vec3 middle = bounding_box(surface.V).centre();
    double volume = 0.0;
    for (Index f = 0; f < surface.F.rows(); ++f) {
        const Vec3 a = surface.V.row(surface.F(f, 0)).transpose() - middle;
        const Vec3 b = surface.V.row(surface.F(f, 1)).transpose() - middle;
        const Vec3 c = surface.V.row(surface.F(f, 2)).transpose() - middle;
        volume += a.dot(b.cross(c)) / 6.0;
    }
    return volume;
}

struct CountedCells {
    double inside = 0.0;
    double volume = 0.0; // of a cell [m^3]
};

CountedCells counted_cells(const BoundingBox& box, double count, InsideTest& inside, Progress* progress) {
    const Vec3 extent = box.high - box.low;
    const double side = std::cbrt(extent.prod() / count);
    const Vec3 sides = (extent / side).array().ceil().max(1.0).min(cells_a_side_max);
    const Vec3 cell = extent.cwiseQuotient(sides);
    CountedCells counted{0.0, cell.prod()};
    Rng rng(1);
    for (int k = 0; k < static_cast<int>(sides.z()) && !(progress && progress->is_cancelled()); ++k) {
        for (int j = 0; j < static_cast<int>(sides.y()); ++j) {
            for (int i = 0; i < static_cast<int>(sides.x()); ++i) {
                Vec3 place(i, j, k);
                place.x() += rng.uniform();
                place.y() += rng.uniform();
                place.z() += rng.uniform();
                counted.inside += inside(box.low + cell.cwiseProduct(place)) ? 1.0 : 0.0;
            }
        }
    }
    return counted;
}

double share_without(double of_tets, double whole) {
    return whole > 0.0 ? std::max(0.0, 1.0 - of_tets / whole) : 0.0;
}

} // namespace

double lost_volume(const FilledSurface& filled, InsideTest& inside, const TetMesh& mesh, Progress* progress) {
    const double of_tets = tet_volumes(mesh).sum();
    if (filled.bounds_its_volume) {
        return share_without(of_tets, signed_volume_within(filled.surface));
    }
    const BoundingBox box = bounding_box(filled.surface.V);
    double share = 0.0;
    for (const double count : cells_about) {
        const CountedCells counted = counted_cells(box, count, inside, progress);
        if (share_without(of_tets, counted.inside * counted.volume) <= lost_volume_max ||
            (progress && progress->is_cancelled())) {
            return 0.0;
        }
        const double surely = counted.inside - 0.5 * deviations * std::sqrt(counted.inside);
        share = share_without(of_tets, surely * counted.volume);
    }
    return share;
}

std::vector<std::string> messages_of_lost_volume(double share, const std::string& remedy) {
    if (!(share > lost_volume_max)) {
        return {};
    }
    return {"the tets have " + std::to_string(std::lround(100.0 * share)) + " % " + lost_volume_words +
            ", because their edges are long beside its details; " + remedy + " to keep more of it"};
}

} // namespace limber
