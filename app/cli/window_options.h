// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

/// Command lines without a command: those of the window, and faulty ones.
namespace limber::app {

/// The window's options in `limber --help`.
std::string window_help();

/// Whether the first argument is a command or asks for help.
bool starts_with_command(int argc, const char* const* argv);

/// Whether --json is among the arguments.
bool asks_for_json(int argc, const char* const* argv);

/// Checks the value of one of the window's options: the end of a sentence, empty for a valid value.
std::string fault_in_window_value(std::string_view option, const std::string& value);

/// One sentence about the first faulty argument of the window, with a remedy.
std::string fault_in_window_arguments(int argc, const char* const* argv);

} // namespace limber::app
