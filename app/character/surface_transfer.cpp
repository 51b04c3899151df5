// SPDX-License-Identifier: MIT
#include "app/character/surface_transfer.h"

#include "app/document/painted_field.h"
#include "engine/mesh/barycentric_place.h"
#include "engine/mesh/closest_point.h"
#include "engine/mesh/embedding.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace limber::app {
namespace {

Vec3 file_position(const Character& character, int vertex) {
    return character.file_positions.row(vertex).transpose();
}

std::size_t place_of(const std::vector<int>& ascending, int vertex) {
    return static_cast<std::size_t>(std::ranges::lower_bound(ascending, vertex) - ascending.begin());
}

/// The points of the old surface that are closest to the vertices of the new one.
class PaintTransfer {
public:
    PaintTransfer(const Character& from, const Character& to) : from_(from), to_(to) {
        const ClosestPoint surface({from.file_positions, from.boundary});
        for (const int vertex : to.boundary_vertices) {
            const SurfacePoint point = surface(file_position(to, vertex));
            Source& source = sources_.emplace_back();
            for (std::size_t corner = 0; corner < 3; ++corner) {
                source.levels[corner] =
                    place_of(from.boundary_vertices, from.boundary(point.triangle, static_cast<Index>(corner)));
            }
            source.weights = point.barycentric;
        }
    }

    PaintedRegion carried(const PaintedRegion& painted) const {
        const PaintLevels& before = painted.levels();
        PaintLevels levels;
        for (const Source& source : sources_) {
            double level = 0.0;
            for (std::size_t corner = 0; corner < 3; ++corner) {
                level +=
                    source.weights(static_cast<Index>(corner)) * static_cast<double>(before[source.levels[corner]]);
            }
            levels.push_back(static_cast<std::uint8_t>(std::clamp(std::lround(level), 0L, 255L)));
        }
        keep_a_spot(before, levels);
        return PaintedRegion(std::move(levels));
    }

private:
    struct Source {
        std::array<std::size_t, 3> levels{};
        Vec3 weights = Vec3::Zero();
    };

    // A spot between the new vertices is moved to the nearest one, so that what was painted is not empty.
    void keep_a_spot(const PaintLevels& before, PaintLevels& levels) const {
        const auto most = std::ranges::max_element(before);
        const bool is_lost = *most > 0 && std::ranges::all_of(levels, [](std::uint8_t level) { return level == 0; });
        if (!is_lost) {
            return;
        }
        const Vec3 spot =
            file_position(from_, from_.boundary_vertices[static_cast<std::size_t>(most - before.begin())]);
        const auto distance = [&](int vertex) {
            return (file_position(to_, vertex) - spot).squaredNorm();
        };
        const auto nearest = std::ranges::min_element(to_.boundary_vertices, {}, distance);
        levels[static_cast<std::size_t>(nearest - to_.boundary_vertices.begin())] = *most;
    }

    const Character& from_;
    const Character& to_;
    std::vector<Source> sources_;
};

bool are_same_tets(const Character& one, const Character& other) {
    return one.mesh.T.rows() == other.mesh.T.rows() && one.file_positions.rows() == other.file_positions.rows() &&
           one.mesh.T == other.mesh.T && one.file_positions == other.file_positions;
}

bool fits_surface(const PaintedRegion& painted, const Character& character) {
    return painted.levels().size() == character.boundary_vertices.size();
}

// Of the description of `to`, on the mesh of `from`. Those that fit the new mesh stay, unless they are those of `from`.
std::vector<KeptShape*> examples_to_carry(const Character& from, Character& to) {
    std::vector<KeptShape*> shapes;
    const std::vector<ExamplePose>& before = from.description.muscles.examples;
    for (ExamplePose& example : to.description.muscles.examples) {
        if (!example.kept.is_there() || example.kept.positions().rows() != from.vertex_count()) {
            continue;
        }
        const bool is_of_before = std::ranges::find(before, example.kept, &ExamplePose::kept) != before.end();
        if (is_of_before || from.vertex_count() != to.vertex_count()) {
            shapes.push_back(&example.kept);
        }
    }
    return shapes;
}

// The new vertices take the displacements of the old body at their places.
void carry_examples(const Character& from, Character& to) {
    const std::vector<KeptShape*> shapes = examples_to_carry(from, to);
    if (shapes.empty()) {
        return;
    }
    const Embedding places = embedding(to.file_positions, TetMesh{from.file_positions, from.mesh.T});
    for (KeptShape* shape : shapes) {
        const Points d = shape->positions() - from.file_positions;
        *shape = KeptShape(Points(to.file_positions + places.carried(d)));
    }
}

template <typename Pull>
Pull carried_pull(const Pull& pull, const Character& from, const Character& to) {
    if (!are_rows_of(from.file_positions, pull.vertices) || !to.surface) {
        return pull;
    }
    const SurfacePoint point = (*to.surface)(barycentric_place(from.file_positions, pull.vertices, pull.barycentric));
    Pull result = pull;
    for (std::size_t corner = 0; corner < 3; ++corner) {
        result.vertices[corner] = to.boundary(point.triangle, static_cast<Index>(corner));
        result.barycentric[corner] = point.barycentric(static_cast<Index>(corner));
    }
    return result;
}

struct CarriedPaint {
    PaintedRegion* now;
    const PaintedRegion* before; // null: there was none
};

// Of all fields that the brush paints, and of the fibres, which are copies of such loads.
std::vector<CarriedPaint> painted_before_and_now(const ModelDescription& before, ModelDescription& now) {
    std::vector<CarriedPaint> all;
    for (const PaintedField& field : painted_fields(now)) {
        all.push_back({painted_in(now, field), painted_in(before, field)});
    }
    for (std::size_t i = 0; i < now.muscles.fibres.size(); ++i) {
        const std::vector<BodyLoad>& fibres = before.muscles.fibres;
        all.push_back({&now.muscles.fibres[i].painted, i < fibres.size() ? &fibres[i].painted : nullptr});
    }
    return all;
}

} // namespace

bool carry_paint(const Character& from, Character& to) {
    to.surface = nullptr;
    if (are_same_tets(from, to)) {
        return false;
    }
    std::optional<PaintTransfer> transfer;
    for (const auto& [now, before] : painted_before_and_now(from.description, to.description)) {
        if (!now->is_there() || !fits_surface(*now, from)) {
            continue;
        }
        if (fits_surface(*now, to) && !(before && *before == *now)) {
            continue;
        }
        if (!transfer) {
            transfer.emplace(from, to);
        }
        *now = transfer->carried(*now);
    }
    carry_examples(from, to);
    to.surface = std::make_shared<const ClosestPoint>(SurfaceMesh{to.file_positions, to.boundary});
    return true;
}

PointHandle carried(const PointHandle& handle, const Character& from, const Character& to) {
    return carried_pull(handle, from, to);
}

AppliedForce carried(const AppliedForce& force, const Character& from, const Character& to) {
    return carried_pull(force, from, to);
}

PointSpring carried(const PointSpring& spring, const Character& from, const Character& to) {
    PointSpring result = spring;
    result.from = carried_pull(spring.from, from, to);
    result.to = carried_pull(spring.to, from, to);
    return result;
}

} // namespace limber::app
