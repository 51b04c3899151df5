// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/random.h"
#include "engine/rig/skeleton.h"

#include <cstdint>
#include <string>

/// A small person as motion capture and as rigs, for tests.
namespace limber::testing {

/// A BVH of a person of 16 joints who rests with arms stretched out along x, faces +z and stands on the floor y = 0,
/// with `frames` frames at 60 a second of random turns of all joints; the first frame rests. Its unit is the decimetre.
std::string person_bvh(std::uint64_t seed, int frames);

/// The same motion as a .glb without a mesh: the rotation of each joint, and the translation of the hips, straight
/// between its frames.
std::string person_glb(std::uint64_t seed, int frames);

/// The same person with the names of another modeller, `scale` metres a decimetre, arms lowered by `lowered` [radian],
/// turned about y by `turned` [radian]; each bone has a random rotation at rest.
Skeleton other_person(double scale, double lowered, double turned, Rng& rng);

} // namespace limber::testing
