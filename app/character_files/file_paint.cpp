// SPDX-License-Identifier: MIT
#include "app/character_files/file_paint.h"

#include "app/character/place_map.h"
#include "engine/mesh/closest_point.h"
#include "engine/mesh/surface_file.h"
#include "engine/replay/motion_reader.h"

#include <algorithm>
#include <cmath>

namespace limber::app {
namespace {

std::uint8_t level_of(double value) {
    const double share = std::isfinite(value) ? std::clamp(value, 0.0, 1.0) : 0.0;
    return static_cast<std::uint8_t>(std::lround(255.0 * share));
}

/// Interpolates values on a surface at the points closest to others.
class CarriedValues {
public:
    CarriedValues(const SurfaceMesh& surface, const Points& to) : F_(surface.F) {
        const ClosestPoint closest(surface);
        for (Index i = 0; i < to.rows(); ++i) {
            places_.push_back(closest(to.row(i)));
        }
    }

    PaintLevels levels(const Vector& values) const {
        PaintLevels levels;
        for (const SurfacePoint& place : places_) {
            double value = 0.0;
            for (Index corner = 0; corner < 3; ++corner) {
                value += place.barycentric(corner) * values(F_(place.triangle, corner));
            }
            levels.push_back(level_of(value));
        }
        return levels;
    }

private:
    Triangles F_;
    std::vector<SurfacePoint> places_;
};

Points boundary_of(const Character& character) {
    return character.mesh.X(character.boundary_vertices, Eigen::all);
}

// With the corners counted among the vertices of the boundary.
SurfaceMesh surface_of(const Character& character) {
    const auto& vertices = character.boundary_vertices;
    return {boundary_of(character), character.boundary.unaryExpr([&](int vertex) {
                return static_cast<int>(std::ranges::lower_bound(vertices, vertex) - vertices.begin());
            })};
}

std::vector<NamedPaint> paint_of_fields(const SurfaceMesh& surface, const std::vector<VertexField>& fields,
                                        const Character& character) {
    std::vector<NamedPaint> paint;
    if (fields.empty() || surface.F.rows() == 0) {
        return paint;
    }
    const CarriedValues carried(surface, boundary_of(character));
    for (const VertexField& field : fields) {
        paint.push_back({field.name, carried.levels(field.values)});
    }
    return paint;
}

std::vector<NamedPaint> paint_of_numbers(const Character& character) {
    auto read = read_surface_numbers(character.description.mesh);
    if (!read) {
        return {}; // it was read as a surface before; its numbers are an extra
    }
    SurfaceNumbers numbers = std::move(read).value();
    std::vector<VertexField> fields;
    for (std::size_t k = 0; k < numbers.names.size(); ++k) {
        fields.push_back({numbers.names[k], numbers.values.col(static_cast<Index>(k))});
    }
    const CharacterDescription& scene = character.description;
    numbers.surface.V = scene.metres_per_unit * numbers.surface.V * rotation_of(scene.turn).transpose();
    return paint_of_fields(numbers.surface, fields, character);
}

} // namespace

std::vector<NamedPaint> paint_in_file(const Character& character, const FileSurface* surface) {
    if (!surface) {
        return {};
    }
    return surface->look.fields.empty() ? paint_of_numbers(character)
                                        : paint_of_fields({surface->X, surface->F}, surface->look.fields, character);
}

Result<PaintLevels> paint_of_values(const Matrix& values, const Character& character, const FileSurface* surface) {
    const auto outside = static_cast<Index>(character.boundary_vertices.size());
    const Index in_file = surface ? surface->X.rows() : 0;
    const Vector all = values.reshaped();
    if (values.rows() > 1 && values.cols() > 1) {
        return Error{ErrorKind::bad_input, "must have one value a vertex, not " + std::to_string(values.cols()), {}};
    }
    if (all.size() != outside && all.size() != character.vertex_count() && (!surface || all.size() != in_file)) {
        return Error{ErrorKind::bad_input,
                     "has " + std::to_string(all.size()) + " values, but the surface of the tets has " +
                         std::to_string(outside) + " vertices, all tets have " +
                         std::to_string(character.vertex_count()) +
                         (surface ? " and the surface in the file has " + std::to_string(in_file) : ""),
                     {}};
    }
    if (!(all.array() >= 0.0 && all.array() <= 1.0).all()) {
        return Error{ErrorKind::bad_input, "has values that are not between 0 and 1: scale them", {}};
    }
    if (all.size() != outside && all.size() != character.vertex_count()) {
        return CarriedValues({surface->X, surface->F}, boundary_of(character)).levels(all);
    }
    PaintLevels levels;
    for (Index i = 0; i < outside; ++i) {
        levels.push_back(
            level_of(all(all.size() == outside ? i : character.boundary_vertices[static_cast<std::size_t>(i)])));
    }
    return levels;
}

Result<PaintLevels> paint_in_npy(const std::filesystem::path& path, const Character& character,
                                 const FileSurface* surface) {
    const auto values = read_npy(path);
    if (!values) {
        return values.error();
    }
    auto levels = paint_of_values(values.value(), character, surface);
    return levels ? std::move(levels) : Error{levels.error().kind, levels.error().message, path.string()};
}

PaintLevels carried_paint(const PaintLevels& levels, const Character& from, const Character& to) {
    if (from.boundary_vertices.size() != levels.size()) {
        return {};
    }
    if (have_same_places(from, to) && from.boundary_vertices == to.boundary_vertices) {
        return levels;
    }
    const PlaceMap place(to, from);
    Points there(static_cast<Index>(to.boundary_vertices.size()), 3);
    for (Index i = 0; i < there.rows(); ++i) {
        const int vertex = to.boundary_vertices[static_cast<std::size_t>(i)];
        there.row(i) = place(vertex, to.mesh.X.row(vertex));
    }
    Vector values(static_cast<Index>(levels.size()));
    std::ranges::transform(levels, values.begin(), [](std::uint8_t level) { return level / 255.0; });
    return CarriedValues(surface_of(from), there).levels(values);
}

} // namespace limber::app
