#pragma once

#include "engine/stepper/state.h"

#include <memory>

/// One backward Euler step of reduced complementary dynamics with ARAP elasticity, by block
/// coordinate descent: rotations for positions, positions for rotations (FCD algorithm 2 and
/// appendix C, corrected: the energy is sum mu V |F - R|^2 without another half).
///
///     minimise over Z, R_c   E(x, R) + (1 / 2 h^2) |x - x~|_M^2 + handles,   x = B Z + J P
namespace limber {

enum class StepStatus { converged, iterations_used_up, not_finite };

struct StepReport {
    StepStatus status = StepStatus::iterations_used_up;
    int iterations = 0;
    double change = 0.0;           // |dZ| / max(|Z|, tiny) of the last iteration
    double elastic_energy = 0.0;   // [J]
    double kinetic_energy = 0.0;   // [J]
};

/// Scratch of a step, sized once; a step never allocates. Holds nothing that a later step reads.
class Workspace {
public:
    explicit Workspace(const ReducedModel& model, int handle_capacity = 64);
    Workspace(Workspace&&) noexcept;
    Workspace& operator=(Workspace&&) noexcept;
    ~Workspace();

    struct Arrays;
    Arrays& arrays() { return *arrays_; }

private:
    std::unique_ptr<Arrays> arrays_;
};

/// On not_finite the state is left as it was.
StepReport step(const ReducedModel& model, const Controls& controls, State& state, Workspace& workspace);

} // namespace limber
