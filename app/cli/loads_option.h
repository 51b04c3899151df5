// SPDX-License-Identifier: MIT
#pragma once

#include "app/document/body_load.h"

#include <filesystem>
#include <string>
#include <vector>

/// What follows "--loads", and "loads=" in a kind: a file, "mass", or sources from which the scene proposes loads:
/// "springs", "handles", "obstacles" or "pockets", or several with "+" between them.
namespace limber::app {

/// Empty: the text names a file, or is "mass".
std::vector<LoadSource> load_sources_in(const std::string& text);

/// Without the name of a component; empty: the text names none.
std::filesystem::path loads_file_in(const std::string& text);

} // namespace limber::app
