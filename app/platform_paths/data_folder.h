#pragma once

#include "engine/core/result.h"

#include <filesystem>
#include <string>

namespace limber::app {

/// Where the program's own files lie ("shaders", "assets"): below LIMBER_DATA_DIR when that is set, else in the
/// source tree it was built from, else beside the program or in ../share/limber. Fails with bad_input when
/// there is no such folder in any of these places.
Result<std::filesystem::path> data_folder(const std::string& name);

} // namespace limber::app
