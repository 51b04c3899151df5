// SPDX-License-Identifier: MIT
#include "app/character/character_loads.h"

#include "app/character/place_map.h"
#include "engine/loads/load_file.h"
#include "engine/mesh/barycentric_place.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

namespace limber::app {
namespace {

bool has_paint(const PaintedRegion& painted, const Character& character) {
    return !painted.is_blank() && painted.levels().size() == character.boundary_vertices.size();
}

void add(const PaintedRegion& painted, const std::string& name, const Character& character,
         std::vector<NamedField>& fields) {
    if (has_paint(painted, character)) {
        fields.push_back(
            {name, paint_weights(painted, character.mesh.T, character.boundary_vertices, character.vertex_count())});
    }
}

// Calls use(paint, name) for each painted field that loads may name.
template <typename Use>
void for_each_paint(const Character& character, const Use& use) {
    const auto use_region = [&](const auto& one) {
        use(one.painted, one.name);
    };
    std::ranges::for_each(character.description.muscles.regions, use_region);
    std::ranges::for_each(character.description.material.parts, use_region);
    use(character.description.pins, "pins");
}

Result<Done> check_paint(const PaintedRegion& painted, const std::string& what, const Character& character) {
    if (painted.is_blank()) {
        return Error{ErrorKind::bad_input, what + " holds no vertex: paint one, or remove the load", "loads"};
    }
    return fits(painted, what, "loads", character.boundary_vertices.size());
}

// The load as it acts on the body: limited by its paint, which becomes a field of `body`, where its kind has a field.
Result<Load> placed_on(LoadedBody& body, const BodyLoad& load, const std::string& what, const Character& character) {
    if (!load.painted.is_there() || !has_field(load.load.kind)) {
        return load.load;
    }
    if (auto fit = check_paint(load.painted, what, character); !fit) {
        return fit.error();
    }
    Load placed = load.load;
    placed.field = "the paint of " + what;
    std::vector<NamedField> paint;
    add(load.painted, placed.field, character, paint);
    body.fields.insert(body.fields.begin(), std::move(paint.front()));
    return placed;
}

// Of one load of the description. `body` has the fields that it may name. The error's message begins with `what`.
Result<LoadDistribution> distribution_of(const BodyLoad& load, const std::string& what, const Character& character,
                                         LoadedBody& body) {
    const std::size_t fields = body.fields.size();
    const auto placed = placed_on(body, load, what, character);
    if (!placed) {
        return placed.error();
    }
    auto loads = limber::distribution_of(placed.value(), body);
    if (body.fields.size() > fields) {
        body.fields.erase(body.fields.begin());
    }
    return loads ? std::move(loads) : Error{ErrorKind::bad_input, what + " " + loads.error().message, "loads"};
}

// The sum of the description's own loads; nullopt if none of them acts. Each load that cannot act is left out with a
// warning, because a painted scene must open again whatever its paint covers.
std::optional<LoadDistribution> own_loads(const Character& character, LoadedBody& body,
                                          std::vector<std::string>& warnings) {
    const std::vector<BodyLoad>& loads = character.description.loads;
    LoadDistribution sum = no_loads(character.vertex_count());
    for (std::size_t i = 0; i < loads.size(); ++i) {
        const std::string name = name_of_load(loads[i].load.name, i);
        const auto one = distribution_of(loads[i], name, character, body);
        if (one) {
            sum = sum_of(sum, one.value());
            if (const auto warning = warning_of(loads[i].load, body)) {
                warnings.push_back(name + " " + *warning);
            }
        } else {
            warnings.push_back(one.error().message + "; the subspace is made without it");
        }
    }
    if (!fault_in(sum, character.vertex_count())) {
        return sum;
    }
    if (std::ranges::any_of(loads, [](const BodyLoad& one) { return one.load.amount == 0.0; })) {
        warnings.emplace_back("the amount of each load that acts is 0, so that they vary nowhere; the subspace is made "
                              "without them");
    }
    return std::nullopt;
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

// False while other tets are about to be shown.
template <typename Point>
bool is_on_body(const Points& X, const Point& point) {
    return are_rows_of(X, point.vertices);
}

template <typename Point>
Vec3 place_at_rest(const Points& X, const Point& point) {
    return barycentric_place(X, point.vertices, point.barycentric);
}

// In [0, 1], n: where its patterns have forces, 1 where they are largest on the skin; zero if it cannot act. That of a
// pocket is its whole surface.
Vector where_it_pulls(BodyLoad one, const Character& character) {
    one.load.amount = 1.0;
    one.load.mean.clear();
    const auto loads = loads_of(one, character);
    Vector forces = Vector::Zero(character.vertex_count());
    for (Index v = 0; loads && v < forces.size(); ++v) {
        forces(v) = loads.value().patterns.middleRows<3>(3 * v).norm();
    }
    if (one.load.kind == LoadKind::pocket) {
        return (forces.array() > 0.0).cast<double>();
    }
    double largest = std::numeric_limits<double>::min();
    for (const int v : character.boundary_vertices) {
        largest = std::max(largest, forces(v));
    }
    return (forces / largest).cwiseMin(1.0);
}

// As its distribution has it; zero where it cannot be placed.
Vector share_of(const BodyLoad& one, const Character& character) {
    const Points& X = character.mesh.X;
    Load load = one.load;
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
    const bool is_limited = one.painted.is_there() || !load.field.empty();
    if (!is_limited && (load.kind == LoadKind::pocket || load.kind == LoadKind::muscle)) {
        return where_it_pulls(one, character);
    }
    LoadedBody body{character.mesh, character.mass};
    if (one.painted.is_there()) {
        load.field = "painted load";
        add(one.painted, load.field, character, body.fields);
    } else if (!load.field.empty()) {
        body.fields = fields_for_loads(character);
    }
    auto share = limber::share_of(load, body);
    return share ? std::move(share).value() : Vector(Vector::Zero(X.rows()));
}

} // namespace

std::vector<NamedField> fields_for_loads(const Character& character) {
    std::vector<NamedField> fields;
    for_each_paint(character, [&](const PaintedRegion& painted, const std::string& name) {
        add(painted, name, character, fields);
    });
    const Rig& rig = character.rig;
    for (int bone = 0; bone < rig.skeleton.bone_count(); ++bone) {
        fields.push_back({rig.skeleton.bones[static_cast<std::size_t>(bone)].name, rig.W.col(bone).cwiseMax(0.0)});
    }
    return fields;
}

std::vector<std::string> names_of_load_fields(const Character& character) {
    std::vector<std::string> names;
    const auto add_name = [&](const std::string& name) {
        if (!name.empty() && std::ranges::count(names, name) == 0) {
            names.push_back(name);
        }
    };
    for_each_paint(character, [&](const PaintedRegion& painted, const std::string& name) {
        if (has_paint(painted, character)) {
            add_name(name);
        }
    });
    for (const Bone& bone : character.rig.skeleton.bones) {
        add_name(bone.name);
    }
    return names;
}

Result<LoadDistribution> loads_of(const Character& character, std::vector<std::string>& warnings) {
    LoadedBody body{character.mesh, character.mass, fields_for_loads(character)};
    auto own = own_loads(character, body, warnings);
    const std::filesystem::path& file = character.description.subspace_file;
    if (file.empty()) {
        return own ? std::move(*own) : loads_everywhere(character.mass);
    }
    auto read = read_loads(file, body, &warnings);
    return read && own ? sum_of(*own, read.value()) : std::move(read);
}

void warn_of_unresolved(Index unresolved, Character& character) {
    if (unresolved > 0) {
        character.add_warnings(Stage::subspace,
                               {"the loads fall off so steeply that " + std::to_string(unresolved) +
                                " columns of the subspace would be round-off; it has none of them: use fewer modes, or "
                                "a smaller decay"});
    }
}

Result<LoadDistribution> loads_of(const BodyLoad& load, const Character& character) {
    LoadedBody body{character.mesh, character.mass, fields_for_loads(character)};
    return distribution_of(load, name_of_load(load.load.name, 0), character, body);
}

Result<MuscleFibres> fibres_of(const BodyLoad& load, const std::string& what, const Character& character) {
    LoadedBody body{character.mesh, character.mass, fields_for_loads(character)};
    const auto placed = placed_on(body, load, what, character);
    if (!placed) {
        return placed.error();
    }
    auto fibres = limber::fibres_of(placed.value(), body);
    return fibres ? std::move(fibres) : Error{fibres.error().kind, what + " " + fibres.error().message, "loads"};
}

std::vector<BodyLoad> loads_of_subspace(const CharacterDescription& description) {
    std::vector<BodyLoad> loads = depends_on_loads(description.subspace) ? description.loads : std::vector<BodyLoad>();
    for (BodyLoad& load : loads) {
        load.load.name.clear();
        load.source = LoadSource::user;
    }
    return loads;
}

PaintedRegion place_of(const BodyLoad& load, const Character& character) {
    const Vector share = share_of(load, character);
    PaintLevels levels;
    levels.reserve(character.boundary_vertices.size());
    for (const int vertex : character.boundary_vertices) {
        levels.push_back(static_cast<std::uint8_t>(std::lround(255.0 * std::clamp(share(vertex), 0.0, 1.0))));
    }
    return PaintedRegion(std::move(levels));
}

std::vector<BodyLoad> carried_loads(std::vector<BodyLoad> loads, const Character& from, const Character& to) {
    if (have_same_places(from, to)) {
        return loads;
    }
    const PlaceMap map(from, to);
    const auto place = [&](const Vec3& point) {
        Index nearest = 0;
        (from.mesh.X.rowwise() - point.transpose()).rowwise().squaredNorm().minCoeff(&nearest);
        return map(nearest, point);
    };
    carry(loads, place, map.scale());
    return loads;
}

std::optional<BodyLoad> load_of_handles(const Points& X, const std::vector<PointHandle>& handles) {
    Load load{.name = "Handles", .kind = LoadKind::handles};
    for (const PointHandle& handle : handles) {
        if (is_on_body(X, handle)) {
            load.points.push_back(place_at_rest(X, handle));
            load.stiffness.push_back(handle.moves_springs ? 0.0 : handle.stiffness);
        }
    }
    return load.points.empty() ? std::nullopt : std::optional(BodyLoad{std::move(load)});
}

std::optional<BodyLoad> load_of_springs(const Points& X, const std::vector<PointSpring>& springs) {
    Load load{.name = "Springs", .kind = LoadKind::springs};
    for (const PointSpring& spring : springs) {
        if (is_on_body(X, spring.from) && is_on_body(X, spring.to)) {
            load.springs.push_back({place_at_rest(X, spring.from), place_at_rest(X, spring.to)});
            load.stiffness.push_back(spring.stiffness);
        }
    }
    return load.springs.empty() ? std::nullopt : std::optional(BodyLoad{std::move(load)});
}

} // namespace limber::app
