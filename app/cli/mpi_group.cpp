// SPDX-License-Identifier: MIT
#ifndef LIMBER_WITH_MPI

#include "app/cli/mpi_group.h"

/// Without MPI: one machine.
namespace limber::app {

MpiGroup::MpiGroup() = default;
MpiGroup::~MpiGroup() = default;

int MpiGroup::count() const {
    return 1;
}

bool MpiGroup::is_first() const {
    return true;
}

std::string MpiGroup::from_first(std::string bytes) const {
    return bytes;
}

bool MpiGroup::agree_on(std::uint64_t) const {
    return true;
}

Vector MpiGroup::costs_of(GaitSearch& search, const Matrix& points, ThreadPool& threads) const {
    return search.costs_of(points, threads);
}

int MpiGroup::leave(int exit_code) const {
    return exit_code;
}

} // namespace limber::app

#endif
