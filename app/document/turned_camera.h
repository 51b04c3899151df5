// SPDX-License-Identifier: MIT
#pragma once

#include "app/document/character_description.h"

namespace limber::app {

/// The camera rotated with the world around its origin. A scene's camera is given in the axes of the scene, to which
/// `turn` applies.
CameraDescription turned(CameraDescription camera, const Mat3& R);

} // namespace limber::app
