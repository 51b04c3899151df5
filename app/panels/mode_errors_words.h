// SPDX-License-Identifier: MIT
#pragma once

#include "app/comparison/mode_errors.h"

#include <string>

/// What the panel says about the errors of numbers of modes.
namespace limber::app {

/// "Computing subspace 4 of 5, of 16 modes.", then "So far, after 12 of 240 frames:".
std::string words_while_measuring(const ModeErrors& errors);
std::string words_when_stopped(const ModeErrors& errors);
/// What was measured before the document changed, or is still measured.
const char* words_when_outdated(bool is_running);
/// "Enough for this motion: 8 modes."; where the error still falls at the most modes, what these leave of it.
/// Precondition: at least two numbers of modes.
std::string words_of_answer(const ModeErrors& errors);
/// Why it is the answer, and what to do about it.
const char* words_about_answer(const ModeErrors& errors);

} // namespace limber::app
