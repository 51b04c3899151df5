// SPDX-License-Identifier: MIT
#pragma once

#include "engine/loads/load_mixture.h"

#include <memory>
#include <optional>
#include <span>
#include <vector>

/// Which component of a mixture acts on a body that moves, from the forces that are observed on it [Force-Dual Modes,
/// section 6]: handles that pull, contacts, forces that are applied.
namespace limber {

/// A force on a vertex, in the frame of the body at rest.
struct VertexForce {
    int vertex = 0;
    Vec3 force = Vec3::Zero(); // [N]
};

/// The posterior (LoadPosterior) is that of the vertices that are touched most: the fewest that bear nine tenths of the
/// square of all forces, and 8 at most. Under contact they are others at each step; the newest eight sets are stored
/// with their factors, which change no choice. ComponentChoice makes one choice of all observations.
///
/// Variances of loads are amounts beside each other, not forces of a scene, so that the observed force F is scaled to
/// the square that the mixture expects on these vertices, and only its direction and its places count:
///
///     F sqrt(E |F_V|^2) / |F|,   E |F_V|^2 = sum pi_k (tr Sigma_k,VV + |mu_k,V|^2)
class ActingComponent {
public:
    /// Before the first observation the component with the largest share acts. Its time does not depend on the size of
    /// the mesh. Precondition: the mixture has no fault.
    explicit ActingComponent(std::shared_ptr<const LoadMixture> mixture);

    /// The component that acts after these forces, of which several may be on one vertex. It stays where nothing
    /// touches the body, or where no component has forces. They acted for so many seconds. Precondition: vertices of
    /// the mixture's mesh.
    std::size_t observe(std::span<const VertexForce> forces, double seconds);
    std::size_t chosen() const {
        return order_[choice_.chosen()];
    }
    std::size_t component_count() const {
        return order_.size();
    }
    /// As before the first observation.
    void restart();

    /// The same observations after the same memory give the same choices, bit for bit (ComponentChoice).
    std::vector<double> memory() const {
        return choice_.memory();
    }
    void set_memory(std::span<const double> memory) {
        choice_.set_memory(memory);
    }

private:
    /// What is computed once for some vertices.
    struct Region {
        std::vector<int> vertices;              // ascending
        std::optional<LoadPosterior> posterior; // nullopt: no component has forces there
        double expected_square = 0.0;           // of the forces on them [N^2]
    };

    const Region& select_region(std::span<const VertexForce> touched);
    Region region_of(std::vector<int> vertices) const;

    std::shared_ptr<const LoadMixture> mixture_;
    std::vector<std::size_t> order_; // components of the mixture; the largest share comes first
    ComponentChoice choice_;         // in the order of order_
    std::vector<Region> regions_;    // that were touched last; the present one first
};

} // namespace limber
