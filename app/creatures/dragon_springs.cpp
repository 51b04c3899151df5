// SPDX-License-Identifier: MIT
#include "app/creatures/dragon_springs.h"

#include <array>
#include <cmath>
#include <numbers>

namespace limber::app {
namespace {

constexpr double neck_stiffness = 2e4; // [N/m]
constexpr double leg_stiffness = 8e4;
constexpr double tail_stiffness = 1.5e4;
constexpr double wing_stiffness = 4e4; // a wing bends at its root, where it is thickest

/// A leg at its place along the body [m].
struct Leg {
    std::string name;
    double side; // 1: left, -1: right
    double z;
    double phase; // of its step, in periods
};

// Legs that are opposite across the body step together.
const std::array<Leg, 4> legs{{{"Front left leg", 1.0, 0.27, 0.0},
                               {"Front right leg", -1.0, 0.27, 0.5},
                               {"Hind left leg", 1.0, -0.24, 0.5},
                               {"Hind right leg", -1.0, -0.24, 0.0}}};

Vec3 on_side(double side, const Vec3& place) {
    return {side * place.x(), place.y(), place.z()};
}

// A spring on the left and its mirror image.
void add_pair(std::vector<SpringPlace>& springs, const SpringPlace& left) {
    springs.push_back({left.name + " left", left.from, left.to, left.stiffness, left.group});
    springs.push_back(
        {left.name + " right", on_side(-1.0, left.from), on_side(-1.0, left.to), left.stiffness, left.group});
}

void add_neck(std::vector<SpringPlace>& springs) {
    springs.push_back({"Throat low", {0.0, 0.48, 0.335}, {0.0, 0.77, 0.53}, neck_stiffness, "Neck"});
    springs.push_back({"Throat high", {0.0, 0.77, 0.53}, {0.0, 1.01, 0.70}, neck_stiffness, "Neck"});
    springs.push_back({"Nape low", {0.0, 0.69, 0.17}, {0.0, 0.84, 0.385}, neck_stiffness, "Neck"});
    springs.push_back({"Nape high", {0.0, 0.84, 0.385}, {0.0, 1.15, 0.53}, neck_stiffness, "Neck"});
    add_pair(springs, {"Neck low", {0.13, 0.58, 0.22}, {0.08, 0.81, 0.46}, neck_stiffness, "Neck"});
    add_pair(springs, {"Neck high", {0.08, 0.81, 0.46}, {0.10, 1.09, 0.60}, neck_stiffness, "Neck"});
}

void add_wings(std::vector<SpringPlace>& springs) {
    for (const double side : {1.0, -1.0}) {
        const std::string name = side > 0.0 ? " left" : " right";
        springs.push_back({"Wing above" + name, on_side(side, {0.03, 0.68, 0.0}), on_side(side, {0.36, 0.755, 0.0}),
                           wing_stiffness, "Wing" + name});
        springs.push_back({"Wing below" + name, on_side(side, {0.185, 0.46, 0.02}), on_side(side, {0.36, 0.715, 0.0}),
                           wing_stiffness, "Wing" + name});
    }
}

void add_legs(std::vector<SpringPlace>& springs) {
    for (const Leg& leg : legs) {
        const auto place = [&](double x, double y, double dz) {
            return on_side(leg.side, {x, y, leg.z + dz});
        };
        springs.push_back(
            {leg.name + " ahead", place(0.14, 0.47, 0.13), place(0.205, 0.10, 0.09), leg_stiffness, leg.name});
        springs.push_back(
            {leg.name + " behind", place(0.15, 0.44, -0.15), place(0.20, 0.10, -0.07), leg_stiffness, leg.name});
        if (leg.z > 0.0) {
            springs.push_back(
                {leg.name + " outside", place(0.185, 0.52, 0.0), place(0.275, 0.08, 0.03), leg_stiffness, leg.name});
            springs.push_back(
                {leg.name + " inside", place(0.08, 0.35, 0.0), place(0.14, 0.08, 0.0), leg_stiffness, leg.name});
        }
    }
}

// The foot goes forward by `stride` and up by `lift`, a quarter of a period earlier, as shares of the springs' lengths.
void add_step(std::vector<SpringWave>& waves, const Leg& leg, double stride, double lift) {
    const double swing = std::hypot(stride, lift);
    const double ahead = std::atan2(lift, stride) / (2.0 * std::numbers::pi);
    waves.push_back({leg.name + " ahead", 0.0, swing, leg.phase + ahead - 0.5});
    waves.push_back({leg.name + " behind", 0.0, swing, leg.phase - ahead});
}

DragonMovement walk() {
    DragonMovement walk{"Walk", 0.6, {}};
    for (const Leg& leg : legs) {
        add_step(walk.waves, leg, 0.25, 0.15);
    }
    return walk;
}

DragonMovement flap() {
    constexpr double swing = 0.45;
    return {"Flap",
            0.7,
            {{"Wing above left", 0.0, swing, 0.5},
             {"Wing above right", 0.0, swing, 0.5},
             {"Wing below left", 0.0, swing, 0.0},
             {"Wing below right", 0.0, swing, 0.0}}};
}

// The end follows the root.
DragonMovement wag() {
    constexpr double swing = 0.35;
    return {"Wag",
            0.7,
            {{"Tail left", 0.0, swing, 0.0},
             {"Tail right", 0.0, swing, 0.5},
             {"Tail end left", 0.0, swing, -0.2},
             {"Tail end right", 0.0, swing, 0.3}}};
}

} // namespace

std::vector<SpringPlace> dragon_springs() {
    std::vector<SpringPlace> springs;
    add_neck(springs);
    add_legs(springs);
    add_wings(springs);
    add_pair(springs, {"Tail", {0.14, 0.47, -0.28}, {0.065, 0.30, -0.74}, tail_stiffness, "Tail"});
    add_pair(springs, {"Tail end", {0.065, 0.30, -0.74}, {0.04, 0.26, -1.02}, tail_stiffness, "Tail"});
    springs.push_back({"Tail above", {0.0, 0.60, -0.30}, {0.0, 0.37, -0.70}, tail_stiffness, "Tail"});
    return springs;
}

std::vector<DragonMovement> dragon_movements() {
    return {walk(), flap(), wag()};
}

} // namespace limber::app
