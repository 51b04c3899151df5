// SPDX-License-Identifier: MIT
#include "engine/loads/load_mixture.h"

#include "engine/core/contract.h"
#include "engine/linalg/compiled_solvers.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace limber {
namespace {

constexpr double shares_tolerance = 1e-9;

Error mixture_fault(const std::string& message) {
    return {ErrorKind::bad_input, message, "loads"};
}

// 3r x 3r: the covariance of the forces on these vertices.
Matrix covariance_on(const LoadDistribution& loads, std::span<const int> vertices) {
    const auto count = static_cast<Index>(vertices.size());
    Matrix patterns(3 * count, loads.patterns.cols());
    for (Index i = 0; i < count; ++i) {
        patterns.middleRows<3>(3 * i) = loads.patterns.middleRows<3>(3 * vertices[static_cast<std::size_t>(i)]);
    }
    Matrix covariance = patterns * patterns.transpose();
    for (Index i = 0; i < count; ++i) {
        covariance.block<3, 3>(3 * i, 3 * i) += loads.blocks.middleRows<3>(3 * vertices[static_cast<std::size_t>(i)]);
    }
    return covariance;
}

Vector mean_on(const LoadDistribution& loads, std::span<const int> vertices) {
    Vector mean(3 * static_cast<Index>(vertices.size()));
    for (std::size_t i = 0; i < vertices.size(); ++i) {
        mean.segment<3>(3 * static_cast<Index>(i)) = loads.mean.segment<3>(3 * vertices[i]);
    }
    return mean;
}

LoadDistribution with_stiffness_scaled(LoadDistribution loads, double factor) {
    for (HeldVertex& one : loads.handles) {
        one.stiffness *= factor;
    }
    for (HeldPair& one : loads.springs) {
        one.stiffness *= factor;
    }
    return loads;
}

std::optional<Error> fault_in_region(std::span<const int> vertices, Index vertex_count) {
    std::vector<int> sorted(vertices.begin(), vertices.end());
    std::ranges::sort(sorted);
    if (sorted.empty() || sorted.front() < 0 || sorted.back() >= vertex_count ||
        std::ranges::adjacent_find(sorted) != sorted.end()) {
        return mixture_fault("can be told apart only on different vertices of the body, at least one");
    }
    return std::nullopt;
}

} // namespace

std::optional<Error> fault_in(const LoadMixture& mixture, Index vertex_count) {
    if (mixture.components.empty() || mixture.shares.size() != static_cast<Index>(mixture.components.size())) {
        return mixture_fault("need a share for each of at least one component");
    }
    if (!(mixture.shares.minCoeff() > 0.0) || !(std::abs(mixture.shares.sum() - 1.0) <= shares_tolerance)) {
        return mixture_fault("have shares that are not positive or do not sum to one");
    }
    for (const LoadDistribution& component : mixture.components) {
        if (auto fault = fault_in(component, vertex_count)) {
            return fault;
        }
    }
    return std::nullopt;
}

LoadDistribution combined(const LoadMixture& mixture) {
    EXPECTS(!mixture.components.empty());
    LoadDistribution all = no_loads(mixture.components.front().vertex_count());
    for (std::size_t k = 0; k < mixture.components.size(); ++k) {
        all.mean += mixture.shares(static_cast<Index>(k)) * mixture.components[k].mean;
    }
    const Vector mean = all.mean;
    for (std::size_t k = 0; k < mixture.components.size(); ++k) {
        const double share = mixture.shares(static_cast<Index>(k));
        LoadDistribution component = with_stiffness_scaled(scaled(mixture.components[k], share), share);
        const Vector apart = component.mean - mean;
        if (!apart.isZero(0.0)) {
            component.patterns.conservativeResize(Eigen::NoChange, component.patterns.cols() + 1);
            component.patterns.rightCols<1>() = std::sqrt(share) * apart;
        }
        component.mean.setZero();
        all = sum_of(all, component);
    }
    return all;
}

Result<LoadPosterior> LoadPosterior::of(const LoadMixture& mixture, std::span<const int> vertices, double noise) {
    const Index n = mixture.components.empty() ? 0 : mixture.components.front().vertex_count();
    if (auto fault = fault_in(mixture, n)) {
        return *fault;
    }
    return of_valid_mixture(mixture, vertices, noise);
}

