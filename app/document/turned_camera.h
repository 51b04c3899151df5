#pragma once

#include "app/document/character_description.h"

namespace limber::app {

/// The same look at a world that is turned around its origin. A scene's camera stands in the axes of its scene, which
/// `turn` turns.
CameraDescription turned(CameraDescription camera, const Mat3& R);

} // namespace limber::app
