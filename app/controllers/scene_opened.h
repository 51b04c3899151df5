// SPDX-License-Identifier: MIT
#pragma once

#include "app/simulation/rebuild_worker.h"

#include <filesystem>

namespace limber::app {

/// Another scene has replaced the document. Features clear what belongs to the previous one. Valid during one call.
struct SceneOpened {
    const Built& built;
    const std::filesystem::path& path;
};

} // namespace limber::app
