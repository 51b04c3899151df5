#pragma once

#include <string>

/// Which of their ways the libraries take on this machine: BLAS and the mathematical functions choose code for the
/// processor that they find, and each adds up in an order of its own. Results are the same bits where
/// this is the same, and nowhere else.
namespace limber {

std::string arithmetic_of_this_machine();

} // namespace limber
