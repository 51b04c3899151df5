// SPDX-License-Identifier: MIT
#pragma once

#include "engine/linalg/types.h"

#include <string>

/// JSON text that does not depend on machine or locale.
namespace limber::makers {

std::string number(double value); // six significant digits
std::string list(const Vec3& v);
std::string matrix(const Affine& map); // 3 x 4

/// "[a, b]" with the texts that `item(i)` returns.
template <typename Item>
std::string list(std::size_t count, const char* separator, Item item) {
    std::string text = "[";
    for (std::size_t i = 0; i < count; ++i) {
        text += (i > 0 ? separator : "") + item(i);
    }
    return text + "]";
}

} // namespace limber::makers
