// SPDX-License-Identifier: MIT
#pragma once

#include "engine/linalg/types.h"

/// Turns of a leg that put its ankle at another place, and of a foot or toe that lift its end.
///
/// With the thigh a from hip to knee and the shin b from knee to ankle, n the axis of the knee, and a', b' their parts
/// square to n, a knee bent by psi, the angle from a' to b' about n, has the ankle at a distance d from the hip with
///
///     d^2 = |a|^2 + |b|^2 + 2 (a.n)(b.n) + 2 |a'||b'| (1 - u),    u = 1 - cos psi
///
/// so that another distance e needs u_e = u + (d^2 - e^2) / (2 |a'||b'|). The angle of a knee that is almost straight
/// is steep in u: a millimetre bends it by degrees, and a leg that stretches would snap. So the new angle is
///
///     psi + g(u_e) - g(u),    g(u) = 2 asin sqrt((u + epsilon) / 2)
///
/// which is exact at epsilon = 0, gives psi back where e = d, and is smooth in u at a straight knee; there the ankle
/// stays short of its place. Then the leg is turned about its hip, by the smallest rotation, towards the place of the
/// ankle.
///
/// With c = (a x b) / (|a||b|), the sine of the knee on its own axis, n is c where the leg gets longer, and it does not
/// bend past straight. Where the leg gets shorter, n is along c + 0.25 left, so that a straight knee bends forwards,
/// and the turn g(u_e) - g(u) is multiplied by
///
///     s(|c + 0.25 left|),    0 up to 0.18, 1 from 0.25 on, smooth between
///
/// A knee bent backwards by 4 to 25 degrees keeps its angle (s = 0): to bend forwards it would make the leg longer
/// first, and n has no direction at c = -0.25 left. One that is bent backwards by more, as an animal's, bends in its
/// own sense. So the turns are continuous, and a leg that must get shorter gets longer at most by what 4 degrees of its
/// knee take from it, 0.0006 of its length.
namespace limber {

struct LegPlaces {
    Vec3 hip; // [m]
    Vec3 knee;
    Vec3 ankle;
};

/// Rotations in the world, of the thigh about the hip and of the shin about the knee.
struct LegTurns {
    Mat3 thigh = Mat3::Identity();
    Mat3 shin = Mat3::Identity();
};

/// `left`: of the leg's body, a unit vector: about it a straight knee bends. No turns where the leg has no length, its
/// knee no axis to bend about, or `ankle` is the hip's place.
LegTurns leg_turns(const LegPlaces& leg, const Vec3& ankle, const Vec3& left);

/// The angle [rad], 0 to `most`, by which `v` turns about the unit vector `axis` until it ends at `height` [m] along
/// the unit vector `up`, or as high as it gets; 0 where it ends there or higher already. Fades to 0 as the axis gets
/// upright.
double lifting_angle(const Vec3& v, const Vec3& axis, const Vec3& up, double height, double most);

} // namespace limber
