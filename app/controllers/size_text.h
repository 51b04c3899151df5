// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

namespace limber::app {

/// "12.3 MB" or "1.23 GB": three digits, never as a power of ten.
std::string size_text(std::uintmax_t bytes);

} // namespace limber::app
