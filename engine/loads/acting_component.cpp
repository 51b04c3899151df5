// SPDX-License-Identifier: MIT
#include "engine/loads/acting_component.h"

#include "engine/core/contract.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <map>
#include <numeric>
#include <utility>

namespace limber {
namespace {

constexpr std::size_t vertices_max = 8; // 24 x 24 covariances, factorised within a step
constexpr std::size_t regions_max = 8;
constexpr double weakest = 1e-3;     // that touches, relative to the strongest force
constexpr double share_chosen = 0.9; // of the squared forces, on the vertices of a region

// The sums of the forces on each vertex, the strongest first.
std::vector<VertexForce> strongest_first(std::span<const VertexForce> forces) {
    std::map<int, Vec3> sums;
    for (const VertexForce& one : forces) {
        if (one.force.allFinite()) {
            sums.try_emplace(one.vertex, Vec3::Zero()).first->second += one.force;
        }
    }
    std::vector<VertexForce> touched;
    for (const auto& [vertex, force] : sums) {
        touched.push_back({vertex, force});
    }
    std::ranges::stable_sort(touched, std::greater<>(), [](const VertexForce& one) { return one.force.norm(); });
    std::erase_if(touched, [strongest = touched.empty() ? 0.0 : touched.front().force.norm()](const VertexForce& one) {
        return one.force.norm() <= weakest * strongest;
    });
    return touched;
}

double square_of(std::span<const VertexForce> forces) {
    return std::accumulate(forces.begin(), forces.end(), 0.0,
                           [](double sum, const VertexForce& one) { return sum + one.force.squaredNorm(); });
}

// Ascending. `touched`: the strongest first.
std::vector<int> most_touched(std::span<const VertexForce> touched) {
    const double wanted = share_chosen * square_of(touched);
    std::vector<int> vertices;
    double square = 0.0;
    for (const VertexForce& one : touched) {
        if (vertices.size() == vertices_max || square >= wanted) {
            break;
        }
        vertices.push_back(one.vertex);
        square += one.force.squaredNorm();
    }
    std::ranges::sort(vertices);
    return vertices;
}

// Those on these vertices (ascending), in their order.
std::vector<VertexForce> forces_on(const std::vector<int>& vertices, std::span<const VertexForce> touched) {
    std::vector<VertexForce> forces;
    std::ranges::copy_if(touched, std::back_inserter(forces),
                         [&](const VertexForce& one) { return std::ranges::binary_search(vertices, one.vertex); });
    std::ranges::sort(forces, {}, &VertexForce::vertex);
    return forces;
}

Vector numbers_of(const std::vector<VertexForce>& forces) {
    Vector numbers(3 * static_cast<Index>(forces.size()));
    for (std::size_t i = 0; i < forces.size(); ++i) {
        numbers.segment<3>(3 * static_cast<Index>(i)) = forces[i].force;
    }
    return numbers;
}

// E |F|^2 on these vertices [N^2].
double expected_square(const LoadMixture& mixture, const std::vector<int>& vertices) {
    double sum = 0.0;
    for (std::size_t k = 0; k < mixture.components.size(); ++k) {
        const LoadDistribution& loads = mixture.components[k];
        double of_component = 0.0;
        for (const int vertex : vertices) {
            of_component += loads.blocks.middleRows<3>(3 * vertex).trace() +
                            loads.patterns.middleRows<3>(3 * vertex).squaredNorm() +
                            loads.mean.segment<3>(3 * vertex).squaredNorm();
        }
        sum += mixture.shares(static_cast<Index>(k)) * of_component;
    }
    return sum;
}

// The numbers of the components, in this order.
Vector reordered(const Vector& numbers, const std::vector<std::size_t>& order) {
    Vector result(numbers.size());
    for (std::size_t k = 0; k < order.size(); ++k) {
        result(static_cast<Index>(k)) = numbers(static_cast<Index>(order[k]));
    }
    return result;
}

} // namespace

ActingComponent::ActingComponent(std::shared_ptr<const LoadMixture> mixture)
    : mixture_(std::move(mixture)), order_(mixture_->components.size()), choice_(mixture_->components.size()) {
    EXPECTS(!order_.empty() && mixture_->shares.size() == static_cast<Index>(order_.size()));
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    std::ranges::stable_sort(order_, std::greater<>(),
                             [&](std::size_t k) { return mixture_->shares(static_cast<Index>(k)); });
}

ActingComponent::Region ActingComponent::region_of(std::vector<int> vertices) const {
    auto posterior = LoadPosterior::of_valid_mixture(*mixture_, vertices);
    const double square = expected_square(*mixture_, vertices);
    return {std::move(vertices), posterior ? std::optional(std::move(posterior).value()) : std::nullopt, square};
}

// Makes the region of these forces the first, of those that are stored or anew.
const ActingComponent::Region& ActingComponent::select_region(std::span<const VertexForce> touched) {
    std::vector<int> vertices = most_touched(touched);
    const auto found = std::ranges::find(regions_, vertices, &Region::vertices);
    if (found != regions_.end()) {
        std::rotate(regions_.begin(), found, std::next(found));
    } else {
        regions_.insert(regions_.begin(), region_of(std::move(vertices)));
        regions_.resize(std::min(regions_.size(), regions_max));
    }
    return regions_.front();
}

std::size_t ActingComponent::observe(std::span<const VertexForce> forces, double seconds) {
    const Index n = mixture_->components.front().vertex_count();
    EXPECTS(std::ranges::all_of(forces, [n](const VertexForce& one) { return one.vertex >= 0 && one.vertex < n; }));
    const std::vector<VertexForce> touched = strongest_first(forces);
    const Region* region = touched.empty() ? nullptr : &select_region(touched);
    if (!region || !region->posterior) {
        choice_.wait(seconds);
        return chosen();
    }
    const Vector force = numbers_of(forces_on(region->vertices, touched));
    const double scale = std::sqrt(region->expected_square) / force.norm();
    choice_.update(reordered(region->posterior->log_probabilities(scale * force), order_), seconds);
    return chosen();
}

void ActingComponent::restart() {
    choice_ = ComponentChoice(order_.size());
}

} // namespace limber
