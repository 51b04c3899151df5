// SPDX-License-Identifier: MIT
#include "engine/stepper/descent_memory.h"

#include <algorithm>
#include <cmath>

namespace limber {
namespace {

std::size_t size_of(const Coordinates& rows) {
    return static_cast<std::size_t>(rows.size());
}

int slot(const DescentMemory& memory, int age) {
    return (memory.newest - age + DescentMemory::capacity) % DescentMemory::capacity;
}

} // namespace

DescentMemory descent_memory(Index coordinates) {
    DescentMemory memory;
    memory.move.fill(Coordinates(coordinates, 3));
    memory.change.fill(Coordinates(coordinates, 3));
    return memory;
}

double inner(const Kernel& kernel, const Coordinates& a, const Coordinates& b) {
    return kernel.dot(size_of(a), a.data(), b.data());
}

void compute_direction(const Kernel& kernel, const Coordinates& gradient,
                       const std::function<void(Coordinates&)>& solve_metric, DescentMemory& memory,
                       Coordinates& direction) {
    Coordinates& d = direction;
    d = -gradient;
    for (int age = 0; age < memory.count; ++age) {
        const auto i = static_cast<std::size_t>(slot(memory, age));
        memory.coefficient[i] = memory.inverse_product[i] * inner(kernel, memory.move[i], d);
        kernel.add_scaled(size_of(d), -memory.coefficient[i], memory.change[i].data(), d.data());
    }
    solve_metric(d);
    for (int age = memory.count - 1; age >= 0; --age) {
        const auto i = static_cast<std::size_t>(slot(memory, age));
        const double again = memory.inverse_product[i] * inner(kernel, memory.change[i], d);
        kernel.add_scaled(size_of(d), memory.coefficient[i] - again, memory.move[i].data(), d.data());
    }
}

void store_pair(const Kernel& kernel, const Iterate& now, const Iterate& trial, int pairs, DescentMemory& memory) {
    if (pairs == 0) {
        return;
    }
    const int next = slot(memory, -1);
    const auto i = static_cast<std::size_t>(next);
    memory.move[i] = trial.Z - now.Z;
    memory.change[i] = trial.gradient - now.gradient;
    const double product = inner(kernel, memory.move[i], memory.change[i]);
    const double size =
        inner(kernel, memory.move[i], memory.move[i]) * inner(kernel, memory.change[i], memory.change[i]);
    if (!(product > 1e-8 * std::sqrt(size))) {
        return;
    }
    memory.inverse_product[i] = 1.0 / product;
    memory.newest = next;
    memory.count = std::min(memory.count + 1, pairs);
}

bool is_lower(const Kernel& kernel, const Iterate& now, const Iterate& trial, const Coordinates& direction,
              const Line& line, double round_off) {
    const double difference = trial.objective - now.objective;
    if (std::abs(difference) > round_off) {
        return difference < 0.0;
    }
    return line.slope + inner(kernel, trial.gradient, direction) <= 0.0;
}

double shorter_length(const Iterate& now, const Iterate& trial, const Line& line) {
    const double rise = trial.objective - now.objective;
    const double shortening = -0.5 * line.slope * line.length / (rise - line.slope * line.length);
    return line.length * (std::isfinite(shortening) ? std::clamp(shortening, 0.1, 0.5) : 0.1);
}

} // namespace limber
