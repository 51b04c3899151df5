// SPDX-License-Identifier: MIT
#ifdef LIMBER_WITH_MPI

#include "app/cli/mpi_group.h"
#include "app/cli/report.h"

#include <mpi.h>

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <vector>

// MPI's macros are C casts.
#pragma GCC diagnostic ignored "-Wold-style-cast"

/// With MPI: as many machines as mpirun started.
namespace limber::app {
namespace {

int rank() {
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return rank;
}

// The first column of a machine's share of the columns.
Index share_begin(Index columns, int machine, int mpi) {
    return columns * machine / mpi;
}

// Open MPI lists the machine's devices by hwloc, whose plugin for graphics cards connects to every X server from :0 to
// :9. Xlib ends the program when one of them ends. A choice of plugins in the environment stays.
void leave_out_displays() {
    setenv("HWLOC_COMPONENTS", "-gl", 0);
}

} // namespace

// Rollouts use several threads, of which only this one calls MPI.
MpiGroup::MpiGroup() {
    leave_out_displays();
    int provided = MPI_THREAD_SINGLE;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
    if (provided < MPI_THREAD_FUNNELED) {
        print_error("this MPI library does not support threads; use one that was built with thread support", false);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

MpiGroup::~MpiGroup() {
    if (std::uncaught_exceptions() > 0 && count() > 1) {
        MPI_Abort(MPI_COMM_WORLD, 3);
    }
    MPI_Finalize();
}

int MpiGroup::count() const {
    int count = 1;
    MPI_Comm_size(MPI_COMM_WORLD, &count);
    return count;
}

bool MpiGroup::is_first() const {
    return rank() == 0;
}

std::string MpiGroup::from_first(std::string bytes) const {
    std::uint64_t size = bytes.size();
    MPI_Bcast(&size, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
    bytes.resize(size);
    constexpr std::uint64_t portion_max = 1U << 30; // MPI counts with int
    for (std::uint64_t sent = 0; sent < size; sent += portion_max) {
        const auto portion = static_cast<int>(std::min(portion_max, size - sent));
        MPI_Bcast(bytes.data() + sent, portion, MPI_CHAR, 0, MPI_COMM_WORLD);
    }
    return bytes;
}

bool MpiGroup::agree_on(std::uint64_t number) const {
    std::uint64_t least = 0;
    std::uint64_t most = 0;
    MPI_Allreduce(&number, &least, 1, MPI_UINT64_T, MPI_MIN, MPI_COMM_WORLD);
    MPI_Allreduce(&number, &most, 1, MPI_UINT64_T, MPI_MAX, MPI_COMM_WORLD);
    return least == most;
}

Vector MpiGroup::costs_of(GaitSearch& search, const Matrix& points, ThreadPool& threads) const {
    std::vector<int> sizes; // of the machines' shares
    std::vector<int> begins;
    for (int machine = 0; machine < count(); ++machine) {
        begins.push_back(static_cast<int>(share_begin(points.cols(), machine, count())));
        sizes.push_back(static_cast<int>(share_begin(points.cols(), machine + 1, count())) - begins.back());
    }
    const auto own = static_cast<std::size_t>(rank());
    Vector costs = Vector::Zero(points.cols());
    if (sizes[own] > 0) {
        costs.segment(begins[own], sizes[own]) = search.costs_of(points.middleCols(begins[own], sizes[own]), threads);
    }
    // Gathered instead of summed: adding zero would lose the sign of a negative zero.
    MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, costs.data(), sizes.data(), begins.data(), MPI_DOUBLE,
                   MPI_COMM_WORLD);
    return costs;
}

int MpiGroup::leave(int exit_code) const {
    if (exit_code != 0 && count() > 1) {
        MPI_Abort(MPI_COMM_WORLD, exit_code);
    }
    return exit_code;
}

} // namespace limber::app

#endif
