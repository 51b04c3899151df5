// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/load_marks.h"
#include "app/rendering/draw_list.h"
#include "app/view/drawables.h"

#include <cstddef>
#include <vector>

namespace limber::app {

/// Adds the marks of a load to the overlay, where the body is drawn now, in a dark shade of its colour with a light
/// edge. Marks of other tets than the body's are left out. `load`: its place in the list, which has its colour;
/// `eye`: position of the camera, to orient the arrow heads.
void draw_load(const std::vector<LoadMark>& marks, std::size_t load, const Snapshot& snapshot,
               const DrawnMotion& motion, const Vec3& eye, Overlay& overlay);

} // namespace limber::app
