// SPDX-License-Identifier: MIT
#include "app/panels/comparison_plots.h"

#include "app/character/character.h"
#include "app/document/comparison_titles.h"
#include "app/panels/curves_plot.h"
#include "app/panels/phrases.h"
#include "app/panels/tooltip.h"
#include "app/panels/widget_places.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace limber::app {
namespace {

// Smaller values are rounding errors of a body at rest.
constexpr float error_min = 1e-6F; // as a share of the body's size
constexpr const char* no_value = "\u2013";
double energy_min(const Character& character) {
    constexpr double share = 1e-9;
    constexpr double gravity = 9.81; // [m/s^2]
    return share * gravity * character.mass.sum() * bounding_box(character.mesh.X).diagonal();
}

// How values of a body are shown: those below `least` as 0.
struct ShownValues {
    float least = 0.0F;
    float factor = 1.0F;

    float of(float value) const {
        return std::abs(value) < least ? 0.0F : factor * value;
    }
};

constexpr ShownValues shown_errors{error_min, 100.0F};

// The newest values, which end at the right edge of the plot.
ProgressCurve newest_values(const std::vector<float>& values, const ShownValues& shown) {
    ProgressCurve curve;
    curve.length = std::max(Series{}.length, values.size());
    curve.first = curve.length - values.size();
    for (const float value : values) {
        curve.values.push_back(shown.of(value));
    }
    return curve;
}

// Full space, from which errors are measured, has none.
const std::vector<float>& errors_of(const ComparedBody& body) {
    static const std::vector<float> none;
    return body.is_reference ? none : body.errors;
}

const std::vector<float>& energies_of(const ComparedBody& body) {
    return body.energies;
}

using ValuesOf = const std::vector<float>& (*) (const ComparedBody&);

std::vector<PlottedCurve> curves_of(const ComparedStep& step, ValuesOf values_of, const ShownValues& shown) {
    std::vector<PlottedCurve> curves;
    for (std::size_t i = 0; i < step.bodies.size(); ++i) {
        if (const std::vector<float>& values = values_of(step.bodies[i]); step.bodies[i].skin && !values.empty()) {
            curves.push_back({newest_values(values, shown), palette::of_body(step.bodies[i].subspace.colour)});
        }
    }
    return curves;
}

void table_cell(const std::string& text, const char* text_of_tooltip) {
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(text.c_str());
    if (ImGui::IsItemHovered()) {
        tooltip(text_of_tooltip);
    }
}

std::string newest_text(const std::vector<float>& values, const ShownValues& shown, const char* unit) {
    return values.empty() ? no_value : measured(static_cast<double>(shown.of(values.back())), unit);
}

void name_of_body(const ComparedBody& body, std::size_t number) {
    curve_mark(palette::of_body(body.subspace.colour));
    ImGui::PushTextWrapPos(0.0F);
    const std::string title = title_of(body.subspace) + ", " + numbers_in_words(body) +
                              (body.inverted_tets > 0 ? ", " + inverted_tets_in_words(body.inverted_tets) : "");
    ImGui::TextUnformatted(title.c_str());
    ImGui::PopTextWrapPos();
    remember_place("Curves of body " + std::to_string(number));
    if (ImGui::IsItemHovered()) {
        tooltip(numbers_of_step(body).c_str());
    }
}

// A row of cells that are as wide as those of the other bodies. Returns whether it is there.
bool begin_row(std::size_t number, bool with_errors) {
    return ImGui::BeginTable(("values" + std::to_string(number)).c_str(), with_errors ? 3 : 2,
                             ImGuiTableFlags_SizingStretchSame);
}

void row_of_titles(bool with_errors) {
    if (!begin_row(palette::bodies.size(), with_errors)) {
        return;
    }
    for (const char* title : with_errors ? std::vector{"Error", "Energy", "Step"} : std::vector{"Energy", "Step"}) {
        ImGui::TableNextColumn();
        ImGui::TextDisabled("%s", title);
    }
    ImGui::EndTable();
}

// Of the newest step; the name has a line of its own, because the panel is narrow.
void table_of_bodies(const ComparedStep& step, bool with_errors, const ShownValues& energies) {
    row_of_titles(with_errors);
    for (std::size_t i = 0; i < step.bodies.size(); ++i) {
        const ComparedBody& body = step.bodies[i];
        if (!body.skin) {
            continue;
        }
        name_of_body(body, i);
        if (!begin_row(i, with_errors)) {
            continue;
        }
        if (with_errors) {
            table_cell(newest_error(step, body), "Error of the newest step, as over the body");
        }
        table_cell(newest_text(body.energies, energies, "J"), "Energy of the newest step");
        table_cell(body.step_microseconds > 0.0 ? time_of_step(body.step_microseconds) : "",
                   "Median of the times of its newest steps. Of full space it is several times longer with a Poisson's "
                   "ratio of more "
                   "than about 0.4, which takes more iterations");
        ImGui::EndTable();
    }
}

constexpr const char* errors_text =
    "Distance from full space over the newest steps: the root of its mean square over the vertices, weighted by mass, "
    "in percent of the body's size (the diagonal of its box). The colours are those of the table";
constexpr const char* energies_text =
    "Elastic energy in full space of the positions of all vertices, over the newest steps, in the character's "
    "material, also where a body has another: what full space would need for these shapes";

// That a plot shows, with as many values as a curve may have; 0: not known yet.
double seconds_of(const ComparedStep& step) {
    if (step.times.size() < 2) {
        return 0.0;
    }
    const auto steps = static_cast<double>(step.times.size() - 1);
    const double of_a_step = (static_cast<double>(step.times.back()) - static_cast<double>(step.times.front())) / steps;
    const std::size_t length = std::max(Series{}.length, step.times.size());
    return of_a_step * static_cast<double>(length - 1);
}

// The tooltip of either plot covers neither. Returns their upper end.
float plots(const ComparedStep& step, const ShownValues& errors, const ShownValues& energies) {
    const float top = ImGui::GetCursorScreenPos().y;
    const double seconds = seconds_of(step);
    const char* text = nullptr;
    if (!step.bodies.front().errors.empty() &&
        plot_curves("Error [% of size]", curves_of(step, errors_of, errors), "%", seconds)) {
        text = errors_text;
    }
    if (!step.bodies.front().energies.empty() &&
        plot_curves("Energy [J]", curves_of(step, energies_of, energies), "J", seconds)) {
        text = energies_text;
    }
    if (text) {
        tooltip_below_rows(top, text);
    }
    return top;
}

} // namespace

std::string numbers_in_words(const ComparedBody& body) {
    const auto wanted = numbers_wanted(body);
    return wanted ? grouped(body.coordinates) + " of " + grouped(*wanted) + " numbers"
                  : counted(body.coordinates, "number", "numbers");
}

std::string newest_error(const ComparedStep& step, const ComparedBody& body) {
    return step.is_beginning ? no_value : newest_text(errors_of(body), shown_errors, "%");
}

std::string numbers_of_step(const ComparedBody& body) {
    return title_of(body.subspace) + ": a step solves for " + grouped(body.coordinates) +
           (body.coordinates == 1 ? " number" : " numbers");
}

std::string time_of_step(double microseconds) {
    const double us = std::abs(microseconds);
    if (us < 1e3) {
        return measured(microseconds, "\u00b5s");
    }
    return us < 1e6 ? measured(1e-3 * microseconds, "ms") : measured(1e-6 * microseconds, "s");
}

float comparison_plots(const ComparedStep& step, const Character& character) {
    const bool with_errors = !step.bodies.front().errors.empty();
    const ShownValues energies{static_cast<float>(energy_min(character)), 1.0F};
    table_of_bodies(step, with_errors, energies);
    return plots(step, shown_errors, energies);
}

} // namespace limber::app