Result<LoadPosterior> LoadPosterior::of_valid_mixture(const LoadMixture& mixture, std::span<const int> vertices,
                                                      double noise) {
    EXPECTS(noise > 0.0 && !mixture.components.empty());
    if (auto fault = fault_in_region(vertices, mixture.components.front().vertex_count())) {
        return *fault;
    }
    std::vector<Matrix> covariances;
    double largest = 0.0;
    for (const LoadDistribution& component : mixture.components) {
        covariances.push_back(covariance_on(component, vertices));
        largest = std::max(largest, covariances.back().diagonal().mean());
    }
    if (!(largest > 0.0)) {
        return mixture_fault("have no forces on the vertices that are touched");
    }
    LoadPosterior posterior;
    for (std::size_t k = 0; k < covariances.size(); ++k) {
        covariances[k].diagonal().array() += noise * largest;
        const Eigen::LLT<Matrix> factor(covariances[k]);
        if (factor.info() != Eigen::Success) {
            return mixture_fault("cannot be told apart on these vertices: a covariance is not definite");
        }
        const Matrix L = factor.matrixL();
        posterior.components_.push_back(
            {mean_on(mixture.components[k], vertices), L,
             std::log(mixture.shares(static_cast<Index>(k))) - L.diagonal().array().log().sum()});
    }
    return posterior;
}

Vector LoadPosterior::log_probabilities(const Vector& force) const {
    Vector logarithms(static_cast<Index>(components_.size()));
    for (std::size_t k = 0; k < components_.size(); ++k) {
        const Component& component = components_[k];
        EXPECTS(force.size() == component.mean.size());
        Vector whitened = force - component.mean;
        component.factor.triangularView<Eigen::Lower>().solveInPlace(whitened);
        logarithms(static_cast<Index>(k)) = component.base - 0.5 * whitened.squaredNorm();
    }
    const double largest = logarithms.maxCoeff();
    return logarithms.array() - (largest + std::log((logarithms.array() - largest).exp().sum()));
}

ComponentChoice::ComponentChoice(std::size_t count, const ChoiceOptions& options)
    : options_(options), evidence_(Vector::Zero(static_cast<Index>(count))), dwell_(options.dwell) {}

void ComponentChoice::wait(double seconds) {
    rest_ = std::max(0.0, rest_ - seconds);
    dwell_ = std::max(options_.dwell, dwell_ * std::exp2(-seconds / options_.calm));
}

std::size_t ComponentChoice::update(const Vector& log_probabilities, double seconds) {
    EXPECTS(log_probabilities.size() == evidence_.size() && seconds >= 0.0);
    wait(seconds);
    const double share = -std::expm1(-seconds / options_.smoothing);
    evidence_ += share * (log_probabilities.cwiseMax(-options_.weight) - evidence_);
    Index best = 0;
    const double value = evidence_.maxCoeff(&best);
    if (rest_ == 0.0 && value > evidence_(static_cast<Index>(chosen_)) + options_.margin) {
        chosen_ = static_cast<std::size_t>(best);
        rest_ = dwell_;
        dwell_ *= 2.0;
    }
    return chosen_;
}

std::vector<double> ComponentChoice::memory() const {
    std::vector<double> memory{static_cast<double>(chosen_), dwell_, rest_};
    memory.insert(memory.end(), evidence_.begin(), evidence_.end());
    return memory;
}

void ComponentChoice::set_memory(std::span<const double> memory) {
    EXPECTS(is_memory_of_choice(memory, static_cast<std::size_t>(evidence_.size())));
    chosen_ = static_cast<std::size_t>(memory[0]);
    dwell_ = memory[1];
    rest_ = memory[2];
    std::ranges::copy(memory.subspan(3), evidence_.begin());
}

bool is_memory_of_choice(std::span<const double> memory, std::size_t count) {
    const auto is_finite = [](double number) {
        return std::isfinite(number);
    };
    return memory.size() == count + 3 && std::ranges::all_of(memory, is_finite) && memory[0] >= 0.0 &&
           memory[0] < static_cast<double>(count) && memory[0] == std::floor(memory[0]) && memory[1] > 0.0 &&
           memory[2] >= 0.0;
}

} // namespace limber
