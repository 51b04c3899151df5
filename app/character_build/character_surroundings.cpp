// SPDX-License-Identifier: MIT
#include "app/character_build/character_surroundings.h"

#include "app/character/start_state.h"
#include "app/character/subspace_transfer.h"
#include "app/character_build/character_loading.h"
#include "app/document/character_file.h"
#include "engine/body/body_step.h"

#include <algorithm>

namespace limber::app {

namespace {

Result<Vector> density_of_file(const Character& character, const std::filesystem::path& file) {
    const auto labels = labels_of_vertices(character, file, 1001, "are densities");
    if (!labels) {
        return labels.error();
    }
    Vector density(static_cast<Index>(character.boundary_vertices.size()));
    for (Index i = 0; i < density.size(); ++i) {
        const int vertex = character.boundary_vertices[static_cast<std::size_t>(i)];
        density(i) = labels.value()[static_cast<std::size_t>(vertex)];
    }
    return density;
}

Result<Vector> density_of_paint(const PaintLevels& levels, std::size_t surface_vertices) {
    if (levels.size() != surface_vertices) {
        return Error{ErrorKind::bad_input,
                     "was painted on a surface of " + std::to_string(levels.size()) +
                         " vertices, and this mesh's has " + std::to_string(surface_vertices) +
                         ": it belongs to another mesh; paint it again or remove it",
                     "contact.painted"};
    }
    Vector density(static_cast<Index>(levels.size()));
    for (Index i = 0; i < density.size(); ++i) {
        density(i) = static_cast<double>(levels[static_cast<std::size_t>(i)]) / even_level;
    }
    return density;
}

// Of the given values at the surface's vertices, those of these vertices; none of none.
Vector values_of(const std::vector<int>& vertices, const std::vector<int>& surface, const Vector& values) {
    if (values.size() == 0) {
        return values;
    }
    Vector chosen(static_cast<Index>(vertices.size()));
    for (Index i = 0; i < chosen.size(); ++i) {
        const auto at = std::ranges::lower_bound(surface, vertices[static_cast<std::size_t>(i)]);
        chosen(i) = values(at - surface.begin());
    }
    return chosen;
}

} // namespace

Obstacles obstacles_around(const Character& character, const ContactDescription& contact,
                           const Environment& environment) {
    Obstacles obstacles = environment.obstacles;
    if (contact.floor) {
        const Vec3 up = up_of(character.description);
        const double below = character.thin ? character.thin->radius : 0.0;
        const double height = contact.floor_height.value_or((character.mesh.X * up).minCoeff() - below);
        obstacles.insert(obstacles.begin(),
                         {HalfSpace{height * up, up}, contact.floor_friction, contact.floor_restitution});
    }
    return obstacles;
}

double floor_height_under(const Character& character, const Affine& placement) {
    const Vec3 up = up_of(character.description);
    const Vec3 along = placement.leftCols<3>().transpose() * up;
    const double below = character.thin ? character.thin->radius : 0.0;
    return (character.mesh.X * along).minCoeff() - below + placement.col(3).dot(up);
}

Result<Vector> contact_density(const Character& character) {
    const ContactDescription& contact = character.description.contact;
    Result<Vector> density = Vector();
    if (!contact.density.empty()) {
        density = density_of_file(character, contact.density);
    }
    if (density && contact.painted.is_there()) {
        const auto painted = density_of_paint(contact.painted.levels(), character.boundary_vertices.size());
        if (!painted) {
            return painted.error();
        }
        const Vector& all = painted.value();
        density = density.value().size() == 0 ? all : Vector(density.value().cwiseProduct(all));
    }
    if (density && density.value().size() > 0 && density.value().maxCoeff() <= 0.0) {
        const bool is_painted = contact.painted.is_there();
        return Error{ErrorKind::bad_input,
                     std::string(is_painted ? "contact.painted" : "contact.density") +
                         " is 0 at every vertex of the surface, so that nothing could touch the body: give more to "
                         "some of them",
                     is_painted ? std::string() : contact.density.string()};
    }
    return density;
}

Result<Done> load_contact_points(Character& character) {
    const ContactDescription& contact = character.description.contact;
    const auto density = contact_density(character);
    if (!density) {
        return density.error();
    }
    const std::vector<int> touchable = touchable_vertices(character);
    const auto vertices = contact_vertices(character.mesh, touchable, contact.points,
                                           values_of(touchable, character.boundary_vertices, density.value()));
    character.contact_points = std::make_shared<const ContactPoints>(contact_points_at(character, vertices));
    return Done{};
}

Result<Done> load_surroundings(Character& character, KeepPoints keep) {
    character.obstacles = nullptr;
    const CharacterDescription& description = character.description;
    if (!has_contact(description.contact, description.environment)) {
        character.contact_points = nullptr;
    } else {
        if (keep == KeepPoints::no || !character.contact_points) {
            if (auto done = load_contact_points(character); !done) {
                return done;
            }
        }
        character.obstacles = std::make_shared<const Obstacles>(
            obstacles_around(character, description.contact, description.environment));
    }
    load_start(character);
    return Done{};
}

Result<CharacterPtr> with_surroundings(const CharacterPtr& before, const ContactDescription& contact,
                                       const Environment& environment) {
    for (const auto& fault : {fault_in(contact), fault_in(environment)}) {
        if (fault) {
            return *fault;
        }
    }
    auto next = std::make_shared<Character>(*before);
    next->description.contact = contact;
    next->description.environment = environment;
    const bool same_points = !needs_other_points(before->description, contact, environment);
    if (auto done = load_surroundings(*next, same_points ? KeepPoints::yes : KeepPoints::no); !done) {
        return done.error();
    }
    next->transfer = std::make_shared<const SubspaceTransfer>(SubspaceTransfer{.from = before});
    return CharacterPtr(std::move(next));
}

} // namespace limber::app
