// SPDX-License-Identifier: MIT
#include "app/creatures/dragon_springs.h"

namespace limber::app {

std::vector<SpringPlace> dragon_springs() {
    return {{"Neck in front", {0.0, 0.60, 0.20}, {0.0, 0.80, 0.28}},
            {"Neck behind", {0.0, 0.60, -0.20}, {0.0, 0.95, -0.21}},
            {"Neck on the left", {0.22, 0.62, 0.0}, {0.27, 0.95, 0.02}},
            {"Neck on the right", {-0.22, 0.62, 0.0}, {-0.27, 0.95, 0.02}},
            {"Arm above", {0.17, 0.74, 0.05}, {0.36, 0.535, 0.22}},
            {"Arm below", {0.25, 0.42, 0.12}, {0.36, 0.40, 0.22}},
            {"Arm in front", {0.10, 0.60, 0.19}, {0.33, 0.47, 0.285}},
            {"Arm behind", {0.23, 0.62, -0.10}, {0.42, 0.46, 0.17}}};
}

std::vector<Vec3> dragon_holds() {
    return {{0.195, 0.0, 0.23}, {-0.195, 0.0, 0.23}, {0.17, 0.0, 0.04}, {-0.17, 0.0, 0.04}, {0.08, 0.03, -0.50}};
}

std::vector<Vec3> dragon_tips() {
    return {{0.0, 0.89, 0.34}, {0.37, 0.465, 0.29}};
}

} // namespace limber::app
