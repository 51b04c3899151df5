// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/result.h"

#include <cmath>
#include <optional>
#include <string>

namespace limber {

/// An error that names the property unless its value is positive and finite.
inline std::optional<Error> fault_if_not_positive(double value, const std::string& name) {
    if (value > 0.0 && std::isfinite(value)) {
        return std::nullopt;
    }
    return Error{ErrorKind::bad_input, std::to_string(value) + " is out of range: it must be a positive, finite number",
                 name};
}

} // namespace limber
