// SPDX-License-Identifier: MIT
#pragma once

#include <string>

/// Small characters in the formats in which modellers exchange them, written without the library that reads them.
namespace limber::testing {

/// The tower of tower_glb (gltf_files.h) with its animation "turn", as Collada, in metres with y up.
std::string tower_dae();

/// The same as FBX 7.4 in text. `centimetres` in a unit of the file; the numbers of the file are such that the tower is
/// as large in any unit. Its bind matrices are those of other bones, as some writers leave them. With a target "rise",
/// its top rises by a metre, and "turn" moves it by 0.8 of that.
std::string tower_fbx(double centimetres = 100.0, bool has_target = false);

} // namespace limber::testing
