// SPDX-License-Identifier: MIT
#pragma once

#include "engine/control/gait_search.h"

#include <cstdint>
#include <string>

/// The machines that search for one gait together. Each evaluates its share of a generation and receives the costs of
/// all, so that all of them continue in the same state, which is that of a search on one machine. There are several
/// when Limber was built with -DLIMBER_WITH_MPI=ON and started by mpirun; otherwise there is one.
namespace limber::app {

class MpiGroup {
public:
    /// Joins the group. At most once in a process.
    MpiGroup();
    /// While an exception unwinds, ends the program on all machines, because they would wait for this one.
    ~MpiGroup();
    MpiGroup(const MpiGroup&) = delete;
    MpiGroup& operator=(const MpiGroup&) = delete;

    int count() const;
    /// The first machine reads and writes the files and prints the output.
    bool is_first() const;

    /// Broadcasts the first machine's bytes to all.
    std::string from_first(std::string bytes) const;
    /// Whether the number is the same on all machines.
    bool agree_on(std::uint64_t number) const;
    /// The costs of all points, columns in the unit cube.
    Vector costs_of(GaitSearch& search, const Matrix& points, ThreadPool& threads) const;

    /// Returns the exit code. A code other than zero ends the program on all machines, so that none waits for one that
    /// failed.
    int leave(int exit_code) const;
};

} // namespace limber::app
