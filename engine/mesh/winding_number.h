// SPDX-License-Identifier: MIT
#pragma once

#include "engine/mesh/tet_mesh.h"

#include <vector>

/// The generalised winding number of a triangle soup [Jacobson et al. 2013]: how many times the surface winds around a
/// point, which is defined even where the surface has holes, overlaps or repeats itself.
///
///     w(q) = 1/(4 pi) sum_t Omega_t(q)        Omega_t   signed solid angle of triangle t seen from q
///
/// One inside a closed surface oriented outwards, zero outside, and a smooth transition across its holes. Evaluated in
/// O(log f) by a tree of bounding balls [Barill et al. 2018]: the triangles of a distant ball are replaced by their
/// dipole and its first moment,
///
///     w ~ 1/(4 pi) ( N.d / |d|^3  +  tr C / |d|^3  -  3 d'C d / |d|^5 ),    d = p - q,
///     N = sum_t a_t n_t,    C = sum_t a_t (c_t - p) n_t',    p the area-weighted centre.
namespace limber {

class WindingNumber {
public:
    explicit WindingNumber(const SurfaceMesh& surface);

    double at(const Vec3& q) const;

private:
    struct Triangle {
        Vec3 a, b, c;
        Vec3 centre;
        Vec3 dipole;         // a_t n_t [m^2]
        double square = 0.0; // of the distance from which it is a dipole [m^2]
    };
    struct Ball {
        Vec3 centre = Vec3::Zero();
        double radius = 0.0;
        Vec3 dipole = Vec3::Zero();     // N [m^2]
        Mat3 moment = Mat3::Zero();     // C [m^3]
        std::size_t begin = 0, end = 0; // its triangles
        int left = -1, right = -1;      // -1: a leaf
    };

    int build_ball(std::size_t begin, std::size_t end);
    Ball summarise(std::size_t begin, std::size_t end) const;
    std::size_t split(std::size_t begin, std::size_t end);
    double solid_angles_of(const Ball& leaf, const Vec3& q) const;

    std::vector<Triangle> triangles_; // in the order of the tree's leaves
    std::vector<Ball> balls_;
};

} // namespace limber
