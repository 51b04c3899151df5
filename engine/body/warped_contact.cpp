// SPDX-License-Identifier: MIT
#include "engine/body/warped_contact.h"

#include "engine/contact/contact_detection.h"
#include "engine/core/contract.h"
#include "engine/stepper/contact_rows.h"

#include <algorithm>

namespace limber {
namespace {

// The numbers of Z (k x 3) row by row, as columns of contact points have them.
void copy_by_rows(const AffineStack& Z, Vector& z) {
    z.resize(Z.size());
    for (Index row = 0; row < Z.rows(); ++row) {
        z.segment<3>(3 * row) = Z.row(row);
    }
}

WarpedDisplacement displacement_of(const ContactPoints& points, Index point, const Vector& z) {
    return warped_displacement(product_by_axes(points.turn_rows.col(point), z),
                               product_by_axes(points.phi.col(point), z));
}

// Sizes the scratch for these points.
void take_points(const ContactPoints& points, ContactPoints& linearised) {
    if (linearised.of_step && linearised.vertices == points.vertices) {
        return;
    }
    linearised = points;
    const Points rows(points.count(), 3);
    linearised.of_step = PointsOfStep{rows, rows, rows};
}

} // namespace

bool is_warped(const ContactPoints& points) {
    return points.turn_rows.size() > 0;
}

Points warped_positions(const ContactPoints& points, const AffineStack& Z, const Mat3& R, const AffineStack& P) {
    EXPECTS(is_warped(points));
    Vector z;
    copy_by_rows(Z, z);
    Points x(points.count(), 3);
    for (Index i = 0; i < points.count(); ++i) {
        x.row(i) = R * displacement_of(points, i, z).value + product(points.rig_rows.col(i), P);
    }
    return x;
}

void begin_contact(const WarpedStep& step, WarpedContact& contact) {
    EXPECTS(is_warped(step.points));
    take_points(step.points, contact.points);
    copy_by_rows(step.state.Z, contact.z);
    const bool jumps = step.controls.rig_discontinuity;
    const AffineStack& P = jumps ? step.controls.P : step.state.P;
    const Mat3 R = frame_rotation(step.reconstruction, P);
    const Mat3 rate = frame_rotation_rate(step.reconstruction, P, step.state.Pdot);
    PointsOfStep& of_step = *contact.points.of_step;
    for (Index i = 0; i < step.points.count(); ++i) {
        const Vec3 u = displacement_of(step.points, i, contact.z).value;
        of_step.start.row(i) = R * u + product(step.points.rig_rows.col(i), P);
        of_step.velocity.row(i) = rate * u + product(step.points.rig_rows.col(i), step.state.Pdot);
    }
}

void linearise_contact(const WarpedStep& step, const Mat3& R, const AffineStack& Z, WarpedContact& contact) {
    copy_by_rows(Z, contact.z);
    const Index k = contact.z.size();
    for (Index i = 0; i < step.points.count(); ++i) {
        const WarpedDisplacement warped = displacement_of(step.points, i, contact.z);
        const Mat3 of_u = R * warped.by_displacement;
        const Mat3 of_w = R * warped.by_rotation;
        const auto u = step.points.phi.col(i);
        const auto w = step.points.turn_rows.col(i);
        for (Index axis = 0; axis < 3; ++axis) {
            auto column = contact.points.phi.col(i).segment(axis * k, k);
            column.setZero();
            for (Index from = 0; from < 3; ++from) {
                column += of_u(axis, from) * u.segment(from * k, k) + of_w(axis, from) * w.segment(from * k, k);
            }
        }
        const Vec3 place = R * warped.value + product(step.points.rig_rows.col(i), step.controls.P);
        contact.points.of_step->end.row(i) = place - product_by_axes(contact.points.phi.col(i), contact.z);
    }
}

WarpedEnd warped_end(const WarpedStep& step, const Mat3& R, const AffineStack& Z, WarpedContact& contact) {
    copy_by_rows(Z, contact.z);
    WarpedEnd end;
    for (Index i = 0; i < step.points.count(); ++i) {
        const Vec3 shown = R * displacement_of(step.points, i, contact.z).value;
        const Vec3 place = shown + product(step.points.rig_rows.col(i), step.controls.P);
        const Vec3 linearised =
            product_by_axes(contact.points.phi.col(i), contact.z) + contact.points.of_step->end.row(i).transpose();
        end.error = std::max(end.error, (place - linearised).norm());
        end.depth = std::max(end.depth, penetration_depth(*step.controls.contact.obstacles, place));
    }
    return end;
}

} // namespace limber
