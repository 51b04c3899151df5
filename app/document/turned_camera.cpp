// SPDX-License-Identifier: MIT
#include "app/document/turned_camera.h"

namespace limber::app {

CameraDescription turned(CameraDescription camera, const Mat3& R) {
    camera.eye = R * camera.eye;
    camera.target = R * camera.target;
    camera.up = R * camera.up;
    return camera;
}

} // namespace limber::app
