// SPDX-License-Identifier: MIT
#include "app/panels/file_browser.h"

#include "app/character_build/build_character.h"
#include "app/creatures/creatures.h"
#include "app/panels/fitting.h"
#include "app/panels/phrases.h"
#include "app/panels/slider.h"
#include "app/panels/tooltip.h"
#include "app/panels/widget_places.h"
#include "app/view/film.h"
#include "engine/formats/motion_export.h"

#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <array>
#include <iterator>

namespace limber::app {
namespace {

namespace fs = std::filesystem;

constexpr int patience = 10;           // [frames] until the path field has the keyboard focus
constexpr double tolerance_low = 1e-7; // that of rounding to floats
constexpr double tolerance_high = 1e-2;

} // namespace

fs::path FileBrowser::with_ending(fs::path path) const {
    if (purpose_ == FilePurpose::export_motion) {
        if (!path.has_extension()) {
            path += ".glb";
        }
    } else if (purpose_ == FilePurpose::seen_motion) {
        if (path.extension() != ".npy") {
            path += ".npy";
        }
    } else if (path.extension() != ".json") {
        path += purpose_ == FilePurpose::save_recording ? recording_ending : ".json";
    }
    return path;
}

const char* FileBrowser::title() const {
    switch (purpose_) {
    case FilePurpose::open:
        return "Open a scene, a mesh or a surface";
    case FilePurpose::add:
        return "Add a character to the scene";
    case FilePurpose::clip:
        return "Add a clip, .bvh, .json, or that of a character";
    case FilePurpose::rig:
        return "Attach a rig, .json, or that of a character";
    case FilePurpose::gait:
        return "Load a gait";
    case FilePurpose::search:
        return "Load a search";
    case FilePurpose::motion:
        return "Choose a motion, .npy or .pc2";
    case FilePurpose::weights:
        return "Choose weights, a row for each vertex, .npy";
    case FilePurpose::loads:
        return "Choose loads, .json";
    case FilePurpose::paint:
        return "Choose paint, a value from 0 to 1 for each vertex, .npy";
    case FilePurpose::cage:
        return "Choose a cage, a closed surface around the body: .obj, .stl or .ply";
    case FilePurpose::save:
        return "Save the scene";
    case FilePurpose::export_motion:
        return "Export the motion: .glb, .usda, .pc2, .mdd, .obj, .mp4 or .png";
    case FilePurpose::seen_motion:
        return "Save the motion that the subspace is made from, .npy";
    case FilePurpose::save_recording:
        break;
    }
    return "Save the recording of the last seconds";
}

const char* FileBrowser::words_for_none() const {
    if (!filter_.empty()) {
        return "No name contains that text.";
    }
    return purpose_ == FilePurpose::save             ? "No scene is saved in this folder yet."
           : purpose_ == FilePurpose::save_recording ? "No recording is saved in this folder yet."
           : purpose_ == FilePurpose::export_motion  ? "No motion is exported to this folder yet."
           : purpose_ == FilePurpose::seen_motion    ? "No motion is saved in this folder yet."
                                                     : "There is nothing to open here.";
}

const FileKind& FileBrowser::kind() const {
    static const FileKind any = can_be_opened;
    static const FileKind scenes = is_called_like_a_scene;
    static const FileKind recordings = is_called_like_a_recording;
    static const FileKind arrays = is_called_like_an_array;
    static const FileKind clips = is_called_like_a_clip;
    static const FileKind motions = is_called_like_an_exported_motion;
    static const FileKind rigs = is_called_like_a_rig;
    switch (purpose_) {
    case FilePurpose::clip:
        return clips;
    case FilePurpose::rig:
        return rigs;
    case FilePurpose::save:
        return scenes;
    case FilePurpose::save_recording:
        return recordings;
    case FilePurpose::export_motion:
        return motions;
    case FilePurpose::motion:
    case FilePurpose::seen_motion:
    case FilePurpose::weights:
    case FilePurpose::paint:
        return arrays;
    default:
        return any;
    }
}

void FileBrowser::show(FilePurpose purpose, const fs::path& start) {
    purpose_ = purpose;
    shown_ = true;
    just_shown_ = true;
    frames_until_typed_ = patience;
    filter_.clear();
    to_replace_.clear();
    chosen_.reset();
    // Files that are saved come with a name, the others with a folder.
    go_to(saves() ? start.parent_path() : start);
    typed_ = saves() ? start.string() : "";
    name_ = saves() ? start.filename() : fs::path();
}

void FileBrowser::go_to(const fs::path& folder) {
    reader_.list(folder, filter_, kind());
}

void FileBrowser::take_folder() {
    auto read = reader_.poll_folder();
    if (!read) {
        return;
    }
    trouble_ = *read ? "" : sentence(read->error()) + ".";
    if (*read) {
        Folder folder = std::move(*read).value();
        folder_ = std::move(folder.path);
        entries_ = std::move(folder.entries);
        if (types_name_) {
            typed_ = name_.empty() ? "" : (folder_ / name_).string();
        }
    }
    types_name_ = false;
}

// A file to be saved keeps its name when the folder changes.
void FileBrowser::enter(const fs::path& folder) {
    if (saves() && !typed_.empty() && typed_path() != folder) {
        name_ = typed_path().filename();
    }
    types_name_ = true;
    go_to(folder);
}

fs::path FileBrowser::typed_path() const {
    const fs::path typed = typed_;
    return typed.is_absolute() ? typed : folder_ / typed;
}

void FileBrowser::choose_typed() {
    reader_.look_at(typed_path(), saves() ? with_ending(typed_path()) : typed_path());
}

void FileBrowser::take_path() {
    if (const auto typed = reader_.poll_path(); typed && *typed && shown_) {
        choose(typed->value());
    }
}

// Why a file cannot be written, as a sentence; empty: it can.
std::string FileBrowser::fault_in_target(const fs::path& file) const {
    if (purpose_ == FilePurpose::export_motion && !is_export_file(file) && !is_film_file(file)) {
        return "The name must end in one of " + std::string(export_extensions()) + ", .mp4, .png.";
    }
    const auto is_kept = [&](const fs::path& kept) {
        return kept.lexically_normal() == file.lexically_normal();
    };
    return std::ranges::any_of(kept_, is_kept)
               ? file.filename().string() + " is a file of the character and would be lost: choose another name."
               : "";
}

// A folder is entered. An existing file is replaced only when it is chosen a second time.
void FileBrowser::choose(const TypedPath& typed) {
    if (typed.is_folder) {
        enter(typed.path);
        return;
    }
    if (const std::string fault = saves() ? fault_in_target(typed.file) : ""; !fault.empty()) {
        trouble_ = fault;
        return;
    }
    if (saves() && typed.is_there && typed.file != to_replace_) {
        to_replace_ = typed.file;
        typed_ = typed.file.string();
        trouble_ = typed.file.filename().string() + " already exists: Replace overwrites it.";
        return;
    }
    chosen_ = typed.file;
}

const char* FileBrowser::choose_label() const {
    switch (purpose_) {
    case FilePurpose::open:
        return "Open";
    case FilePurpose::add:
    case FilePurpose::clip:
        return "Add";
    case FilePurpose::rig:
        return "Attach";
    case FilePurpose::gait:
    case FilePurpose::search:
    case FilePurpose::motion:
    case FilePurpose::weights:
    case FilePurpose::loads:
    case FilePurpose::paint:
    case FilePurpose::cage:
        return "Load";
    case FilePurpose::save:
    case FilePurpose::save_recording:
    case FilePurpose::export_motion:
    case FilePurpose::seen_motion:
        break;
    }
    return !to_replace_.empty() && with_ending(typed_path()) == to_replace_ ? "Replace"
           : purpose_ == FilePurpose::export_motion                         ? "Export"
                                                                            : "Save";
}

void FileBrowser::list(float height) {
    ImGui::BeginChild("files", ImVec2(0, height), true);
    if (folder_.has_parent_path() && folder_ != folder_.root_path() && ImGui::Selectable("..  (one folder up)")) {
        enter(folder_.parent_path());
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
                if (!saves() && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
                    chosen_ = entry.path;
                }
            }
        }
        remember_place("file: " + entry.path.filename().string());
    }
    if (std::ranges::all_of(entries_, &FileEntry::is_folder)) {
        ImGui::TextDisabled("%s", words_for_none());
    }
    ImGui::EndChild();
    if (entered) {
        enter(*entered);
    }
}

