// SPDX-License-Identifier: MIT
#pragma once

#include "app/rendering/draw_list.h"
#include "app/rendering/image.h"
#include "app/window/text_mask.h"

#include <string>
#include <vector>

/// Names above the columns of a picture.
namespace limber::app {

/// Lines of text on a plate, as the window has them.
struct Caption {
    PixelRect plate;             // from the top left corner of the picture
    std::vector<TextMask> lines; // from the top
};

class Captions {
public:
    /// None.
    Captions() = default;
    /// One for each column, in the middle of its top. Texts that are wider than a column are broken after commas, and
    /// all become smaller until they fit; none are shown where the columns are too narrow for readable ones.
    Captions(const std::vector<std::string>& texts, const std::vector<PixelRect>& columns);

    /// Draws them on a picture that has these columns. They are opaque where the picture is not.
    void draw(Image& image) const;
    /// Of the picture, what they need at its top [pixel].
    int height() const {
        return height_;
    }

private:
    std::vector<Caption> captions_;
    int height_ = 0;
};

} // namespace limber::app
