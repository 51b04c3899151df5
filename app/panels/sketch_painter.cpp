// SPDX-License-Identifier: MIT
#include "app/panels/sketch_painter.h"

#include <imgui.h>

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

// Labels have plates, so that they are readable in front of any colour.
void paint(ImDrawList& paper, const std::vector<Label>& labels) {
    std::vector<Plate> plates;
    for (const Label& label : labels) {
        const ImVec2 size = ImGui::CalcTextSize(label.text.c_str());
        const float gap = 0.3F * ImGui::GetFontSize(); // the same for one line and for several
        const ImVec2 at = place(label.at);
        const float half = 0.5F * size.x + 2.0F * gap;
        const Plate plate =
            free_plate({ImVec2(at.x - half, at.y - size.y - 2.0F * gap), ImVec2(at.x + half, at.y)}, plates);
        paper.AddRectFilled(plate.low, plate.high, ImGui::GetColorU32(ImGuiCol_PopupBg), gap);
        paper.AddText(ImVec2(plate.low.x + 2.0F * gap, plate.low.y + gap), ImGui::GetColorU32(ImGuiCol_Text),
                      label.text.c_str());
        plates.push_back(plate);
    }
}

} // namespace

void paint(const Sketch& sketch, const ViewArea& view) {
    ImDrawList& paper = *ImGui::GetBackgroundDrawList();
    push_clip(paper, view);
    paint_clipped(paper, sketch.strokes);
    paint_clipped(paper, sketch.dots);
    paint(paper, sketch.labels);
    paper.PopClipRect();
}

} // namespace limber::app
