// SPDX-License-Identifier: MIT
#include "app/panels/cards.h"

#include "app/character/character.h"
#include "app/interaction/shortcuts.h"
#include "app/panels/fitting.h"
#include "app/panels/material_parts.h"
#include "app/panels/numbers.h"
#include "app/panels/phrases.h"
#include "app/panels/plot.h"
#include "app/panels/set_free.h"
#include "app/panels/widget_places.h"

#include <imgui.h>

#include <algorithm>
#include <functional>
#include <numeric>

namespace limber::app {
namespace {

constexpr ImGuiWindowFlags card_flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                        ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_AlwaysAutoResize |
                                        ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav;

float margin(const PanelContext& context) {
    return 12.0F * static_cast<float>(context.ui_state.window.content_scale);
}

// `pivot`: the point of the card that lies at `at`, in fractions of the card's size.
void start_card(const char* name, ImVec2 at, ImVec2 pivot, float width) {
    ImGui::SetNextWindowPos(at, ImGuiCond_Always, pivot);
    ImGui::SetNextWindowSizeConstraints(ImVec2(width, 0), ImVec2(width, 1e6F));
    ImGui::Begin(name, nullptr, card_flags);
}

ImVec2 middle_of(const ViewArea& view) {
    return {static_cast<float>(view.centre().x()), static_cast<float>(view.centre().y())};
}

bool card_button(const char* name) {
    const bool pressed = ImGui::Button(name);
    remember_place(name);
    return pressed;
}

// Lists the keys and what each of them does, between two x positions of the row.
void list_keys(float from, float to) {
    const ImVec4 text = ImGui::GetStyleColorVec4(ImGuiCol_Text);
    ImGui::PushTextWrapPos(to);
    ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
    for (const Shortcut& entry : shortcuts()) {
        ImGui::TextColored(text, "%s", entry.keys);
        ImGui::SameLine(from);
        ImGui::TextUnformatted(entry.description);
    }
    ImGui::PopStyleColor();
    ImGui::PopTextWrapPos();
}

void list_gestures() {
    ImGui::PushTextWrapPos(0.0F);
    for (const MouseHint& hint : mouse_hints()) {
        ImGui::TextUnformatted(hint.gesture);
        ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
        ImGui::TextUnformatted(hint.description);
        ImGui::PopStyleColor();
    }
    ImGui::PopTextWrapPos();
}

// Draws a button for each scene that comes with the program. Rows wrap at the panel's width.
void scene_buttons(PanelContext& context) {
    for (const SceneTile& scene : *context.ui_state.files.tiles) {
        const float width = ImGui::CalcTextSize(scene.title.c_str()).x + 2.0F * ImGui::GetStyle().FramePadding.x;
        ImGui::SameLine();
        if (ImGui::GetContentRegionAvail().x < width) {
            ImGui::NewLine();
        }
        if (ImGui::Button(fitted(scene.title, ImGui::GetContentRegionAvail().x).c_str())) {
            context.request(OpenFile{scene.path});
        }
        remember_place("open: " + scene.title);
    }
}

struct OfferedButton {
    std::string label;
    const char* place;
    std::function<void(PanelContext&)> act;
};

void hold_the_pins_brush(PanelContext& context) {
    BrushOptions& brush = context.view.brush;
    brush.is_held = true;
    brush.target = BrushTarget::pins;
    brush.region = -1;
}

// A rig or a clip joins the character that is open, or the file that it belongs to is opened.
std::vector<OfferedButton> offered_with(const Message& message) {
    const std::filesystem::path part = message.part;
    const bool is_rig = message.offer == Message::Offer::attach_rig;
    std::vector<OfferedButton> offered{
        {is_rig ? "Attach it" : "Add it", is_rig ? "Attach it" : "Add it", [part, is_rig](PanelContext& it) {
             it.request(is_rig ? Command(AttachRig{part}) : Command(AddClip{part}));
         }}};
    if (!message.file.empty()) {
        offered.push_back({"Open " + message.file.filename().string(), "Open it", [file = message.file](auto& it) {
                               it.request(OpenFile{file});
                           }});
    }
    return offered;
}

// The buttons beside a message.
std::vector<OfferedButton> offered_by(const Message& message, const PanelContext& context) {
    const UiState& now = context.ui_state;
    const bool has_rig = now.character && now.character->description.rig_kind != RigKind::none;
    const OfferedButton free{"Set it free", "Set it free now", set_free};
    const std::filesystem::path file = message.file;
    switch (message.offer) {
    case Message::Offer::none:
        break;
    case Message::Offer::undo:
        if (now.edits.can_undo) {
            return {{"Undo", "Undo it", [](PanelContext& it) {
                         it.act(Action::undo);
                     }}};
        }
        break;
    case Message::Offer::set_free:
        if (has_rig) {
            return {free};
        }
        break;
    case Message::Offer::hang_pin_or_fall:
        if (has_rig) {
            return {{"Hang it", "Hang it",
                     [](PanelContext&) {
                     }}, // as it is; the message goes
                    {"Pin it", "Pin it", hold_the_pins_brush},
                    {"Let it fall", "Let it fall", set_free}};
        }
        break;
    case Message::Offer::soften:
        if (has_rig) {
            return {{"Soften it", "Soften it", soften}};
        }
        break;
    case Message::Offer::attach_rig:
    case Message::Offer::add_clip:
        return offered_with(message);
    case Message::Offer::match_joints:
        return {{"Match by hand", "Match by hand", [model = message.model, clip = message.part](PanelContext& it) {
                     it.view.panels = true;
                     it.request(MatchJoints{model, clip});
                     open_section("Rig and clip");
                 }}};
    case Message::Offer::open:
        return {{"Open " + file.filename().string(), "Open it", [file](PanelContext& it) {
                     it.request(OpenFile{file});
                 }}};
    case Message::Offer::recover:
        return {{"Recover", "Recover it", [file](PanelContext& it) {
                     it.request(RecoverDocument{file});
                 }}};
    case Message::Offer::take_as_metres:
        return {{"Take it as metres", "Take it as metres", [model = message.model](PanelContext& it) {
                     it.request(ChangeUnit{model, 1.0});
                 }}};
    case Message::Offer::show_repairs:
        return {{"Show them", "Show repairs", [](PanelContext& it) {
                     it.view.panels = true;
                     open_section("Mesh");
                 }}};
    case Message::Offer::save_search:
        return {{"Save it", "Save replaced search", [](PanelContext& it) {
                     it.request(SaveReplacedSearch{});
                 }}};
    }
    return {};
}

float width_of_button(const std::string& label) {
    const ImGuiStyle& style = ImGui::GetStyle();
    return label.empty() ? 0.0F
                         : ImGui::CalcTextSize(label.c_str()).x + 2.0F * style.FramePadding.x + style.ItemSpacing.x;
}

std::vector<std::size_t> all_rows(const std::deque<Message>& messages) {
    std::vector<std::size_t> rows(messages.size());
    std::iota(rows.begin(), rows.end(), std::size_t{0});
    return rows;
}

// What the button of the lowest row does; no label: there are no other messages.
struct Unfolding {
    std::string label;
    bool& is_unfolded;
};

// Draws a message with its buttons on the right.
void message_row(PanelContext& context, const Message& message, const Unfolding& unfolding) {
    const bool grave = message.kind == Message::Kind::error;
    const std::string& more = unfolding.label;
    const std::vector<OfferedButton> offered = offered_by(message, context);
    // A question is dismissed by its answer.
    const std::string dismiss = message.offer == Message::Offer::hang_pin_or_fall && !offered.empty() ? "" : "Dismiss";
    float buttons = width_of_button(more) + width_of_button(dismiss);
    for (const OfferedButton& button : offered) {
        buttons += width_of_button(button.label);
    }
    const float end = ImGui::GetWindowWidth() - ImGui::GetStyle().WindowPadding.x - buttons;
    const ImVec4 red(0.72F, 0.20F, 0.16F, 1.0F);
    ImGui::PushStyleColor(ImGuiCol_Text, grave ? red : ImGui::GetStyleColorVec4(ImGuiCol_Text));
    ImGui::PushTextWrapPos(end);
    ImGui::TextUnformatted(message.words().c_str());
    ImGui::PopTextWrapPos();
    ImGui::PopStyleColor();
    remember_place(grave ? "Error" : "Notice");
    ImGui::SameLine(end + ImGui::GetStyle().ItemSpacing.x);
    for (const OfferedButton& button : offered) {
        if (ImGui::SmallButton(button.label.c_str())) {
            button.act(context);
            context.request(DismissMessage{message.text});
        }
        remember_place(button.place);
        ImGui::SameLine();
    }
    if (!more.empty()) {
        unfolding.is_unfolded = ImGui::SmallButton(more.c_str()) != unfolding.is_unfolded;
        remember_place("More messages");
        ImGui::SameLine();
    }
    if (!dismiss.empty()) {
        if (ImGui::SmallButton(dismiss.c_str())) {
            context.request(DismissMessage{message.text});
        }
        remember_place("Dismiss");
    } else {
        ImGui::NewLine();
    }
}

// The lowest row also shows the number of the others, so that its button stays where it
// is when the list unfolds.
void message_rows(PanelContext& context, bool& is_unfolded) {
    const std::deque<Message>& all = *context.ui_state.messages;
    const std::size_t hidden = all.size() - folded_rows(all).size();
    const std::vector<std::size_t> rows = is_unfolded ? all_rows(all) : folded_rows(all);
    const std::string label = hidden == 0 ? "" : is_unfolded ? "Fewer" : std::to_string(hidden) + " more";
    for (const std::size_t row : rows) {
        ImGui::PushID(static_cast<int>(row));
        message_row(context, all[row], {row == rows.back() ? label : "", is_unfolded});
        ImGui::PopID();
    }
}

// The card of work in the background: at the bottom of the view, or alone in its middle.
void start_work_card(const char* name, const PanelContext& context, const ViewArea& view, bool alone) {
    const float scale = static_cast<float>(context.ui_state.window.content_scale);
    const ImVec2 below(middle_of(view).x, static_cast<float>(view.y + view.height) - margin(context));
    start_card(name, alone ? middle_of(view) : below, ImVec2(0.5F, alone ? 0.5F : 1.0F),
               std::min(380.0F * scale, 0.9F * static_cast<float>(view.width)));
}

struct WorkRows {
    const char* bar; // the names of the places
    const char* time;
    const char* stop; // also the label of the button
};

// The bar, and below it the time with the button that ends the work. Returns whether the button was pressed.
bool work_rows(const ProgressReport& progress, const WorkRows& rows) {
    progress_bar(progress);
    remember_place(rows.bar);
    ImGui::AlignTextToFramePadding();
    const float width = ImGui::CalcTextSize(rows.stop).x + 2.0F * ImGui::GetStyle().FramePadding.x;
    const float room = ImGui::GetContentRegionAvail().x - width - ImGui::GetStyle().ItemSpacing.x;
    ImGui::TextDisabled("%s", fitted(working_time(progress), room).c_str());
    remember_place(rows.time);
    ImGui::SameLine(ImGui::GetWindowWidth() - ImGui::GetStyle().WindowPadding.x - width);
    return card_button(rows.stop);
}

} // namespace

double working_card(PanelContext& context, const ViewArea& view) {
    if (!context.ui_state.build.is_running) {
        return 0.0;
    }
    const bool alone = context.ui_state.character == nullptr;
    start_work_card("working", context, view, alone);
    write_fitted(context.ui_state.build.what);
    if (work_rows(context.ui_state.build.progress, {"Progress", "Time of the work", "Cancel"})) {
        context.request(CancelBuild{});
    }
    const double height = static_cast<double>(ImGui::GetWindowHeight() + margin(context));
    ImGui::End();
    return alone ? 0.0 : height;
}

// Not in the panel, whose other rows it would move.
void export_card(PanelContext& context, const ViewArea& view) {
    const ExportUi& now = context.ui_state.exporting;
    if (!now.is_running) {
        return;
    }
    start_work_card("exporting", context, view, false);
    write_fitted("Exporting " + now.name);
    if (work_rows(now.progress, {"Exporting", "Time of the export", "Stop exporting"})) {
        context.request(StopExport{});
    }
    ImGui::End();
}

void empty_card(PanelContext& context, const ViewArea& view) {
    if (context.ui_state.character || context.ui_state.build.is_running) {
        return;
    }
    const float scale = static_cast<float>(context.ui_state.window.content_scale);
    const float width = std::min(400.0F * scale, 0.96F * static_cast<float>(view.width));
    ImGui::SetNextWindowPos(middle_of(view), ImGuiCond_Always, ImVec2(0.5F, 0.5F));
    ImGui::SetNextWindowSizeConstraints(ImVec2(width, 0), ImVec2(width, 0.96F * static_cast<float>(view.height)));
    ImGui::Begin("empty", nullptr, card_flags & ~ImGuiWindowFlags_NoScrollbar);
    ImGui::TextWrapped("Drop a character here");
    ImGui::Spacing();
    ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
    ImGui::TextWrapped(
        "A scene (.json), a character (.glb, .gltf), a tetrahedral mesh (.msh, .mesh, .node, .vtk), or a surface "
        "(.obj, .stl, .ply); surfaces are filled with tetrahedra. A rig.json and clips beside a mesh are loaded too.");
    ImGui::PopStyleColor();
    ImGui::Spacing();
    if (card_button("Open a file...")) {
        context.act(Action::open_file);
    }
    scene_buttons(context);
    ImGui::End();
}

void unsaved_card(PanelContext& context, const ViewArea& view) {
    const std::string& question = context.ui_state.edits.question;
    const bool is_open = ImGui::IsPopupOpen("unsaved");
    if (question.empty() && !is_open) {
        return;
    }
    const float scale = static_cast<float>(context.ui_state.window.content_scale);
    const float width = std::min(380.0F * scale, 0.96F * static_cast<float>(view.width));
    if (!is_open) {
        ImGui::OpenPopup("unsaved");
    }
    ImGui::SetNextWindowPos(middle_of(view), ImGuiCond_Always, {0.5F, 0.5F});
    ImGui::SetNextWindowSizeConstraints(ImVec2(width, 0), ImVec2(width, 1e6F));
    if (!ImGui::BeginPopupModal("unsaved", nullptr, card_flags)) {
        return;
    }
    ImGui::TextWrapped("%s", question.c_str());
    ImGui::Spacing();
    std::optional<UnsavedAnswer> chosen;
    const auto answer = [&](const char* label, UnsavedAnswer meaning) {
        if (card_button(label)) {
            chosen = meaning;
        }
        ImGui::SameLine();
    };
    answer("Save", UnsavedAnswer::save);
    answer("Do not save", UnsavedAnswer::discard);
    answer("Cancel", UnsavedAnswer::cancel);
    ImGui::NewLine();
    if (ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape))) {
        chosen = UnsavedAnswer::cancel;
    } else if (ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Enter))) {
        chosen = UnsavedAnswer::save;
    }
    if (chosen) {
        context.request(AnswerUnsaved{*chosen});
    }
    if (question.empty() || chosen) {
        ImGui::CloseCurrentPopup();
    }
    ImGui::EndPopup();
}

