// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

/// Small VRM characters for tests, written without the library that reads them.
namespace limber::testing {

/// A bar of four unit cubes along y with a joint at each floor: "hips" and "chest", and the springs "tail 1" and
/// "tail 2". Of VRM 1.0, with the joints of one spring: stiffness 2 and drag 1/4, then stiffness 1/2 and gravity 3/2.
/// Between "extensions" and "end of springs" its JSON has nothing else.
std::string vrm_1_glb();
/// The same of VRM 0.x, with "tail 1" as the root of one group: stiffness 5/4, drag 1/2, gravity 1.
std::string vrm_0_glb();

/// The members of these files' JSON that make them VRM characters: "extensionsUsed" and "extensions", with a comma.
std::string vrm_1_members();
std::string vrm_0_members();
/// The bar with these members, whatever they are.
std::string bar_glb_with(std::string_view members);

/// The same bar as a glTF file with colours of its vertices, whose red rises from 0 below to 1 above, and a number
/// "_HEIGHT" that rises likewise.
std::string coloured_bar_glb();

} // namespace limber::testing
