// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/result.h"

#include <filesystem>
#include <string>

namespace limber::app {

/// The folder `name` of the program's data files ("shaders", "assets"). Searched in this order: LIMBER_DATA_DIR, the
/// source tree of the build, the program's folder, ../share/limber. Fails with bad_input when none of them has it.
Result<std::filesystem::path> data_folder(const std::string& name);

} // namespace limber::app