std::vector<std::size_t> folded_rows(const std::deque<Message>& messages) {
    std::vector<std::size_t> rows;
    bool has_other = false;
    for (std::size_t i = 0; i < messages.size(); ++i) {
        if (messages[i].is_decision() || !has_other) {
            rows.push_back(i);
            has_other = has_other || !messages[i].is_decision();
        }
    }
    return rows;
}

double messages_card(PanelContext& context, const Layout& layout, MessagesCard& state) {
    const std::deque<Message>& all = *context.ui_state.messages;
    if (all.empty()) {
        state = {};
        return 0.0;
    }
    const bool has_row = layout.messages.height > 0.0;
    const ViewArea& room = has_row ? layout.messages : layout.view;
    const ImVec2 at(static_cast<float>(room.x) + (has_row ? 1.0F : margin(context)),
                    static_cast<float>(room.y + room.height) - (has_row ? 0.0F : margin(context)));
    const ImVec2 frame = ImGui::GetStyle().WindowPadding;
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(frame.x, 0.45F * frame.y));
    start_card("messages", at, ImVec2(0, 1),
               static_cast<float>(room.width) - (has_row ? 2.0F : 2.0F * margin(context)));
    message_rows(context, state.is_unfolded);
    const double height = static_cast<double>(ImGui::GetWindowHeight());
    state.is_hovered = ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem);
    ImGui::End();
    ImGui::PopStyleVar();
    return has_row ? std::max(height - layout.messages.height, 0.0) : height + static_cast<double>(margin(context));
}

