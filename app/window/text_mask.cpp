// SPDX-License-Identifier: MIT
#include "app/window/text_mask.h"

#include "app/window/imgui_theme.h"
#include "app/window/needed_glyphs.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace limber::app {
namespace {

/// The pixels of all glyphs, without a context of ImGui.
struct GlyphAtlas {
    ImFontAtlas fonts;
    const ImFont* font = nullptr;
    const unsigned char* pixels = nullptr; // width x height
    int width = 0;
    int height = 0;

    // `ranges` must outlive it.
    GlyphAtlas(int size, const std::vector<unsigned short>& ranges) {
        fonts.Flags = ImFontAtlasFlags_NoMouseCursors | ImFontAtlasFlags_NoBakedLines;
        ImFontConfig config;
        config.SizePixels = static_cast<float>(size);
        config.OversampleH = 1; // a texel of the atlas is a pixel
        config.PixelSnapH = true;
        if (const std::string file = typeface_file(); !file.empty()) {
            font = fonts.AddFontFromFileTTF(file.c_str(), config.SizePixels, &config, ranges.data());
        }
        if (!font) {
            font = fonts.AddFontDefault(&config);
        }
        unsigned char* built = nullptr;
        fonts.GetTexDataAsAlpha8(&built, &width, &height);
        pixels = built;
    }
};

std::vector<unsigned short> ranges_for(const std::vector<std::string>& lines) {
    NeededGlyphs needed;
    for (const std::string& line : lines) {
        needed.add(line);
    }
    std::vector<unsigned short> ranges = usual_glyphs();
    ranges.pop_back(); // the zero behind the last pair
    const std::vector<unsigned short> more = needed.ranges();
    ranges.insert(ranges.end(), more.begin(), more.end());
    return ranges;
}

const ImFontGlyph& glyph_of(const ImFont& font, unsigned int code_point) {
    return *font.FindGlyph(static_cast<ImWchar>(code_point <= 0xFFFF ? code_point : '?'));
}

int whole(float pixels) {
    return static_cast<int>(std::lround(pixels));
}

// Copies the glyph to where the pen is. Glyphs may overlap.
void draw_glyph(const ImFontGlyph& glyph, const GlyphAtlas& atlas, int pen, TextMask& mask) {
    const int left = pen + whole(glyph.X0);
    const int top = whole(glyph.Y0);
    const int from_x = whole(glyph.U0 * static_cast<float>(atlas.width));
    const int from_y = whole(glyph.V0 * static_cast<float>(atlas.height));
    const int columns = std::min(whole(glyph.U1 * static_cast<float>(atlas.width)) - from_x, mask.width - left);
    const int rows = std::min(whole(glyph.V1 * static_cast<float>(atlas.height)) - from_y, mask.height - top);
    for (int y = std::max(0, -top); y < rows; ++y) {
        for (int x = std::max(0, -left); x < columns; ++x) {
            const auto to = static_cast<std::size_t>((top + y) * mask.width + left + x);
            const auto from = static_cast<std::size_t>((from_y + y) * atlas.width + from_x + x);
            mask.coverage[to] = std::max(mask.coverage[to], atlas.pixels[from]);
        }
    }
}

TextMask mask_of(const std::string& line, int height, const GlyphAtlas& atlas) {
    const std::vector<unsigned int> code_points = code_points_of(line);
    TextMask mask;
    mask.height = height;
    for (const unsigned int code_point : code_points) {
        mask.width += whole(glyph_of(*atlas.font, code_point).AdvanceX);
    }
    mask.coverage.assign(static_cast<std::size_t>(mask.width) * static_cast<std::size_t>(height), 0);
    int pen = 0;
    for (const unsigned int code_point : code_points) {
        const ImFontGlyph& glyph = glyph_of(*atlas.font, code_point);
        draw_glyph(glyph, atlas, pen, mask);
        pen += whole(glyph.AdvanceX);
    }
    return mask;
}

} // namespace

std::vector<TextMask> text_masks(const std::vector<std::string>& lines, int height) {
    const std::vector<unsigned short> ranges = ranges_for(lines);
    const GlyphAtlas atlas(height, ranges);
    std::vector<TextMask> masks;
    masks.reserve(lines.size());
    for (const std::string& line : lines) {
        masks.push_back(mask_of(line, height, atlas));
    }
    return masks;
}

} // namespace limber::app
