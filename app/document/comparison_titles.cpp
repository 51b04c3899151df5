// SPDX-License-Identifier: MIT
#include "app/document/comparison_titles.h"

#include "app/document/subspace_titles.h"

#include <array>
#include <cstdio>
#include <filesystem>

namespace limber::app {
namespace {

std::string digits(double value) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.3g", value);
    return text.data();
}

std::string pascals(double value) {
    return value < 1e3   ? digits(value) + " Pa"
           : value < 1e6 ? digits(1e-3 * value) + " kPa"
           : value < 1e9 ? digits(1e-6 * value) + " MPa"
                         : digits(1e-9 * value) + " GPa";
}

std::string count_of_modes(const ComparedSubspace& subspace) {
    return ", " + std::to_string(subspace.modes) + (subspace.modes == 1 ? " mode" : " modes");
}

} // namespace

std::string shown_kind(const std::string& kind) {
    const auto own = subspace_named(kind);
    return own ? subspace_titles[static_cast<std::size_t>(*own)] : "Full space";
}

std::string title_of(const ParameterOverrides& parameters) {
    std::string title;
    if (parameters.young) {
        title += ", Young " + pascals(*parameters.young);
    }
    if (parameters.poisson) {
        title += ", Poisson " + digits(*parameters.poisson);
    }
    if (parameters.clusters) {
        title += ", " + std::to_string(*parameters.clusters) + (*parameters.clusters == 1 ? " cluster" : " clusters");
    }
    if (parameters.leak) {
        title += ", leak " + digits(*parameters.leak);
    }
    if (!parameters.loads.empty()) {
        title += ", loads " + std::filesystem::path(parameters.loads).stem().string();
    }
    if (parameters.energy) {
        title += std::string(", ") + shown_energy(*parameters.energy);
    }
    if (parameters.points) {
        title += ", " + std::to_string(*parameters.points) + (*parameters.points == 1 ? " point" : " points");
    }
    if (parameters.training_error) {
        title += ", error " + digits(*parameters.training_error);
    }
    return parameters.switched ? title + ", switched" : title;
}

std::string title_of(const ComparedSubspace& subspace) {
    const std::string name =
        shown_kind(subspace.kind) + (subspace.kind == full_space_name ? "" : " " + std::to_string(subspace.modes));
    return name + title_of(subspace.parameters);
}

std::string caption_of_subspace(const ComparedSubspace& subspace) {
    return subspace.kind == full_space_name ? "full space" : subspace.kind + count_of_modes(subspace);
}

std::string caption_in_window(const ComparedSubspace& subspace) {
    return shown_kind(subspace.kind) + (subspace.kind == full_space_name ? "" : count_of_modes(subspace));
}

} // namespace limber::app
