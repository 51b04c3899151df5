#pragma once

#include <string>

namespace limber::app {

/// The stem of a new file that is named after a character: letters and digits of any language, and a dash for all that
/// is between them; those of English in lower case. Never empty, and of a length that every file system takes.
std::string file_stem(const std::string& name);

} // namespace limber::app
