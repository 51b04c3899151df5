// SPDX-License-Identifier: MIT
#include "app/cli/captions.h"

#include "engine/core/contract.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

namespace limber::app {
namespace {

constexpr int text_size_max = 44; // [pixel] height of a line
constexpr int text_size_min = 9;  // smaller text is hard to read
constexpr int lines_a_picture = 28;
constexpr double room_max = 0.4; // of the height of the picture

using Colour8 = std::array<std::uint8_t, 3>;
constexpr Colour8 plate_colour{0xFD, 0xFC, 0xFB};
constexpr Colour8 ink_colour{0x23, 0x29, 0x2E};

// "skinning, 16 modes," and so on: where a text may be broken.
std::vector<std::string> pieces_of(const std::string& text) {
    std::vector<std::string> pieces;
    std::size_t start = 0;
    for (std::size_t comma = text.find(", "); comma != std::string::npos; comma = text.find(", ", start)) {
        pieces.push_back(text.substr(start, comma + 1 - start));
        start = comma + 2;
    }
    pieces.push_back(text.substr(start));
    return pieces;
}

// As few lines as fit the width; nullopt: a piece does not.
std::optional<std::vector<std::string>> broken(const std::string& text, int width, int size) {
    const std::vector<std::string> pieces = pieces_of(text);
    std::vector<std::string> measured = pieces;
    measured.emplace_back(" ");
    const std::vector<TextMask> masks = text_masks(measured, size);
    std::vector<std::string> lines;
    int used = 0;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        if (masks[i].width > width) {
            return std::nullopt;
        }
        const int joined = used + masks.back().width + masks[i].width;
        if (lines.empty() || joined > width) {
            lines.push_back(pieces[i]);
            used = masks[i].width;
        } else {
            lines.back() += " " + pieces[i];
            used = joined;
        }
    }
    return lines;
}

int padding_of(int size) {
    return (size + 1) / 2;
}

Caption caption_at_top(const std::vector<std::string>& lines, const PixelRect& column, int size) {
    Caption caption;
    caption.lines = text_masks(lines, size);
    int width = 0;
    for (const TextMask& line : caption.lines) {
        width = std::max(width, line.width);
    }
    caption.plate.width = width + 2 * padding_of(size);
    caption.plate.height = static_cast<int>(lines.size()) * size + padding_of(size);
    caption.plate.x = column.x + (column.width - caption.plate.width) / 2;
    caption.plate.y = column.y + padding_of(size);
    return caption;
}

// nullopt: they do not fit at this size.
std::optional<std::vector<Caption>> captions_of_size(const std::vector<std::string>& texts,
                                                     const std::vector<PixelRect>& columns, int size) {
    std::vector<Caption> captions;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        const auto lines = broken(texts[i], columns[i].width - 4 * padding_of(size), size);
        if (!lines) {
            return std::nullopt;
        }
        captions.push_back(caption_at_top(*lines, columns[i], size));
        if (captions.back().plate.height + 2 * padding_of(size) > room_max * columns[i].height) {
            return std::nullopt;
        }
    }
    return captions;
}

// `share`: of the colour, 0 to 255.
void blend(const Colour8& colour, int share, std::size_t pixel, Image& image) {
    const int before = image.alpha.empty() ? 255 : image.alpha[pixel];
    const int rest = before * (255 - share) / 255;
    const int sum = std::max(share + rest, 1);
    for (std::size_t channel = 0; channel < 3; ++channel) {
        std::uint8_t& value = image.rgb[3 * pixel + channel];
        value = static_cast<std::uint8_t>((share * colour[channel] + rest * value) / sum);
    }
    if (!image.alpha.empty()) {
        image.alpha[pixel] = static_cast<std::uint8_t>(std::min(sum, 255));
    }
}

// The pixels of the mask, at its place in the picture.
void draw_line(const TextMask& line, int left, int top, Image& image) {
    for (int y = 0; y < line.height; ++y) {
        for (int x = 0; x < line.width; ++x) {
            const int share = line.coverage[static_cast<std::size_t>(y * line.width + x)];
            if (share > 0) {
                blend(ink_colour, share, static_cast<std::size_t>((top + y) * image.width + left + x), image);
            }
        }
    }
}

void draw_plate(const PixelRect& plate, Image& image) {
    constexpr int share = 235;
    for (int y = plate.y; y < plate.y + plate.height; ++y) {
        for (int x = plate.x; x < plate.x + plate.width; ++x) {
            blend(plate_colour, share, static_cast<std::size_t>(y * image.width + x), image);
        }
    }
}

} // namespace

Captions::Captions(const std::vector<std::string>& texts, const std::vector<PixelRect>& columns) {
    EXPECTS(texts.size() == columns.size() && !columns.empty());
    const int largest = std::min(columns.front().height / lines_a_picture, text_size_max);
    for (int size = std::max(largest, text_size_min + 3); size >= text_size_min; --size) {
        if (auto found = captions_of_size(texts, columns, size)) {
            captions_ = *std::move(found);
            for (const Caption& caption : captions_) {
                height_ = std::max(height_, caption.plate.y + caption.plate.height + padding_of(size));
            }
            return;
        }
    }
}

void Captions::draw(Image& image) const {
    for (const Caption& caption : captions_) {
        const PixelRect& plate = caption.plate;
        EXPECTS(plate.x >= 0 && plate.y >= 0 && plate.x + plate.width <= image.width &&
                plate.y + plate.height <= image.height);
        draw_plate(plate, image);
        const int padding = plate.height - static_cast<int>(caption.lines.size()) * caption.lines.front().height;
        int top = plate.y + padding / 2;
        for (const TextMask& line : caption.lines) {
            draw_line(line, plate.x + (plate.width - line.width) / 2, top, image);
            top += line.height;
        }
    }
}

} // namespace limber::app
