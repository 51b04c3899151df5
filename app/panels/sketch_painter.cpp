// SPDX-License-Identifier: MIT
#include "app/panels/sketch_painter.h"

#include <imgui.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace limber::app {
namespace {

ImU32 colour_of(const Ink& ink) {
    return ImGui::ColorConvertFloat4ToU32(ImVec4(ink.red, ink.green, ink.blue, ink.alpha));
}

ImVec2 place(const Pixel& pixel) {
    return {static_cast<float>(pixel.x()), static_cast<float>(pixel.y())};
}

void paint(ImDrawList& paper, const Stroke& stroke) {
    std::vector<ImVec2> points;
    points.reserve(stroke.points.size());
    for (const Pixel& pixel : stroke.points) {
        points.push_back(place(pixel));
    }
    const int count = static_cast<int>(points.size());
    if (stroke.filled) {
        paper.AddConvexPolyFilled(points.data(), count, colour_of(stroke.ink));
        return;
    }
    paper.AddPolyline(points.data(), count, colour_of(stroke.ink), stroke.closed ? ImDrawFlags_Closed : 0,
                      static_cast<float>(stroke.width));
}

void paint(ImDrawList& paper, const Dot& dot) {
    const float radius = static_cast<float>(dot.radius);
    if (dot.filled) {
        paper.AddCircleFilled(place(dot.at), radius, colour_of(dot.ink));
    } else {
        paper.AddCircle(place(dot.at), radius, colour_of(dot.ink), 0, 2.0F);
    }
}

void push_clip(ImDrawList& paper, const ViewArea& area) {
    const ImVec2 low(static_cast<float>(area.x), static_cast<float>(area.y));
    const ImVec2 high(low.x + static_cast<float>(area.width), low.y + static_cast<float>(area.height));
    paper.PushClipRect(low, high, true);
}

template <typename Mark>
void paint_clipped(ImDrawList& paper, const std::vector<Mark>& marks) {
    for (const Mark& mark : marks) {
        if (mark.clip) {
            push_clip(paper, *mark.clip);
        }
        paint(paper, mark);
        if (mark.clip) {
            paper.PopClipRect();
        }
    }
}

struct Plate {
    ImVec2 low, high;
};

bool overlap(const Plate& one, const Plate& other) {
    return one.low.x < other.high.x && other.low.x < one.high.x && one.low.y < other.high.y && other.low.y < one.high.y;
}

// Moves a plate up until it overlaps no other one.
Plate free_plate(Plate plate, const std::vector<Plate>& others) {
    for (bool is_free = false; !is_free;) {
        is_free = true;
        for (const Plate& other : others) {
            if (overlap(plate, other)) {
                const float up = plate.high.y - other.low.y + 1.0F;
                plate.low.y -= up;
                plate.high.y -= up;
                is_free = false;
            }
        }
    }
    return plate;
}

void paint_plate(ImDrawList& paper, const Plate& plate, float rounding) {
    paper.AddRectFilled(plate.low, plate.high, ImGui::GetColorU32(ImGuiCol_PopupBg), rounding);
}

void paint_bar(ImDrawList& paper, const Legend& legend, const ImVec2& low, const ImVec2& high) {
    const float cell = (high.x - low.x) / static_cast<float>(legend.colours.size());
    float from = low.x;
    for (const Ink& colour : legend.colours) {
        paper.AddRectFilled(ImVec2(from, low.y), ImVec2(from + cell, high.y), colour_of(colour));
        from += cell;
    }
    paper.AddRect(low, high, ImGui::GetColorU32(ImGuiCol_TextDisabled)); // white on a light plate
}

// The row above what covers it from below.
ViewArea uncovered(ViewArea row, const ViewArea& clear) {
    row.y = std::min(row.y, clear.y + clear.height - row.height);
    return row;
}

// In one line: the bar of its colours, and its text.
void paint_in_row(ImDrawList& paper, const Legend& legend, const ViewArea& row) {
    const float letter = ImGui::GetFontSize();
    const ImVec2 low(static_cast<float>(row.x), static_cast<float>(row.y));
    const ImVec2 high(low.x + static_cast<float>(row.width), low.y + static_cast<float>(row.height));
    paper.AddRectFilled(low, high, ImGui::GetColorU32(ImGuiCol_WindowBg));
    const float middle = 0.5F * (low.y + high.y);
    const ImVec2 bar(low.x + letter, middle - 0.3F * letter);
    const ImVec2 end(bar.x + 11.0F * letter, bar.y + 0.6F * letter);
    paint_bar(paper, legend, bar, end);
    paper.AddText(ImVec2(end.x + letter, middle - 0.5F * letter), ImGui::GetColorU32(ImGuiCol_Text),
                  legend.text.c_str());
}

// In the lower left corner of the area: a bar of its colours, and its text below.
Plate paint(ImDrawList& paper, const Legend& legend, const ViewArea& area) {
    const float letter = ImGui::GetFontSize();
    const float gap = 0.5F * letter;
    const ImVec2 text = ImGui::CalcTextSize(legend.text.c_str());
    const float width = std::max(text.x, 11.0F * letter);
    const float bar = 0.6F * letter;
    const ImVec2 low(static_cast<float>(area.x) + gap,
                     static_cast<float>(area.y + area.height) - text.y - bar - 4.0F * gap);
    const Plate plate{low, ImVec2(low.x + width + 2.0F * gap, low.y + text.y + bar + 3.0F * gap)};
    paint_plate(paper, plate, 0.3F * letter);
    const float top = low.y + gap;
    paint_bar(paper, legend, ImVec2(low.x + gap, top), ImVec2(low.x + gap + width, top + bar));
    paper.AddText(ImVec2(low.x + gap, top + bar + gap), ImGui::GetColorU32(ImGuiCol_Text), legend.text.c_str());
    return plate;
}

// A square in the middle of a line of text.
void paint_mark(ImDrawList& paper, const ImVec2& at, float size, const Ink& ink) {
    const float down = 0.5F * (ImGui::GetFontSize() - size);
    paper.AddRectFilled(ImVec2(at.x, at.y + down), ImVec2(at.x + size, at.y + down + size), colour_of(ink), 2.0F);
}

// Labels have plates, so that they are readable in front of any colour. `plates`: those that are there.
void paint(ImDrawList& paper, const std::vector<Label>& labels, std::vector<Plate> plates) {
    for (const Label& label : labels) {
        const ImVec2 size = ImGui::CalcTextSize(label.text.c_str());
        const float gap = 0.3F * ImGui::GetFontSize(); // the same for one line and for several
        const ImVec2 at = place(label.at);
        const float mark = label.mark ? 0.7F * ImGui::GetFontSize() : 0.0F;
        const float before = label.mark ? mark + gap : 0.0F; // the text
        const float half = 0.5F * (size.x + before) + 2.0F * gap;
        const Plate plate =
            free_plate({ImVec2(at.x - half, at.y - size.y - 2.0F * gap), ImVec2(at.x + half, at.y)}, plates);
        paint_plate(paper, plate, gap);
        const ImVec2 corner(plate.low.x + 2.0F * gap, plate.low.y + gap);
        if (label.mark) {
            paint_mark(paper, corner, mark, *label.mark);
        }
        paper.AddText(ImVec2(corner.x + before, corner.y), ImGui::GetColorU32(ImGuiCol_Text), label.text.c_str());
        plates.push_back(plate);
    }
}

} // namespace

void paint(const Sketch& sketch, const ViewArea& view, const ViewArea& clear) {
    ImDrawList& paper = *ImGui::GetBackgroundDrawList();
    push_clip(paper, view);
    paint_clipped(paper, sketch.strokes);
    paint_clipped(paper, sketch.dots);
    std::vector<Plate> plates;
    if (sketch.legend && sketch.legend->row) {
        paint_in_row(paper, *sketch.legend, uncovered(*sketch.legend->row, clear));
    } else if (sketch.legend && !sketch.legend->colours.empty()) {
        plates.push_back(paint(paper, *sketch.legend, clear));
    }
    paint(paper, sketch.labels, std::move(plates));
    paper.PopClipRect();
}

} // namespace limber::app
