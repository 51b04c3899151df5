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
    Vector shares;                          // pi_k, the probability of each; they sum to one
    std::vector<std::string> names = {};    // one a component, or none
    std::vector<std::string> warnings = {}; // of the file that it was read from
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

/// Which component acts, without flicker. Under contact, a switch changes the forces by which the next component is
/// chosen, so that two components may each speak for the other: no margin alone ends that.
///
/// An observation counts with the time h [s] that it lasts, and alike on any vertices, because only the logarithms of
/// one observation are compared. No single one counts more than `weight`, and the last ones most:
///
///     e_k <- e_k + (1 - exp(-h / smoothing)) (max(log P(k | F), -weight) - e_k),   e_k = 0 at first
///
/// The component with the largest e_k is chosen once it is ahead of the chosen one by `margin`, but not before `dwell`
/// has passed since the last switch. Each switch doubles the dwell, and time halves it, one time each `calm`, so that
/// whatever the forces are, there is one switch each `calm` in the long run, and a body that has calmed down switches
/// at once.
struct ChoiceOptions {
    double smoothing = 0.1; // [s]
    double weight = 10.0;   // of a log probability
    double margin = 5.0;    // of a smoothed log probability
    double dwell = 0.2;     // [s], the least
    double calm = 2.0;      // [s]
};

class ComponentChoice {
public:
    /// The first of `count` components acts at first.
    explicit ComponentChoice(std::size_t count, const ChoiceOptions& options = {});

    /// The chosen component after an observation that lasted so many seconds.
    std::size_t update(const Vector& log_probabilities, double seconds);
    /// Nothing was observed for so many seconds.
    void wait(double seconds);
    std::size_t chosen() const {
        return chosen_;
    }

    /// Everything that the next choice depends on besides its observation: count + 3 numbers.
    std::vector<double> memory() const;
    /// Precondition: is_memory_of_choice(memory, count).
    void set_memory(std::span<const double> memory);

private:
    ChoiceOptions options_;
    Vector evidence_; // e
    std::size_t chosen_ = 0;
    double dwell_;      // after the next switch [s]
    double rest_ = 0.0; // until the next switch may come [s]
};

/// Whether a choice among so many components may have this memory.
bool is_memory_of_choice(std::span<const double> memory, std::size_t count);

} // namespace limber
