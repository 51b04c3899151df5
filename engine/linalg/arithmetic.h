// SPDX-License-Identifier: MIT
#pragma once

#include <string>

/// Identifies the code paths of the libraries on this machine: BLAS and the mathematical functions select code for the
/// processor, and each sums in its own order. Results have the same bits only where this text is the same.
namespace limber {

std::string arithmetic_of_this_machine();

} // namespace limber
