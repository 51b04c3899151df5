// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace limber::app {

/// The stem of a new file named after a character: letters and digits of any language, with dashes in place of
/// everything else, and ASCII letters in lower case. Never empty, and short enough for every file system.
std::string file_stem(const std::string& name);

} // namespace limber::app
