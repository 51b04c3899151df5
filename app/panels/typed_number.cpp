// SPDX-License-Identifier: MIT
#include "app/panels/typed_number.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace limber::app {
namespace {

struct Unit {
    std::string_view name;
    std::string_view base; // the SI unit of the same quantity
    double factor = 1.0;   // of the SI unit
};

constexpr std::array units{
    Unit{"Pa", "Pa", 1.0},
    Unit{"kPa", "Pa", 1e3},
    Unit{"MPa", "Pa", 1e6},
    Unit{"GPa", "Pa", 1e9},
    Unit{"m", "m", 1.0},
    Unit{"km", "m", 1e3},
    Unit{"cm", "m", 1e-2},
    Unit{"mm", "m", 1e-3},
    Unit{"s", "s", 1.0},
    Unit{"ms", "s", 1e-3},
    Unit{"min", "s", 60.0},
    Unit{"1/s", "1/s", 1.0},
    Unit{"Hz", "1/s", 1.0},
    Unit{"m/s", "m/s", 1.0},
    Unit{"cm/s", "m/s", 1e-2},
    Unit{"km/h", "m/s", 1.0 / 3.6},
    Unit{"m/s\u00b2", "m/s2", 1.0},
    Unit{"m/s2", "m/s2", 1.0},
    Unit{"N/m", "N/m", 1.0},
    Unit{"kN/m", "N/m", 1e3},
    Unit{"N/mm", "N/m", 1e3},
    Unit{"kg/m\u00b3", "kg/m3", 1.0},
    Unit{"kg/m3", "kg/m3", 1.0},
    Unit{"g/cm\u00b3", "kg/m3", 1e3},
    Unit{"g/cm3", "kg/m3", 1e3},
    Unit{"\u00b0", "rad", 0.017453292519943295},
    Unit{"deg", "rad", 0.017453292519943295},
    Unit{"rad", "rad", 1.0},
};

std::string_view trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(" \t");
    const auto last = text.find_last_not_of(" \t");
    return first == std::string_view::npos ? std::string_view() : text.substr(first, last - first + 1);
}

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

const Unit* unit_named(std::string_view name) {
    const auto found = std::ranges::find(units, name, &Unit::name);
    return found != units.end() ? &*found : nullptr;
}

// What a number in the typed unit is multiplied by to be in the shown one; nothing if they measure different things.
std::optional<double> factor_between(std::string_view typed, std::string_view shown) {
    if (typed.empty() || std::ranges::equal(typed, shown, {}, lower, lower)) {
        return 1.0;
    }
    const Unit* const from = unit_named(typed);
    const Unit* const to = unit_named(shown);
    if (!from || !to || from->base != to->base) {
        return std::nullopt;
    }
    return from->factor / to->factor;
}

double applied(char change, double before, double number) {
    return change == '*' ? before * number : change == '/' ? before / number : change == '+' ? before + number : number;
}

} // namespace

std::string unit_of_format(std::string_view format) {
    const auto conversion = format.find_first_of("dfge", format.find('%'));
    if (conversion == std::string_view::npos) {
        return {};
    }
    const std::string_view unit = trimmed(format.substr(conversion + 1));
    return unit == "%%" ? std::string("%") : std::string(unit);
}

std::optional<double> read_typed_number(std::string_view text, std::string_view unit, double before) {
    std::string typed(trimmed(text));
    std::ranges::replace(typed, ',', '.');
    const char change = typed.empty() ? '\0' : typed.front();
    const bool is_change = change == '*' || change == '/' || change == '+';
    const std::string_view number_text = trimmed(std::string_view(typed).substr(is_change ? 1 : 0));
    double number = 0.0;
    const auto [rest, error] = std::from_chars(number_text.data(), number_text.data() + number_text.size(), number);
    if (error != std::errc()) {
        return std::nullopt;
    }
    const std::string_view typed_unit =
        trimmed(number_text.substr(static_cast<std::size_t>(rest - number_text.data())));
    const bool is_multiple = change == '*' || change == '/';
    const auto factor = is_multiple && !typed_unit.empty() ? std::nullopt : factor_between(typed_unit, unit);
    if (!factor) {
        return std::nullopt;
    }
    const double value = applied(change, before, number * *factor);
    return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

} // namespace limber::app
