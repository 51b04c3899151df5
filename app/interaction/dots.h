// SPDX-License-Identifier: MIT
#pragma once

#include "app/interaction/tool.h"

#include <algorithm>
#include <optional>
#include <vector>

/// What handles and forces have in common: each has an id, and a dot that is dragged.
namespace limber::app {

/// Null: none has the id.
template <typename Item>
const Item* with_id(const std::vector<Item>& items, int id) {
    const auto found = std::ranges::find(items, id, &Item::id);
    return found == items.end() ? nullptr : &*found;
}

/// An id that none has, from `next` on.
template <typename Item>
int free_id(const std::vector<Item>& items, int next) {
    const auto highest = std::ranges::max_element(items, {}, &Item::id);
    return highest == items.end() ? next : std::max(next, highest->id + 1);
}

/// The id of the item whose dot is nearest to a pixel, and in reach of the mouse. `place_of`: of an item's dot [m].
template <typename Item, typename PlaceOf>
std::optional<int> id_at_pixel(const std::vector<Item>& items, PlaceOf place_of, const Pixel& pixel,
                               const Touchable& scene) {
    std::optional<int> nearest;
    double distance = dot_reach * scene.content_scale;
    for (const Item& item : items) {
        const auto seen = pixel_of(scene.camera, scene.area, place_of(item));
        if (seen && (*seen - pixel).norm() < distance) {
            distance = (*seen - pixel).norm();
            nearest = item.id;
        }
    }
    return nearest;
}

} // namespace limber::app
