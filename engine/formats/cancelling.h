// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/progress.h"
#include "engine/core/result.h"

/// For work that checks whether it is cancelled more often than it reports its progress.
namespace limber {

inline bool is_cancelled(const Progress* progress) {
    return progress && progress->is_cancelled();
}

inline Error cancelled() {
    return {ErrorKind::cancelled, "cancelled", ""};
}

} // namespace limber
