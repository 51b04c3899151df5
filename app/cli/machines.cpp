#ifndef LIMBER_WITH_MPI

#include "app/cli/machines.h"

/// One machine alone.
namespace limber::app {

Machines::Machines() = default;
Machines::~Machines() = default;

int Machines::count() const {
    return 1;
}

bool Machines::is_first() const {
    return true;
}

std::string Machines::from_first(std::string bytes) const {
    return bytes;
}

bool Machines::agree_on(std::uint64_t) const {
    return true;
}

Vector Machines::costs_of(GaitSearch& search, const Matrix& points, ThreadPool& threads) const {
    return search.costs_of(points, threads);
}

int Machines::leave(int exit_code) const {
    return exit_code;
}

} // namespace limber::app

#endif
