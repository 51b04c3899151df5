// SPDX-License-Identifier: MIT
#include "app/character/character_loads.h"

#include "engine/loads/load_file.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace limber::app {
namespace {

void add(const PaintedRegion& painted, const std::string& name, const Character& character,
         std::vector<NamedField>& fields) {
    const bool fits = painted.levels().size() == character.boundary_vertices.size();
    if (!painted.is_blank() && fits) {
        fields.push_back(
            {name, paint_weights(painted, character.mesh.T, character.boundary_vertices, character.vertex_count())});
    }
}

// Why the paint cannot place the load, if it cannot.
Result<Done> check_paint(const BodyLoad& load, const Character& character) {
    const std::string what = "the load \"" + load.load.name + "\"";
    if (load.painted.is_blank()) {
        return Error{ErrorKind::bad_input, what + " holds no vertex: paint one, or remove the load", "loads"};
    }
    return fits(load.painted, what, "loads", character.boundary_vertices.size());
}

// The loads of the description; those that are painted name a field of their own, which is put before the others.
Result<std::vector<Load>> placed_loads(const Character& character, std::vector<NamedField>& fields) {
    std::vector<Load> loads;
    std::vector<NamedField> painted;
    for (const BodyLoad& one : character.description.loads) {
        Load& load = loads.emplace_back(one.load);
        if (!one.painted.is_there()) {
            continue;
        }
        if (auto fit = check_paint(one, character); !fit) {
            return fit.error();
        }
        load.field = "painted load " + std::to_string(loads.size());
        add(one.painted, load.field, character, painted);
    }
    fields.insert(fields.begin(), painted.begin(), painted.end());
    return loads;
}

// In [0, 1], n: how near each vertex is to one of the points.
Vector nearness(const std::vector<Vec3>& points, const Points& X) {
    const double size = (X.colwise().maxCoeff() - X.colwise().minCoeff()).norm();
    const LoadRegion region{.radius = 0.01 * size, .decay = 2e3 / (size * size)};
    Vector nearest = Vector::Zero(X.rows());
    for (const Vec3& point : points) {
        nearest = nearest.cwiseMax(limber::share_of({point, region.radius, region.decay}, X));
    }
    return nearest;
}

// Of a load that is not painted.
Vector share_of(const Load& load, const Character& character) {
    const Points& X = character.mesh.X;
    if (load.kind == LoadKind::handles) {
        return nearness(load.points, X);
    }
    if (load.kind == LoadKind::springs) {
        std::vector<Vec3> ends;
        for (const auto& [from, to] : load.springs) {
            ends.insert(ends.end(), {from, to});
        }
        return nearness(ends, X);
    }
    Vector share = load.region ? limber::share_of(*load.region, X) : Vector(Vector::Ones(X.rows()));
    if (!load.field.empty()) {
        const std::vector<NamedField> fields = fields_for_loads(character);
        const auto found = std::ranges::find(fields, load.field, &NamedField::name);
        share = found == fields.end() ? Vector(Vector::Zero(X.rows())) : Vector(share.cwiseProduct(found->share));
    }
    return share;
}

} // namespace

std::vector<NamedField> fields_for_loads(const Character& character) {
    std::vector<NamedField> fields;
    for (const MuscleRegion& region : character.description.muscles.regions) {
        add(region.painted, region.name, character, fields);
    }
    for (const MaterialPart& part : character.description.material.parts) {
        add(part.painted, part.name, character, fields);
    }
    add(character.description.pins, "pins", character, fields);
    const Rig& rig = character.rig;
    for (int bone = 0; bone < rig.skeleton.bone_count(); ++bone) {
        fields.push_back({rig.skeleton.bones[static_cast<std::size_t>(bone)].name, rig.W.col(bone).cwiseMax(0.0)});
    }
    return fields;
}

Result<LoadDistribution> loads_of(const Character& character) {
    const CharacterDescription& description = character.description;
    LoadedBody body{character.mesh, character.mass, fields_for_loads(character)};
    const std::filesystem::path& file = description.subspace_file;
    if (description.loads.empty()) {
        return file.empty() ? loads_everywhere(character.mass) : read_loads(file, body);
    }
    const auto placed = placed_loads(character, body.fields);
    if (!placed) {
        return placed.error();
    }
    auto own = distribution_of(placed.value(), body);
    if (!own) {
        return Error{own.error().kind, own.error().message, description.name};
    }
    if (file.empty()) {
        return own;
    }
    auto read = read_loads(file, body);
    return read ? sum_of(own.value(), read.value()) : read;
}

std::vector<BodyLoad> loads_of_subspace(const CharacterDescription& description) {
    return depends_on_loads(description.subspace) ? description.loads : std::vector<BodyLoad>();
}

PaintedRegion place_of(const BodyLoad& load, const Character& character) {
    if (load.painted.is_there()) {
        return load.painted;
    }
    const Vector share = share_of(load.load, character);
    PaintLevels levels;
    levels.reserve(character.boundary_vertices.size());
    for (const int vertex : character.boundary_vertices) {
        levels.push_back(static_cast<std::uint8_t>(std::lround(255.0 * std::clamp(share(vertex), 0.0, 1.0))));
    }
    return PaintedRegion(std::move(levels));
}

std::optional<BodyLoad> load_of_handles(const Points& X, const std::vector<PointHandle>& handles) {
    Load load{.name = "Handles", .kind = LoadKind::handles};
    for (const PointHandle& handle : handles) {
        Vec3 place = Vec3::Zero();
        for (std::size_t corner = 0; corner < 3; ++corner) {
            place += handle.barycentric[corner] * X.row(handle.vertices[corner]).transpose();
        }
        load.points.push_back(place);
    }
    return handles.empty() ? std::nullopt : std::optional(BodyLoad{std::move(load)});
}

} // namespace limber::app