void shortcuts_card(PanelContext& context, const ViewArea& view) {
    if (!context.view.shortcuts) {
        return;
    }
    const double scale = context.ui_state.window.content_scale;
    // In a small view the card also covers the panels, and text that does not fit scrolls.
    const bool is_small = view.width < 880.0 * scale || view.height < 700.0 * scale;
    const ViewArea area =
        is_small ? ViewArea{0, 0, context.ui_state.window.width, context.ui_state.window.height} : view;
    const float width = static_cast<float>(std::min(880.0 * scale, 0.98 * area.width));
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing,
                        ImVec2(10.0F * static_cast<float>(scale), 3.0F * static_cast<float>(scale)));
    ImGui::SetNextWindowFocus();
    ImGui::SetNextWindowBgAlpha(1.0F);
    ImGui::SetNextWindowPos(middle_of(area), ImGuiCond_Always, ImVec2(0.5F, 0.5F));
    ImGui::SetNextWindowSizeConstraints(ImVec2(width, 0.0F), ImVec2(width, 0.98F * static_cast<float>(area.height)));
    ImGui::Begin("shortcuts", nullptr, card_flags & ~ImGuiWindowFlags_NoScrollbar);
    if (card_button("Close")) {
        context.view.shortcuts = false;
    }
    ImGui::SameLine();
    ImGui::TextDisabled("F1 or Esc closes this list.");
    const float room = ImGui::GetContentRegionAvail().x;
    const bool in_columns = width > 560.0F * static_cast<float>(scale);
    const float left = ImGui::GetCursorPosX();
    const float middle = in_columns ? left + 0.56F * room : left + room;
    ImGui::BeginGroup();
    list_keys(left + 96.0F * static_cast<float>(scale), middle - 10.0F * static_cast<float>(scale));
    ImGui::EndGroup();
    if (in_columns) {
        ImGui::SameLine(middle);
    } else {
        ImGui::Spacing();
    }
    ImGui::BeginGroup();
    list_gestures();
    ImGui::EndGroup();
    remember_place("Shortcuts' end");
    ImGui::End();
    ImGui::PopStyleVar();
}

