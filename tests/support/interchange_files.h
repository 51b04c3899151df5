// SPDX-License-Identifier: MIT
#pragma once

#include <string>

/// Small characters in the formats in which modellers exchange them, written without the library that reads them.
namespace limber::testing {

/// The pose in which a file is saved, where it is not the bind pose; "turn" moves the tip alone.
struct TowerPose {
    double lean = 0.0; // of the root about z                                                            [degrees]
    double turn = 0.0; // of the tip about z                                                             [degrees]
    double tip_scale = 1.0;
};

/// The tower of tower_glb (gltf_files.h) with its animation "turn", as Collada, in metres with y up.
std::string tower_dae(const TowerPose& pose = {});

/// A pyramid on top of the tower, a metre high, a mesh of its own that is called "cap".
enum class TowerCap {
    none,
    hung,       // on the node of the tip, without a skin
    bound,      // to the tip, as the tower is
    bound_oddly // to the tip as the tower is, and to the root half a metre higher
};

/// The frames of the bones when they were bound, about their places, and the order in which the skin has them.
struct TowerBind {
    double turn = 0.0; // about z                                                                        [degrees]
    double scale = 1.0;
    bool is_tip_first = false;
};

struct FbxTower {
    double centimetres = 100.0; // in a unit of the file; the tower is as large in any
    bool has_target = false;    // "rise": its top rises by a metre, and "turn" moves it by 0.8 of that
    TowerPose pose = {};
    TowerCap cap = TowerCap::none;
    TowerBind bind = {}; // of the tower; a cap is bound with frames that are not turned
};

/// The same as FBX 7.4 in text.
std::string tower_fbx(const FbxTower& tower = {});

} // namespace limber::testing