// Files that were opened as scenes or characters: of these a clip or a rig may be in a character's file. A JSON file
// among them is a scene.
bool FileBrowser::takes_recent(const fs::path& path) const {
    switch (purpose_) {
    case FilePurpose::open:
    case FilePurpose::add:
        return true;
    case FilePurpose::clip:
    case FilePurpose::rig:
        return kind()(path) && !is_called_like_a_scene(path);
    default:
        return false;
    }
}

void FileBrowser::list_recent(const std::vector<fs::path>& recent, float height) {
    ImGui::BeginChild("recent", ImVec2(0, height), true);
    ImGui::TextDisabled("Recent");
    for (const auto& path : recent) {
        const std::string name = creature_named_by(path) ? display_name(path) : short_path(path, 60);
        if (ImGui::Selectable(name.c_str(), false, ImGuiSelectableFlags_AllowDoubleClick)) {
            typed_ = path.string();
            go_to(path.parent_path());
            if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
                chosen_ = path;
            }
        }
    }
    if (recent.empty()) {
        ImGui::TextDisabled("Nothing yet.");
    }
    ImGui::EndChild();
}

// How a .glb has the motion; other files have the positions themselves.
void FileBrowser::morph_or_joints_row() {
    ImGui::BeginDisabled(with_ending(typed_path()).extension() != ".glb");
    const auto one = [&](const char* name, bool value, const char* words) {
        if (ImGui::RadioButton(name, has_joints_ == value)) {
            has_joints_ = value;
        }
        remember_place(name);
        if (ImGui::IsItemHovered()) {
            tooltip(words);
        }
        ImGui::SameLine();
    };
    one("Morph targets", false, "Exact to a millionth of the size, or as near as you choose: shapes that are blended");
    one("Joints", true,
        "Approximate: a skin with joints, four at each vertex, which every game engine plays and which is smaller. The "
        "message afterwards says how far it is off");
    if (has_joints_) {
        ImGui::SetNextItemWidth(-1.0F);
        ImGui::SliderInt("##joints", &joints_, 2, 256, "at most %d joints", ImGuiSliderFlags_AlwaysClamp);
        remember_place("Number of joints");
    } else {
        ImGui::SetNextItemWidth(0.5F * ImGui::GetContentRegionAvail().x);
        morph_encoding_choice();
        ImGui::SameLine();
        morph_tolerance();
    }
    ImGui::EndDisabled();
}

