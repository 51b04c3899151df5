// SPDX-License-Identifier: MIT
#pragma once

#include <imgui.h>
#include <imgui_internal.h>

/// ImGui without a window and without drawing.
namespace limber::testing {

class ImGuiFrames {
public:
    ImGuiFrames(float width, float height) {
        ImGuiIO& io = ImGui::GetIO();
        io.IniFilename = nullptr;
        io.DisplaySize = ImVec2(width, height);
        io.DeltaTime = 1.0F / 60.0F;
        for (int key = 0; key < ImGuiKey_COUNT; ++key) {
            io.KeyMap[key] = key;
        }
        unsigned char* pixels = nullptr;
        int columns = 0;
        int rows = 0;
        io.Fonts->GetTexDataAsRGBA32(&pixels, &columns, &rows);
        // Widgets remember the number of a frame; no two contexts of a program have the same.
        static int contexts = 0;
        context_->FrameCount = context_->FrameCountEnded = context_->FrameCountRendered = 1000 * ++contexts;
    }
    ~ImGuiFrames() {
        ImGui::DestroyContext(context_);
    }
    ImGuiFrames(const ImGuiFrames&) = delete;
    ImGuiFrames& operator=(const ImGuiFrames&) = delete;

private:
    ImGuiContext* context_ = ImGui::CreateContext();
};

} // namespace limber::testing
