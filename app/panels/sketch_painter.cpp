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

// On a plate, so that it can be read before any flesh.
void paint(ImDrawList& paper, const Label& label) {
    const ImVec2 size = ImGui::CalcTextSize(label.text.c_str());
    const float gap = 0.3F * size.y;
    const ImVec2 at = place(label.at);
    const ImVec2 low(at.x - 0.5F * size.x, at.y - size.y - gap);
    paper.AddRectFilled(ImVec2(low.x - 2.0F * gap, low.y - gap), ImVec2(low.x + size.x + 2.0F * gap, at.y),
                        ImGui::GetColorU32(ImGuiCol_PopupBg), gap);
    paper.AddText(low, ImGui::GetColorU32(ImGuiCol_Text), label.text.c_str());
}

} // namespace

void paint(const Sketch& sketch, const ViewArea& view) {
    ImDrawList& paper = *ImGui::GetBackgroundDrawList();
    const ImVec2 low(static_cast<float>(view.x), static_cast<float>(view.y));
    paper.PushClipRect(low, ImVec2(low.x + static_cast<float>(view.width), low.y + static_cast<float>(view.height)),
                       true);
    for (const Stroke& stroke : sketch.strokes) {
        paint(paper, stroke);
    }
    for (const Dot& dot : sketch.dots) {
        paint(paper, dot);
    }
    for (const Label& label : sketch.labels) {
        paint(paper, label);
    }
    paper.PopClipRect();
}

} // namespace limber::app
