// SPDX-License-Identifier: MIT
#include "engine/loads/acting_component.h"

#include "engine/core/contract.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <utility>

namespace limber {
namespace {

constexpr std::size_t vertices_max = 16; // 48 x 48 covariances
constexpr double weakest = 1e-3;         // relative to the strongest force

// The sums of the forces on each vertex: the strongest ones, by vertex.
std::vector<VertexForce> strongest_sums(std::span<const VertexForce> forces) {
    std::map<int, Vec3> sums;
    for (const VertexForce& one : forces) {
        if (one.force.allFinite()) {
            sums.try_emplace(one.vertex, Vec3::Zero()).first->second += one.force;
        }
    }
    std::vector<VertexForce> touched;
    double strongest = 0.0;
    for (const auto& [vertex, force] : sums) {
        touched.push_back({vertex, force});
        strongest = std::max(strongest, force.norm());
    }
    std::erase_if(touched, [&](const VertexForce& one) { return one.force.norm() <= weakest * strongest; });
    std::ranges::stable_sort(touched, std::greater<>(), [](const VertexForce& one) { return one.force.norm(); });
    touched.resize(std::min(touched.size(), vertices_max));
    std::ranges::sort(touched, {}, &VertexForce::vertex);
    return touched;
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

LoadMixture reordered(const LoadMixture& mixture, const std::vector<std::size_t>& order) {
    LoadMixture result;
    result.shares.resize(mixture.shares.size());
    for (std::size_t k = 0; k < order.size(); ++k) {
        result.components.push_back(mixture.components[order[k]]);
        result.shares(static_cast<Index>(k)) = mixture.shares(static_cast<Index>(order[k]));
    }
    return result;
}

} // namespace

ActingComponent::ActingComponent(LoadMixture mixture) : order_(mixture.components.size()) {
    EXPECTS(!mixture.components.empty() && !fault_in(mixture, mixture.components.front().vertex_count()));
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    std::ranges::stable_sort(order_, std::greater<>(),
                             [&](std::size_t k) { return mixture.shares(static_cast<Index>(k)); });
    mixture_ = reordered(mixture, order_);
}

void ActingComponent::look_at(const std::vector<int>& vertices) {
    if (vertices == vertices_) {
        return;
    }
    vertices_ = vertices;
    expected_square_ = expected_square(mixture_, vertices);
    auto posterior = LoadPosterior::of(mixture_, vertices);
    posterior_ = posterior ? std::optional(std::move(posterior).value()) : std::nullopt;
}

std::size_t ActingComponent::observe(std::span<const VertexForce> forces) {
    const std::vector<VertexForce> touched = strongest_sums(forces);
    if (touched.empty()) {
        return chosen();
    }
    std::vector<int> vertices;
    Vector force(3 * static_cast<Index>(touched.size()));
    for (const VertexForce& one : touched) {
        force.segment<3>(3 * static_cast<Index>(vertices.size())) = one.force;
        vertices.push_back(one.vertex);
    }
    look_at(vertices);
    if (posterior_) {
        const double scale = std::sqrt(expected_square_) / force.norm();
        choice_.update(posterior_->log_probabilities(scale * force));
    }
    return chosen();
}

} // namespace limber
