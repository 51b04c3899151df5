// SPDX-License-Identifier: MIT
#include "app/cli/report.h"

#include <algorithm>
#include <iostream>

namespace limber::app {
namespace {

std::string without_line_end(std::string text) {
    while (!text.empty() && text.back() == '\n') {
        text.pop_back();
    }
    return text;
}

// Text output has six digits, JSON has all.
std::string readable(const Json& value) {
    if (value.is_string()) {
        return value.get<std::string>();
    }
    if (value.is_number_float()) {
        char buffer[32];
        std::snprintf(buffer, sizeof buffer, "%.6g", value.get<double>());
        return buffer;
    }
    std::string text;
    if (value.is_array()) {
        for (const Json& one : value) {
            text += (text.empty() ? "" : " ") + readable(one);
        }
        return text;
    }
    if (value.is_object()) {
        for (const auto& [key, one] : value.items()) {
            text += (text.empty() ? "" : ", ") + key + " " + readable(one);
        }
        return text;
    }
    return without_line_end(to_text(value));
}

// One line; a list of objects has one for each.
std::vector<std::string> lines_of(const Json& value) {
    if (!value.is_array() || value.empty() || !value.front().is_object()) {
        return {readable(value)};
    }
    std::vector<std::string> lines;
    for (const Json& one : value) {
        lines.push_back(readable(one));
    }
    return lines;
}

double quantile(std::vector<double> values, double share) {
    std::sort(values.begin(), values.end());
    return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1) + 0.5)];
}

std::string spaced(std::string key) {
    std::replace(key.begin(), key.end(), '_', ' ');
    return key;
}

} // namespace

void Report::add(const std::string& key, Json value, const std::string& unit) {
    facts_.push_back({key, std::move(value), unit});
}

void Report::add_table(const std::string& key, Json value, std::vector<std::string> lines) {
    facts_.push_back({key, std::move(value), "", std::move(lines)});
}

void Report::warn(const std::vector<std::string>& warnings) {
    for (const std::string& warning : warnings) {
        if (std::ranges::find(warnings_, warning) == warnings_.end()) {
            warnings_.push_back(warning);
        }
    }
}

void Report::print(bool json) const {
    if (json) {
        Json::object_t object;
        for (const Fact& fact : facts_) {
            object.emplace_back(fact.key, fact.value);
        }
        object.emplace_back("warnings", Json::array_t(warnings_.begin(), warnings_.end()));
        std::cout << to_text(object);
        return;
    }
    std::vector<Fact> facts = facts_;
    std::erase_if(facts, [](const Fact& fact) { return fact.value.is_array() && fact.value.empty(); });
    std::size_t widest = 0;
    for (const Fact& fact : facts) {
        widest = std::max(widest, fact.key.size());
    }
    for (const Fact& fact : facts) {
        std::string start = spaced(fact.key) + std::string(widest + 2 - fact.key.size(), ' ');
        for (const std::string& line : fact.lines.empty() ? lines_of(fact.value) : fact.lines) {
            std::cout << start << line << (fact.unit.empty() ? "" : " ") << fact.unit << "\n";
            start.assign(start.size(), ' ');
        }
    }
    for (const std::string& warning : warnings_) {
        std::cerr << "warning: " << warning << "\n";
    }
}

void print_error(std::string text, bool json, const Json::object_t& more) {
    std::replace(text.begin(), text.end(), '\n', ' ');
    std::cerr << "limber: " << text << ".\n";
    if (json) {
        Json::object_t object{{"error", text}};
        for (const auto& [key, value] : more) {
            object.emplace_back(key, value);
        }
        std::cout << to_text(object);
    }
}

int fail(const Error& error, bool json, const Json::object_t& more) {
    print_error(sentence(error), json, more);
    return error.kind == ErrorKind::bad_input ? 1 : 3;
}

int fail(const Interruption& interruption, bool json) {
    print_error("was interrupted, and has written no file", json);
    return interruption.exit_code();
}

Json list_of(const std::vector<std::string>& words) {
    return Json::array_t(words.begin(), words.end());
}

double median(const std::vector<double>& values) {
    return quantile(values, 0.5);
}

Json spread_json(const std::vector<double>& values) {
    return Json::object_t{{"median", median(values)}, {"p90", quantile(values, 0.9)}};
}

Json seconds_json(const PhaseSeconds& seconds) {
    return Json::object_t{{"load", seconds.load},       {"operators", seconds.operators}, {"factor", seconds.factor},
                          {"eigen", seconds.eigen},     {"clusters", seconds.clusters},   {"model", seconds.model},
                          {"muscles", seconds.muscles}, {"cubature", seconds.cubature},   {"total", seconds.total}};
}

PhaseSeconds sum_of_seconds(const std::vector<CharacterPtr>& models) {
    PhaseSeconds sum;
    for (const CharacterPtr& model : models) {
        for (const auto phase : {&PhaseSeconds::load, &PhaseSeconds::operators, &PhaseSeconds::factor,
                                 &PhaseSeconds::eigen, &PhaseSeconds::clusters, &PhaseSeconds::model,
                                 &PhaseSeconds::muscles, &PhaseSeconds::cubature, &PhaseSeconds::total}) {
            sum.*phase += model->seconds.*phase;
        }
    }
    return sum;
}

} // namespace limber::app
