#pragma once

#include "app/commands/command.h"
#include "app/controllers/model_store.h"

#include <optional>

/// Floors and obstacles of a scene. All characters of a scene share one set of obstacles, in world space. The number of
/// contact points and the height of the floor belong to each model.
namespace limber::app {

/// The height [m] of the scene's floor, along the up of the first character that has one; nullopt: there is no floor.
std::optional<double> floor_level(const Scene& scene, const ModelStore& models);
/// The lowest place [m] of the rest shapes of all characters of a model where they came in, along its up.
double floor_under(const Scene& scene, const ModelStore& models, int model);
/// Sets the floors of a scene that joins another one, moved by `offset` [m], to that one's level; if that one has no
/// floor, they move along.
void put_on_floor(Scene& joining, const ModelStore& models, const std::optional<double>& level, const Vec3& offset);
/// Where a scene has several characters, a floor that was added lies as high as those of the others.
Commands place_new_floors(const Scene& scene, const ModelStore& models);

/// Whether a model's contact points must be chosen again.
bool needs_contact_points(const Scene& scene, const ModelStore& models);
/// Withdraws from `wanted` what a failed build had to compute; what takes effect without a build stays. All models get
/// the obstacles that are left.
void restore_surroundings(Scene& scene, const ModelStore& models, int model, const SurroundingsDescription& wanted);

/// Gives all models the obstacles of each of them.
void share_obstacles(Scene& scene);
/// Moves the obstacles of a scene [m].
void move_obstacles(Scene& scene, const Vec3& offset);

} // namespace limber::app
