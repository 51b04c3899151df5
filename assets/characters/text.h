#pragma once

#include "engine/linalg/types.h"

#include <string>

/// JSON text, the same on every machine and in every locale.
namespace limber::assets {

std::string number(double value); // six significant digits
std::string list(const Vec3& v);
std::string matrix(const Affine& map); // 3 x 4

/// "[a, b]" of what `item(i)` gives.
template <typename Item>
std::string list(std::size_t count, const char* separator, Item item) {
    std::string text = "[";
    for (std::size_t i = 0; i < count; ++i) {
        text += (i > 0 ? separator : "") + item(i);
    }
    return text + "]";
}

} // namespace limber::assets