void FileBrowser::morph_tolerance() {
    ImGui::BeginDisabled(morphs_ == MorphEncoding::exact);
    ImGui::SetNextItemWidth(-1.0F);
    slider("##tolerance", tolerance_, tolerance_low, tolerance_high, "within %.1g of the size",
           ImGuiSliderFlags_Logarithmic);
    tolerance_ = std::clamp(tolerance_, tolerance_low, tolerance_high); // any number may be typed
    remember_place("Tolerance of morph targets");
    if (ImGui::IsItemHovered()) {
        tooltip("How far the worst vertex may be off in any frame, as a share of the size. The more, the fewer fitted "
                "targets are written");
    }
    ImGui::EndDisabled();
}

void FileBrowser::morph_encoding_choice() {
    constexpr std::array labels{"the smaller file", "exact: those of the subspace", "fitted to this motion"};
    static_assert(labels.size() == morph_encoding_names.size());
    const bool is_open = ImGui::BeginCombo("##morphs", labels.at(static_cast<std::size_t>(morphs_)));
    remember_place("Kind of morph targets");
    if (!is_open) {
        if (ImGui::IsItemHovered()) {
            tooltip("Exact targets are as many for any motion, and other motions of the same character can share them. "
                    "Fitted ones are right for this motion alone, to the tolerance beside them, and often fewer");
        }
        return;
    }
    for (std::size_t i = 0; i < labels.size(); ++i) {
        const auto encoding = static_cast<MorphEncoding>(i);
        if (ImGui::Selectable(labels.at(i), encoding == morphs_)) {
            morphs_ = encoding;
        }
        remember_place(labels.at(i));
    }
    ImGui::EndCombo();
}

