// SPDX-License-Identifier: MIT
#pragma once

namespace limber {

/// Of a VRM character. It decides where the character faces: to -z in 0.x, to z in 1.0, as in all glTF.
enum class VrmVersion { vrm_0, vrm_1 };

} // namespace limber
