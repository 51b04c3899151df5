// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/tooltip.h"

#include <array>
#include <string>
#include <utility>
#include <vector>

/// Rows of a panel: a name, a value that can be dragged or typed, its unit, a tooltip that names the paper's symbol,
/// and a button that resets the value.
namespace limber::app {

/// Whether the drag of a value is cancelled in this frame, so that no widget reports a change or an end.
bool& are_edits_cancelled();

inline constexpr double degrees_per_radian = 57.29577951308232;
inline constexpr std::array axis_names{"x", "y", "z"};

/// A number as displayed. Values are stored in SI units; `per_unit` is the size of one displayed unit.
struct Number {
    const char* name;
    const char* format;  // with its unit: "%.0f kPa"
    const char* tooltip; // names the paper's symbol
    double low = 0.0;    // plausible range, in SI
    double high = 1.0;
    double reset_to = 0.0; // SI
    double per_unit = 1.0; // SI units in one shown unit: 1000 for kPa
    bool logarithmic = false;
    const char* why_disabled = nullptr;
    const char* limited_by = nullptr; // what limits the range, as the end of a sentence; null: not stated
};

/// How an edit of this frame ended.
struct Edited {
    bool changed = false;  // the value differs from the one before
    bool finished = false; // the widget was released after a change
};

/// Keeps a value outside the range until the user edits it. Ctrl+click types the value, right click resets it.
Edited edit(const Number& number, double& value);
/// Edits a whole number on a linear slider.
Edited edit(const Number& number, int& value);
/// A check box.
bool edit(const char* name, const char* tooltip, bool& value);
/// The next widget is placed in the same row, in the middle of the panel.
void second_column();
/// A drop-down list.
bool edit(const char* name, const char* tooltip, const std::vector<std::string>& choices, int& value);
/// A choice of a list that cannot be made now, and why.
struct DisabledChoice {
    int index = 0;
    const char* why = ""; // its tooltip
};
/// A drop-down list with a choice that cannot be made.
bool edit(const char* name, const char* tooltip, const std::pair<std::vector<std::string>, DisabledChoice>& choices,
          int& value);
/// A drop-down list below its name, as wide as the panel, for long choices.
bool edit_below(const char* name, const char* tooltip, const std::vector<std::string>& choices, int& value);

/// Whether a drop-down list was open in the last frame. Escape closes the list.
bool list_is_open();

/// A row with a value that cannot be edited.
void fact(const char* name, const std::string& value, const char* tooltip = nullptr);
/// A button as wide as the panel.
bool button(const char* name, const char* tooltip);
/// Two buttons in a row. Returns 0, 1, or -1 for none. A button without effect is disabled.
struct Usable {
    bool first = true;
    bool second = true;
};
int buttons(std::pair<const char*, const char*> first, std::pair<const char*, const char*> second, Usable usable = {});
/// A button as wide as its name, with its tooltip.
bool button_in_row(std::pair<const char*, const char*> button);
/// A header that opens and closes.
bool section(const char* name, bool open);
/// Opens the section of this name and scrolls to it when it is drawn next.
void open_section(const char* name);

} // namespace limber::app
