#pragma once

#include "engine/control/gait_search.h"

#include <cstdint>
#include <string>

/// The machines that look for one gait together. Each counts its share of a generation and hears the costs of all, and
/// so all of them take the same way, which is the way of one machine alone. Several there are where Limber was built
/// with -DLIMBER_WITH_MPI=ON and mpirun started it; otherwise there is one.
namespace limber::app {

class MpiGroup {
public:
    /// Joins the others. Once in a process.
    MpiGroup();
    /// Where an exception unwinds, it ends all machines, which would wait for this one.
    ~MpiGroup();
    MpiGroup(const MpiGroup&) = delete;
    MpiGroup& operator=(const MpiGroup&) = delete;

    int count() const;
    /// The first one reads, writes and speaks for all.
    bool is_first() const;

    /// Every machine's: what the first one gave.
    std::string from_first(std::string bytes) const;
    /// Whether the number is the same one everywhere.
    bool agree_on(std::uint64_t number) const;
    /// The costs of all points, columns in the unit cube.
    Vector costs_of(GaitSearch& search, const Matrix& points, ThreadPool& threads) const;

    /// The exit code, at the end of the work; other than zero, it ends all machines, none of which is to wait for one
    /// that failed.
    int leave(int exit_code) const;
};

} // namespace limber::app
