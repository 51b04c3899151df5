// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/arguments.h"
#include "engine/core/result.h"

#include <optional>

/// The files that subspaces are made from: loads, weights and motions.
namespace limber::app {

/// Reads those of the characters with these options, and computes nothing: a faulty file is found before others are
/// computed, which may take long. Other faults are left to the computation.
std::optional<Error> fault_in_subspace_files(const Arguments& arguments);

/// Likewise of the bodies of `--beside`.
std::optional<Error> fault_in_files_beside(const Arguments& arguments);

} // namespace limber::app