// 0: a frame a step.
void FileBrowser::rate_choice(const char* id, std::span<const double> rates, double& chosen) {
    const auto label = [](double rate) {
        return rate > 0.0 ? std::to_string(static_cast<int>(rate)) + " frames a second" : "A frame for each step";
    };
    if (ImGui::BeginCombo(id, label(chosen).c_str())) {
        for (const double rate : rates) {
            if (ImGui::Selectable(label(rate).c_str(), rate == chosen)) {
                chosen = rate;
            }
            remember_place(label(rate));
        }
        ImGui::EndCombo();
    }
    remember_place("Frames a second");
    if (ImGui::IsItemHovered()) {
        tooltip("A frame between two steps is interpolated between them");
    }
}

// In place of the row above for other files.
void FileBrowser::film_row() {
    constexpr std::array rates{24.0, 25.0, 30.0, 60.0, 120.0};
    const float width = 0.3F * ImGui::GetContentRegionAvail().x;
    ImGui::SetNextItemWidth(width);
    rate_choice("##rate", rates, film_.frames_per_second);
    ImGui::SameLine();
    ImGui::SetNextItemWidth(width);
    auto turn = static_cast<float>(film_.turn);
    if (slider("##turn", turn, -360.0F, 360.0F, "turns by %.0f\u00b0", ImGuiSliderFlags_AlwaysClamp).changed) {
        film_.turn = static_cast<double>(std::clamp(turn, -360.0F, 360.0F));
    }
    remember_place("Turn of the camera");
    if (ImGui::IsItemHovered()) {
        tooltip("Turntable: the camera goes around the middle of the picture by this angle during the film");
    }
    ImGui::SameLine();
    chooses_follow_ = ImGui::Checkbox("Follow", &film_.follows) || chooses_follow_;
    remember_place("Follow in the film");
    if (ImGui::IsItemHovered()) {
        tooltip("The camera moves along with the selected character, along the ground");
    }
}

void FileBrowser::loop_row() {
    ImGui::Checkbox("One loop, without a seam", &is_loop_);
    remember_place("One loop");
    if (ImGui::IsItemHovered()) {
        tooltip(
            "Only the last loop of the clip: its end is blended into its start, and its first frame is written again "
            "at the end, but not in a film. The clip must have played two passes");
    }
    if (!is_film_file(with_ending(typed_path()))) {
        constexpr std::array rates{0.0, 24.0, 25.0, 30.0, 60.0, 120.0};
        ImGui::SameLine();
        ImGui::SetNextItemWidth(-1.0F);
        rate_choice("##motion rate", rates, frames_per_second_);
    }
}

std::string FileBrowser::export_length() const {
    const double rate = is_film_file(with_ending(typed_path())) ? film_.frames_per_second : frames_per_second_;
    return is_loop_ ? words_for_loop(loop_seconds_, motion_seconds_, removed_seconds_)
                    : length_of_export(motion_steps_, motion_seconds_, rate) + words_without_start(removed_seconds_) +
                          words_after_clip(seconds_after_clip_);
}

// The height of the rows beside both buttons that a sentence needs, beyond that of a button [pixels].
float FileBrowser::room_for_trouble(const std::string& trouble, float button_width) {
    const float spacing = ImGui::GetStyle().ItemSpacing.x;
    const float width = ImGui::GetContentRegionAvail().x - 2.0F * (button_width + spacing);
    const float height = ImGui::CalcTextSize(trouble.c_str(), nullptr, false, std::max(width, 1.0F)).y;
    return std::max(height - ImGui::GetFrameHeight(), 0.0F);
}

