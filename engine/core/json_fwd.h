// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace limber {

/// A JSON value; objects keep the order of their members. Sources that look into values include json.h.
using Json = nlohmann::ordered_json;

} // namespace limber
