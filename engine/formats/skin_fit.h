// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/parallel_for.h"
#include "engine/core/progress.h"
#include "engine/formats/baked_motion.h"

/// A motion as a rest shape that joints carry by linear blend skinning, as glTF and game engines have it:
///
///     x_i^f  ~  sum_j w_ij (s_j^f R_j^f (p_i - c_j) + t_j^f),    w_ij >= 0,  sum_j w_ij = 1,  four of them at most not
///     0
///
///     p  n x 3   rest positions [m]          R, s, t   rotation, uniform scale and place of a joint in frame f
///     c  J x 3   joints at rest [m]          w         n x J weights
///
/// An approximation: joints have no shear and a vertex has four of them. The sum of squares over vertices and frames is
/// minimised by smooth skinning decomposition [Le and Deng 2012, Smooth Skinning Decomposition with Rigid Bones, ACM
/// Transactions on Graphics 31(6)], two updates in turn, of which none raises it:
///
///   weights   of a vertex: least squares on the simplex by an active set (skin_weights.h)
///   joints    of a frame, one joint after the other: the similarity nearest to what the others leave of the vertices,
///             in closed form [Umeyama 1991, IEEE PAMI 13(4)] with the weights of their section 4.2
///
/// It begins with the parts of the surface, one joint each, and splits those with the largest error at their worst
/// vertex until there are as many joints as asked for; each vertex goes to the joint that moves it best.
namespace limber {

struct SkinJoint {
    Eigen::Vector3f centre;                                             // [m], at rest, where it is not turned
    FloatPoints places;                                                 // frames x 3 [m]
    Eigen::Matrix<float, Eigen::Dynamic, 4, Eigen::RowMajor> rotations; // frames x 4: unit quaternions x y z w
    Eigen::VectorXf scales;                                             // frames
};

inline constexpr Index skin_joints_max = 512;
inline constexpr Index influences_max = 4; // joints that move a vertex

struct SkinFit {
    std::vector<SkinJoint> joints;                                           // J
    Eigen::Matrix<int, Eigen::Dynamic, influences_max, Eigen::RowMajor> J;   // n x 4: joints, by falling weight
    Eigen::Matrix<float, Eigen::Dynamic, influences_max, Eigen::RowMajor> w; // n x 4; 0 beyond the last, whose J is 0
    double error = 0.0;     // [m], of the worst vertex in any frame, as a reader computes it from these floats
    double error_rms = 0.0; // [m], over the vertices and frames
};

struct SkinFitOptions {
    Index joints = 64; // at most; fewer where fewer move the surface to 1e-6 of its extent
    int iterations = 15;
    Index frames_max = 120; // that weights are fitted to, evenly spread; joints are fitted to all
    Threads threads = {};
};

/// Precondition: `checked`, from one to skin_joints_max joints. Fails with cancelled.
Result<SkinFit> fit_skin(const BakedSurface& surface, const SkinFitOptions& options = {}, Progress* progress = nullptr);

/// n x 3: where the fit puts the vertices in a frame, from its floats in double precision.
Points positions_of(const SkinFit& fit, const FloatPoints& rest, Index frame);

} // namespace limber
