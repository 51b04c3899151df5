#include "app/scene/character_surroundings.h"

#include "app/scene/character_loading.h"
#include "app/scene/subspace_transfer.h"

namespace limber::app {

Obstacles obstacles_around(const Character& character, const SurroundingsDescription& contact) {
    Obstacles obstacles = contact.obstacles;
    if (contact.floor) {
        const Vec3 up = up_of(character.description);
        const double height = contact.floor_height.value_or((character.mesh.X * up).minCoeff());
        obstacles.insert(obstacles.begin(),
                         {HalfSpace{height * up, up}, contact.floor_friction, contact.floor_restitution});
    }
    return obstacles;
}

double floor_height_under(const Character& character, const Affine& placement) {
    const Vec3 up = up_of(character.description);
    const Vec3 along = placement.leftCols<3>().transpose() * up;
    return (character.mesh.X * along).minCoeff() + placement.col(3).dot(up);
}

Result<CharacterPtr> with_surroundings(const CharacterPtr& before, const SurroundingsDescription& contact) {
    if (auto fault = fault_in(contact)) {
        return *fault;
    }
    auto next = std::make_shared<Character>(*before);
    next->description.contact = contact;
    const bool same_points = !needs_other_points(before->description.contact, contact);
    if (auto done = load_surroundings(*next, same_points ? KeepPoints::yes : KeepPoints::no); !done) {
        return done.error();
    }
    next->transfer = std::make_shared<const SubspaceTransfer>(SubspaceTransfer{before, {}});
    return CharacterPtr(std::move(next));
}

} // namespace limber::app
