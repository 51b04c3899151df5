// SPDX-License-Identifier: MIT
#include "engine/core/result.h"

namespace limber {

std::string sentence(const Error& error) {
    return error.where.empty() ? error.message : error.where + ": " + error.message;
}

} // namespace limber
