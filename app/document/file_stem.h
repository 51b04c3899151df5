// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace limber::app {

/// The stem of a new file named after a character: letters and digits of any language, with dashes in place of
/// everything else, and ASCII letters in lower case. Never empty, and short enough for every file system.
std::string file_stem(const std::string& name);

/// The name as it is, for a file that its user confirms: only what a file name cannot hold somewhere (/ \ : * ? " < > |
/// and control characters) becomes a dash, and there are no dots and spaces at its ends. Never empty, and short enough
/// for every file system.
std::string kept_file_stem(const std::string& name);

} // namespace limber::app
