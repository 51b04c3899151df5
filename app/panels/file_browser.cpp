#include "app/panels/file_browser.h"

#include "app/panels/phrases.h"
#include "app/panels/widget_places.h"

#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>

namespace limber::app {
namespace {

namespace fs = std::filesystem;

constexpr int patience = 10; // [frames] for the keyboard to come to the path

fs::path with_ending(fs::path path) {
    if (path.extension() != ".json") {
        path += ".json";
    }
    return path;
}

} // namespace

void FileBrowser::show(Purpose purpose, const fs::path& start) {
    std::error_code ignored;
    purpose_ = purpose;
    shown_ = true;
    just_shown_ = true;
    frames_until_typed_ = patience;
    filter_.clear();
    to_replace_.clear();
    chosen_.reset();
    const bool is_folder = fs::is_directory(start, ignored);
    go_to(is_folder ? start : start.parent_path());
    typed_ = is_folder ? "" : start.string();
}

void FileBrowser::go_to(const fs::path& folder) {
    std::error_code ignored;
    const fs::path whole = fs::weakly_canonical(folder.empty() ? fs::current_path(ignored) : folder, ignored);
    auto found = entries_of(whole, filter_);
    trouble_ = found ? "" : sentence(found.error()) + ".";
    if (found) {
        folder_ = whole;
        entries_ = std::move(found).value();
    }
}

fs::path FileBrowser::typed_path() const {
    const fs::path typed = typed_;
    return typed.is_absolute() ? typed : folder_ / typed;
}

bool FileBrowser::is_choosable(const fs::path& typed) const {
    std::error_code ignored;
    return !typed_.empty() && !fs::is_directory(typed, ignored);
}

// What is there already is replaced only when it is chosen again.
void FileBrowser::choose(const fs::path& path) {
    if (purpose_ != Purpose::save) {
        chosen_ = path;
        return;
    }
    const fs::path whole = with_ending(path);
    std::error_code ignored;
    if (fs::exists(whole, ignored) && whole != to_replace_) {
        to_replace_ = whole;
        typed_ = whole.string();
        trouble_ = whole.filename().string() + " is there already.";
        return;
    }
    chosen_ = whole;
}

const char* FileBrowser::choose_label() const {
    switch (purpose_) {
    case Purpose::open:
        return "Open";
    case Purpose::add:
        return "Add";
    case Purpose::gait:
    case Purpose::search:
        return "Load";
    case Purpose::save:
        break;
    }
    return !to_replace_.empty() && with_ending(typed_path()) == to_replace_ ? "Replace" : "Save";
}

void FileBrowser::list(float height) {
    ImGui::BeginChild("files", ImVec2(0, height), true);
    if (folder_.has_parent_path() && folder_ != folder_.root_path() && ImGui::Selectable("..  (one folder up)")) {
        go_to(folder_.parent_path());
    }
    std::optional<fs::path> entered;
    for (const FileEntry& entry : entries_) {
        const std::string name = entry.path.filename().string() + (entry.is_folder ? "/" : "");
        const bool selected = !entry.is_folder && typed_path() == entry.path;
        if (ImGui::Selectable(name.c_str(), selected, ImGuiSelectableFlags_AllowDoubleClick)) {
            if (entry.is_folder) {
                entered = entry.path;
            } else {
                typed_ = entry.path.string();
                if (purpose_ != Purpose::save && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
                    choose(entry.path);
                }
            }
        }
        remember_place("file: " + entry.path.filename().string());
    }
    if (entries_.empty()) {
        ImGui::TextDisabled("Nothing here that can be opened.");
    }
    ImGui::EndChild();
    if (entered) {
        go_to(*entered);
    }
}

void FileBrowser::list_recent(const std::vector<fs::path>& recent, float height) {
    ImGui::BeginChild("recent", ImVec2(0, height), true);
    ImGui::TextDisabled("Recent");
    for (const auto& path : recent) {
        if (ImGui::Selectable(short_path(path, 60).c_str(), false, ImGuiSelectableFlags_AllowDoubleClick)) {
            typed_ = path.string();
            go_to(path.parent_path());
            if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
                choose(path);
            }
        }
    }
    if (recent.empty()) {
        ImGui::TextDisabled("Nothing yet.");
    }
    ImGui::EndChild();
}

