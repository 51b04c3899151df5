#pragma once

#include "app/panels/tooltip.h"

#include <array>
#include <string>
#include <utility>
#include <vector>

/// Rows of a panel: a name, a value that can be dragged or typed, its unit, a tooltip that names the
/// paper's symbol, and a way back to where it started.
namespace limber::app {

inline constexpr double degrees_per_radian = 57.29577951308232;
inline constexpr std::array axis_names{"x", "y", "z"};

/// A number as displayed. Values are stored in SI; `per_unit` of them make one of what is shown.
struct Number {
    const char* name;
    const char* format;  // with its unit: "%.0f kPa"
    const char* tooltip; // names the paper's symbol
    double low = 0.0;    // sane range, in SI
    double high = 1.0;
    double reset_to = 0.0; // SI
    double per_unit = 1.0; // SI units in one shown unit: 1000 for kPa
    bool logarithmic = false;
    const char* why_disabled = nullptr;
    const char* limited_by =
        nullptr; // what the range comes from, as the end of a sentence; null: it goes without saying
};

/// How an edit of this frame ended.
struct Edited {
    bool changed = false;  // the value is another one now
    bool finished = false; // it was let go after a change
};

/// A value outside the range stays as it is until it is touched. Ctrl+click types it, right click resets it.
Edited edit(const Number& number, double& value);
/// Whole numbers; the same, without a logarithm.
Edited edit(const Number& number, int& value);
/// A box to tick.
bool edit(const char* name, const char* tooltip, bool& value);
/// What follows stands in the same row, in the middle of the panel.
void second_column();
/// One of a few.
bool edit(const char* name, const char* tooltip, const std::vector<std::string>& choices, int& value);

/// Whether one of few was being chosen in the last frame. Escape closes the list.
bool list_is_open();

/// A fact, not to be edited.
void fact(const char* name, const std::string& value, const char* tooltip = nullptr);
/// A button as wide as the panel.
bool button(const char* name, const char* tooltip);
/// Two buttons in a row: 0, 1, or -1 for none. What would do nothing now is not to be pressed.
struct Usable {
    bool first = true;
    bool second = true;
};
int buttons(std::pair<const char*, const char*> first, std::pair<const char*, const char*> second, Usable usable = {});
/// A button as wide as its name, with its tooltip.
bool button_in_row(std::pair<const char*, const char*> button);
/// A header that opens and closes.
bool section(const char* name, bool open);

} // namespace limber::app
