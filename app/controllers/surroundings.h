// SPDX-License-Identifier: MIT
#pragma once

#include "app/controllers/model_store.h"

#include <map>
#include <optional>

/// Floors and contact points of a scene. The obstacles belong to the scene; the number of contact points and the height
/// of the floor belong to each model.
namespace limber::app {

/// The height [m] of the scene's floor, along the up of the first character that has one; nullopt: there is no floor.
std::optional<double> floor_level(const Scene& scene, const ModelStore& models);
/// The lowest height [m] of the rest shapes of all characters of a model at their starting places, along its up.
double floor_under(const Scene& scene, const ModelStore& models, int model);
/// Places the floors of a scene that joins another one, moved by `offset` [m], at that scene's level. If that scene has
/// no floor, the floors move by `offset`.
void put_on_floor(Scene& joining, const ModelStore& models, const std::optional<double>& level, const Vec3& offset);
/// The heights [m] of the floors that characters did not have before the scene was edited, by the numbers of their
/// models: that of the other characters' floor, or else under the lowest character of the model. Floors that have a
/// height, and the floor of a single character, stay where they are. A model may already be built with its new floor.
std::map<int, double> heights_of_new_floors(const Scene& before, const Scene& scene, const ModelStore& models);

/// Whether a model's contact points must be chosen again.
bool needs_contact_points(const Scene& scene, const ModelStore& models);
/// Reverts the edits of surroundings that a failed build had to compute, and keeps those that need no build. If the
/// model was built without surroundings, the scene's obstacles are reverted too.
void restore_surroundings(Scene& scene, const ModelStore& models, int model);

} // namespace limber::app