std::optional<fs::path> FileBrowser::draw(const std::vector<fs::path>& recent, double content_scale, double width,
                                          double height) {
    frames_until_typed_ = std::max(frames_until_typed_ - 1, 0);
    const char* title = purpose_ == Purpose::open     ? "Open a scene, a mesh or a surface"
                        : purpose_ == Purpose::add    ? "Add a character to the scene"
                        : purpose_ == Purpose::gait   ? "Load a gait"
                        : purpose_ == Purpose::search ? "Load a search"
                                                      : "Save the scene";
    if (shown_ && !ImGui::IsPopupOpen(title)) {
        ImGui::OpenPopup(title);
    }
    const float scale = static_cast<float>(content_scale);
    const ImVec2 size(std::min(640.0F * scale, 0.9F * static_cast<float>(width)),
                      std::min(520.0F * scale, 0.9F * static_cast<float>(height)));
    ImGui::SetNextWindowPos(ImVec2(0.5F * static_cast<float>(width), 0.5F * static_cast<float>(height)),
                            ImGuiCond_Always, ImVec2(0.5F, 0.5F));
    ImGui::SetNextWindowSize(size);
    // Modal: nothing behind it answers the mouse, and nothing behind it shines through.
    ImVec4 opaque = ImGui::GetStyleColorVec4(ImGuiCol_PopupBg);
    opaque.w = 1.0F;
    ImGui::PushStyleColor(ImGuiCol_PopupBg, opaque);
    const bool open = ImGui::BeginPopupModal(title, &shown_,
                                             ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoCollapse |
                                                 ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove);
    ImGui::PopStyleColor();
    if (!open) {
        return std::nullopt;
    }
    if (ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape), false)) {
        shown_ = false;
        ImGui::CloseCurrentPopup();
    }
    ImGui::TextDisabled("%s", short_path(folder_, 80).c_str());
    ImGui::SetNextItemWidth(-1.0F);
    if (ImGui::InputTextWithHint("##filter", "Filter by name", &filter_)) {
        go_to(folder_);
    }
    const float rows = ImGui::GetContentRegionAvail().y - 2.5F * ImGui::GetFrameHeightWithSpacing();
    list(purpose_ != Purpose::save ? 0.7F * rows : rows);
    if (purpose_ != Purpose::save) {
        list_recent(recent, 0.3F * rows);
    }
    ImGui::SetNextItemWidth(-1.0F);
    if (just_shown_) {
        ImGui::SetKeyboardFocusHere();
        just_shown_ = false;
    }
    const bool entered = ImGui::InputTextWithHint("##path", "Path", &typed_, ImGuiInputTextFlags_EnterReturnsTrue);
    frames_until_typed_ = ImGui::IsItemActive() ? 0 : frames_until_typed_;
    remember_place("Path");
    std::error_code ignored;
    if (entered && fs::is_directory(typed_path(), ignored)) {
        go_to(typed_path());
        typed_.clear();
    }
    const bool choosable = is_choosable(typed_path());
    ImGui::BeginDisabled(!choosable);
    const bool pressed = ImGui::Button(choose_label(), ImVec2(110.0F * scale, 0));
    remember_place("Choose");
    ImGui::EndDisabled();
    ImGui::SameLine();
    if (ImGui::Button("Close", ImVec2(110.0F * scale, 0))) {
        shown_ = false;
    }
    if (!trouble_.empty()) {
        ImGui::SameLine();
        ImGui::TextUnformatted(trouble_.c_str());
    }
    if ((pressed || entered) && choosable) {
        choose(typed_path());
    }
    if (chosen_ || !shown_) {
        ImGui::CloseCurrentPopup();
    }
    ImGui::EndPopup();
    if (chosen_) {
        shown_ = false;
        return std::exchange(chosen_, std::nullopt);
    }
    return std::nullopt;
}

} // namespace limber::app
