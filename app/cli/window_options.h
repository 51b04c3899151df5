#pragma once

#include <string>
#include <string_view>

/// The words that ask for no command: they are the window's, or a mistake.
namespace limber::app {

/// What limber --help says of the window's own options.
std::string window_help();

/// True when the first word is a command or a plea for help, so that the rest is the command's.
bool begins_with_a_command(int argc, const char* const* argv);

/// Whether --json is among the words, wherever it stands.
bool asks_for_json(int argc, const char* const* argv);

/// What is wrong with the value of one of the window's options: the end of a sentence, empty when it is sound.
std::string fault_in_window_value(std::string_view option, const std::string& value);

/// Why the window could not make sense of its words, as one sentence that names the word and what to do.
std::string fault_in_window_words(int argc, const char* const* argv);

} // namespace limber::app