void hint_line(const PanelContext& context, const ViewArea& row) {
    if (context.ui_state.window.hint.empty() || context.ui_state.build.is_running) {
        return;
    }
    const std::string hint =
        fitted(context.ui_state.window.hint, static_cast<float>(row.width) - 2.0F * margin(context));
    const ImVec2 size = ImGui::CalcTextSize(hint.c_str());
    const ImVec2 at(static_cast<float>(row.centre().x()) - 0.5F * size.x,
                    static_cast<float>(row.centre().y()) - 0.5F * size.y);
    ImGui::GetBackgroundDrawList()->AddText(at, ImGui::GetColorU32(ImGuiCol_Text, 0.55F), hint.c_str());
}

void message_row_background(const Layout& layout) {
    const ViewArea& row = layout.messages;
    const ImVec2 low(static_cast<float>(row.x), static_cast<float>(row.y));
    const ImVec2 high(static_cast<float>(row.x + row.width), static_cast<float>(row.y + row.height));
    ImGui::GetBackgroundDrawList()->AddRectFilled(low, high, ImGui::GetColorU32(ImGuiCol_WindowBg));
}

void side_titles(const PanelContext& context, const Layout& layout) {
    if (layout.rig_only.width <= 0) {
        return;
    }
    ImDrawList& ink = *ImGui::GetBackgroundDrawList();
    const auto title = [&](const char* text, const ViewArea& area) {
        const float gap = ImGui::GetFontSize();
        const ImVec2 at(static_cast<float>(area.x) + gap, static_cast<float>(area.y) + gap);
        ink.AddText(at, ImGui::GetColorU32(ImGuiCol_Text, 0.75F), text);
    };
    const Character* character = context.ui_state.character;
    const bool is_free = character && character->description.rig_kind == RigKind::none;
    title(is_free ? "At rest" : "Rig alone", layout.rig_only);
    const bool is_secondary_off = !is_free && !context.view.secondary;
    title(is_free            ? "In motion"
          : is_secondary_off ? "Rig, secondary motion off"
                             : "Rig with dynamics",
          layout.dynamics);
    const float x = static_cast<float>(layout.dynamics.x);
    ink.AddLine(ImVec2(x, 0), ImVec2(x, static_cast<float>(layout.dynamics.height)),
                ImGui::GetColorU32(ImGuiCol_Border));
}

} // namespace limber::app
