// SPDX-License-Identifier: MIT
#include "app/creatures/makers/stance.h"

#include "app/creatures/makers/anatomy.h"

#include <Eigen/Geometry>

namespace limber::makers {
namespace {

const Mat3 mirror = Vec3(-1, 1, 1).asDiagonal();

// Applies an orthogonal map. Frames stay right-handed; that is valid because the shapes are mirror symmetric.
Shape mapped(const Mat3& map, const Shape& shape) {
    struct Visitor {
        const Mat3& map;
        Mat3 frame_of(const Mat3& frame) const {
            return map * frame * (map.determinant() < 0.0 ? mirror : Mat3::Identity());
        }
        Shape operator()(const Ellipsoid& e) const {
            return Ellipsoid{map * e.centre, e.radii, frame_of(e.frame)};
        }
        Shape operator()(const RoundCone& c) const {
            return RoundCone{map * c.from, map * c.to, c.from_radius, c.to_radius};
        }
        Shape operator()(const RoundBox& b) const {
            return RoundBox{map * b.centre, b.half, b.rounding, frame_of(b.frame)};
        }
    };
    return std::visit(Visitor{map}, shape);
}

} // namespace

Figure walker(const std::string& name, const std::string& title, const std::string& about,
              const std::vector<std::string>& palette) {
    Figure figure;
    figure.name = name;
    figure.title = title;
    figure.about = about;
    figure.palette = palette;
    figure.walk = Walk{};
    figure.young = 2e5;
    figure.time_step = 1.0 / 60.0;
    figure.damping = 0.5;
    figure.gravity = {0, -9.81, 0};
    figure.modes = 6;
    figure.clusters = 10;
    figure.view = {{1.5, 1.1, 2.6}, {0, 0.35, 0}, 32.0};
    return figure;
}

Vec3 mirrored_in_x(const Vec3& x) {
    return {-x.x(), x.y(), x.z()};
}

void add_pair(Figure& figure, const BodyPart& part) {
    BodyPart other = part;
    other.shape = mapped(mirror, part.shape);
    figure.add(part);
    figure.add(std::move(other));
}

void add_limbs(Figure& figure, const std::vector<Vec3>& points, const std::vector<double>& radii,
               const BodyPart& part) {
    std::vector<Vec3> others;
    for (const Vec3& point : points) {
        others.push_back(mirrored_in_x(point));
    }
    add_tube(figure, points, radii, part);
    add_tube(figure, others, radii, part);
}

void add_front_eyes(Figure& figure, const FrontEyes& eyes) {
    const Vec3 gaze = eyes.gaze.normalized();
    const double pupil = eyes.pupil * eyes.radius;
    const Vec3 pupil_at = eyes.at + (eyes.radius - 0.72 * pupil) * gaze;
    add_pair(figure, {Ellipsoid{eyes.at, Vec3::Constant(eyes.radius)}, {}, 0.2 * eyes.radius, eyes.white, 0, 0.7});
    add_pair(figure, {Ellipsoid{pupil_at, Vec3::Constant(pupil)}, {}, 0.0, eyes.black, 0, 0.6});
}

Figure as_free_body(Figure figure) {
    const Figure body = walker(figure.name, figure.title, figure.about, figure.palette);
    figure.skeleton = {};
    figure.clips.clear();
    figure.regions.clear();
    figure.core_radius = 0.0;
    figure.coreless_bones.clear();
    for (BodyPart& part : figure.parts) {
        part.bones.clear();
    }
    figure.walk = body.walk;
    figure.young = body.young / (figure.size * figure.size);
    figure.time_step = body.time_step;
    figure.damping = body.damping;
    figure.gravity = body.gravity;
    figure.modes = body.modes;
    figure.clusters = body.clusters;
    return figure;
}

Figure turned_to_face_z(Figure figure) {
    const Mat3 turn = rotation_about(Vec3::UnitY(), -90.0);
    for (std::size_t p = 0; p < figure.parts.size(); ++p) {
        figure.parts[p].shape = mapped(turn, figure.parts[p].shape);
        figure.bounding_balls[p] = bounding_ball_of(figure.parts[p].shape);
    }
    for (Carving& carving : figure.carvings) {
        carving.shape = mapped(turn, carving.shape);
    }
    figure.view = {turn * figure.view.eye, turn * figure.view.target, figure.view.field_of_view};
    return figure;
}

} // namespace limber::makers