std::optional<fs::path> FileBrowser::draw(const std::vector<fs::path>& recent, double content_scale, double width,
                                          double height) {
    frames_until_typed_ = std::max(frames_until_typed_ - 1, 0);
    take_folder();
    take_path();
    const ExportMotion before = export_to(typed_);
    if (shown_ && !ImGui::IsPopupOpen(title())) {
        ImGui::OpenPopup(title());
    }
    const float scale = static_cast<float>(content_scale);
    const ImVec2 size(std::min(640.0F * scale, 0.9F * static_cast<float>(width)),
                      std::min(520.0F * scale, 0.9F * static_cast<float>(height)));
    ImGui::SetNextWindowPos(ImVec2(0.5F * static_cast<float>(width), 0.5F * static_cast<float>(height)),
                            ImGuiCond_Always, ImVec2(0.5F, 0.5F));
    ImGui::SetNextWindowSize(size);
    // The dialog is modal: widgets behind it ignore the mouse, and its background is opaque.
    ImVec4 opaque = ImGui::GetStyleColorVec4(ImGuiCol_PopupBg);
    opaque.w = 1.0F;
    ImGui::PushStyleColor(ImGuiCol_PopupBg, opaque);
    const bool open = ImGui::BeginPopupModal(title(), &shown_,
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
    const bool is_motion = purpose_ == FilePurpose::export_motion;
    const float button_width = 110.0F * scale;
    const float rows = ImGui::GetContentRegionAvail().y - room_for_trouble(trouble_, button_width) -
                       (is_motion ? 4.5F : 2.5F) * ImGui::GetFrameHeightWithSpacing();
    std::vector<fs::path> taken;
    std::ranges::copy_if(recent, std::back_inserter(taken),
                         [this](const fs::path& path) { return takes_recent(path); });
    const bool has_recent = !taken.empty() || purpose_ == FilePurpose::open || purpose_ == FilePurpose::add;
    list(has_recent ? 0.7F * rows : rows);
    if (has_recent) {
        list_recent(taken, 0.3F * rows);
    }
    ImGui::SetNextItemWidth(-1.0F);
    if (just_shown_) {
        ImGui::SetKeyboardFocusHere();
        just_shown_ = false;
    }
    const bool entered = ImGui::InputTextWithHint("##path", "Path", &typed_, ImGuiInputTextFlags_EnterReturnsTrue);
    frames_until_typed_ = ImGui::IsItemActive() ? 0 : frames_until_typed_;
    remember_place("Path");
    if (is_motion) {
        is_film_file(with_ending(typed_path())) ? film_row() : morph_or_joints_row();
        loop_row();
    }
    if (!(export_to(typed_) == before)) { // what was said is about another export, and Replace is asked for again
        trouble_.clear();
        to_replace_.clear();
    }
    ImGui::BeginDisabled(typed_.empty());
    const bool pressed = ImGui::Button(choose_label(), ImVec2(button_width, 0));
    remember_place("Choose");
    ImGui::EndDisabled();
    ImGui::SameLine();
    if (ImGui::Button("Cancel", ImVec2(button_width, 0))) {
        shown_ = false;
    }
    remember_place("Cancel the choice");
    if (!trouble_.empty()) {
        ImGui::SameLine();
        ImGui::TextWrapped("%s", trouble_.c_str());
    } else if (is_motion && motion_steps_ > 0) {
        ImGui::SameLine();
        write_fitted(export_length(), true);
        remember_place("Length of the export");
    }
    // After a click in the list no text is edited. A save needs its button, because it may replace a file.
    const bool confirmed =
        !saves() && !ImGui::IsAnyItemActive() && ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Enter), false);
    if ((pressed || entered || confirmed) && !typed_.empty()) {
        choose_typed();
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
