// SPDX-License-Identifier: MIT
#pragma once

#include "engine/loads/load_distribution.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

/// Loads of which one of several distributions acts at a time [Force-Dual Modes, section 6]: a body that is pushed
/// here, or pulled there. A subspace is made for each; the forces that are observed say which acts.
namespace limber {

/// A subspace for each, and a switch between each two, is still made in seconds.
inline constexpr std::size_t mixture_components_max = 16;

struct LoadMixture {
    std::vector<LoadDistribution> components;
    Vector shares;                       // pi_k, the probability of each; they sum to one
    std::vector<std::string> names = {}; // one a component, or none
};

/// Returns an error for no component, shares that are not probabilities, or a component that is not valid.
std::optional<Error> fault_in(const LoadMixture& mixture, Index vertex_count);

/// The distribution with the mean and the covariance of the mixture [equation 31], for one subspace of all:
///
///     mu = sum pi_k mu_k,   Sigma = sum pi_k (Sigma_k + (mu_k - mu) (mu_k - mu)')
LoadDistribution combined(const LoadMixture& mixture);

/// How probable each component is for the forces that are observed on a few vertices [equation 33]. The covariances are
/// restricted to these vertices, factorised once, and stored with their determinants:
///
///     log P(k | F) = -1/2 (F - mu_k)' S_k^-1 (F - mu_k) - 1/2 log det S_k + log pi_k + const,   S_k = Sigma_k + e I
///
/// The prior's sign is plus. e is the variance of what no component says, so that a component without forces there has
/// a probability too: `noise` times the largest mean variance of a component on these vertices.
class LoadPosterior {
public:
    /// `vertices`: r different ones. Fails with bad_input: no vertex, one that does not exist, a mixture that is not
    /// valid, or one in which no component has forces there.
    static Result<LoadPosterior> of(const LoadMixture& mixture, std::span<const int> vertices, double noise = 1e-6);
    /// The same while a body moves: its time does not depend on the size of the mesh. Precondition: a mixture without a
    /// fault.
    static Result<LoadPosterior> of_valid_mixture(const LoadMixture& mixture, std::span<const int> vertices,
                                                  double noise = 1e-6);

    /// k, of a force (3r [N], in the order of the vertices); their exponentials sum to one.
    Vector log_probabilities(const Vector& force) const;

private:
    struct Component {
        Vector mean;       // 3r
        Matrix factor;     // 3r x 3r, lower: S = L L'
        double base = 0.0; // -1/2 log det S + log pi
    };
    std::vector<Component> components_;
};

/// Which component acts, without flicker under given forces; under contact, a switch changes these. Another is chosen
/// only after it was more probable than the chosen one, by a margin in the logarithm, for some observations in a row.
class ComponentChoice {
public:
    explicit ComponentChoice(double margin = 2.0, int patience = 3) : margin_(margin), patience_(patience) {}

    /// The chosen component after an observation.
    std::size_t update(const Vector& log_probabilities);
    /// Counts observations from none again: those so far are not comparable with the next ones.
    void restart_count() {
        seen_ = 0;
    }
    std::size_t chosen() const {
        return chosen_;
    }

private:
    double margin_;
    int patience_;
    std::size_t chosen_ = 0;
    std::size_t rival_ = 0;
    int seen_ = 0; // observations in a row in which the rival was more probable
};

} // namespace limber
