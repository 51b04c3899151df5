// SPDX-License-Identifier: MIT
#include "app/document/thin_offer.h"

#include "app/document/plausible_unit.h"
#include "engine/mesh/curve_file.h"
#include "engine/mesh/slab.h"
#include "engine/mesh/surface_file.h"
#include "engine/mesh/surface_repair.h"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace limber::app {
namespace {

constexpr double radius_share = 0.01;     // of the diagonal
constexpr double thickness_share = 0.005; // likewise
constexpr double depth_share = 0.1;       // likewise

// [m] A share of the body's diagonal, in two digits.
double thin_size(double diagonal, double share) {
    const double unit = is_size_of_a_character(diagonal) ? 1.0 : plausible_unit(diagonal);
    const double size = std::clamp(share * unit * diagonal, thin_size_range.low, thin_size_range.high);
    const double step = std::pow(10.0, std::floor(std::log10(size)) - 1.0);
    return step * std::round(size / step);
}

double diagonal_of(const Points& V) {
    return (V.colwise().maxCoeff() - V.colwise().minCoeff()).norm();
}

std::string in_words(double number) {
    std::ostringstream text;
    text << number;
    return text.str();
}

} // namespace

ThinOffer shell_offer(double diagonal) {
    return {.shell_thickness = thin_size(diagonal, thickness_share)};
}

ThinOffer plane_offer(double diagonal) {
    return {.plane_depth = thin_size(diagonal, depth_share)};
}

std::optional<ThinOffer> thin_offer(const std::filesystem::path& file) {
    if (!is_surface_file(file)) {
        return std::nullopt;
    }
    if (const auto surface = read_surface(file)) {
        const Points& V = surface.value().value.V;
        if (repair(surface.value().value).boundary_edge_count == 0) {
            return std::nullopt;
        }
        return is_flat(V) ? plane_offer(diagonal_of(V)) : shell_offer(diagonal_of(V));
    }
    const auto curve = read_curve(file);
    return curve ? std::optional(ThinOffer{.rod_radius = thin_size(diagonal_of(curve.value().value.V), radius_share)})
                 : std::nullopt;
}

void take_kind(const ThinOffer& offer, ModelDescription& model) {
    model.rod_radius = offer.rod_radius;
    model.shell_thickness = offer.shell_thickness;
    model.plane_depth = offer.plane_depth;
    model.muscles.vertices = model.muscles.vertices && is_planar(model);
}

void take_offer(const ThinOffer& offer, CharacterDescription& bare) {
    take_kind(offer, bare);
    bare.rig_kind = RigKind::none;
    bare.rig.clear();
    bare.clips.clear();
    bare.contact.floor = true;
}

std::string advice(const ThinOffer& offer) {
    if (offer.plane_depth > 0.0) {
        return "let it move in its plane with --plane-depth " + in_words(offer.plane_depth) +
               ", or \"plane_depth\" in a scene, or make it an elastic shell with --shell-thickness";
    }
    return offer.rod_radius > 0.0 ? "make its polylines elastic rods with --rod-radius " + in_words(offer.rod_radius) +
                                        ", or \"rod_radius\" in a scene"
                                  : "make it an elastic shell with --shell-thickness " +
                                        in_words(offer.shell_thickness) + ", or \"shell_thickness\" in a scene";
}

std::string words_for_taken_offer(const ThinOffer& offer, const std::filesystem::path& file) {
    const std::string name = file.filename().string();
    if (offer.rod_radius > 0.0) {
        return name + " has polylines and no inside, so that it consists of elastic rods of " +
               in_words(1e3 * offer.rod_radius) + " mm radius: the section Rods changes it";
    }
    if (offer.plane_depth > 0.0) {
        return name + " is flat, so that it moves in its plane, " + in_words(1e3 * offer.plane_depth) +
               " mm deep: the section Plane changes it, or makes it a shell";
    }
    return name + " is an open surface that cannot be filled, so that it is an elastic shell of " +
           in_words(1e3 * offer.shell_thickness) + " mm: the section Shell changes it";
}

} // namespace limber::app
