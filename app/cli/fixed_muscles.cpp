// SPDX-License-Identifier: MIT
#include "app/cli/fixed_muscles.h"

#include "app/document/muscle_description.h"

#include <algorithm>

namespace limber::app {
namespace {

constexpr long long harmonics_max = 16;

Error fault(const std::string& what) {
    return {ErrorKind::bad_input, what, "gait"};
}

std::vector<std::string> split(const std::string& text) {
    std::vector<std::string> pieces(1);
    for (const char letter : text) {
        if (letter == ',') {
            pieces.emplace_back();
        } else {
            pieces.back() += letter;
        }
    }
    return pieces;
}

std::string fault_in_numbers(const std::string& text, const NumberRange& range) {
    const auto equals = text.find('=');
    if (equals == std::string::npos) {
        return "must be MUSCLE=VALUE, for example 3=0.4, not \"" + text + "\"";
    }
    std::string trouble = fault_in_count(text.substr(0, equals), 1, muscles_max);
    if (!trouble.empty()) {
        return "names a muscle, which " + trouble;
    }
    const std::vector<std::string> values = split(text.substr(equals + 1));
    if (static_cast<long long>(values.size()) > harmonics_max) {
        return "must not fix more than 16 harmonics";
    }
    for (std::size_t i = 0; i < values.size() && trouble.empty(); ++i) {
        trouble = fault_in_number(values[i], range);
    }
    return trouble;
}

Check numbers_check(const NumberRange& range) {
    return [range](const std::string& text) {
        return fault_in_numbers(text, range);
    };
}

std::optional<Error> fault_in_muscle(Index number, const GaitSpace& space) {
    if (number <= space.muscles) {
        return std::nullopt;
    }
    return fault("there is no muscle " + std::to_string(number) + " to fix: the character has " +
                 std::to_string(space.muscles));
}

std::optional<Error> fix_part(Index number, Participation part, GaitSpace& space) {
    if (auto missing = fault_in_muscle(number, space)) {
        return missing;
    }
    space.parts.resize(static_cast<std::size_t>(space.muscles), Participation::if_chosen);
    Participation& own = space.parts[static_cast<std::size_t>(number - 1)];
    if (own != Participation::if_chosen && own != part) {
        return fault("muscle " + std::to_string(number) + " is fixed both in and out: leave out one of them");
    }
    own = part;
    return std::nullopt;
}

std::optional<Error> fix_numbers(const FixedNumbers& numbers, GaitSpace& space) {
    if (auto missing = fault_in_muscle(numbers.muscle, space)) {
        return missing;
    }
    const auto muscle = static_cast<std::size_t>(numbers.muscle - 1);
    space.fixed.resize(std::max(space.fixed.size(), muscle + 1));
    FixedWaveform& own = space.fixed[muscle];
    own.resize(std::max(own.size(), numbers.values.size()));
    for (std::size_t j = 0; j < numbers.values.size(); ++j) {
        auto& value = own[j].*numbers.which;
        if (value && *value != numbers.values[j]) {
            return fault("muscle " + std::to_string(numbers.muscle) +
                         " is fixed to two values of the same number: leave out one of them");
        }
        value = numbers.values[j];
    }
    return std::nullopt;
}

} // namespace

std::vector<FixingOption> fixing_options() {
    return {
        {"--fix-amplitude", &FixedSinusoid::amplitude, numbers_check({0, 10, true, false, ""}),
         "MUSCLE=VALUE: fixes the muscle's amplitude, or those of its first harmonics, 3=0.4,0.1; may be given several "
         "times"},
        {"--fix-period", &FixedSinusoid::period, numbers_check({0, 100, true, false, "[s]"}),
         "MUSCLE=VALUE [s]: fixes its period"},
        {"--fix-phase", &FixedSinusoid::phase, numbers_check({-1, 1, false, false, "[turns]"}),
         "MUSCLE=VALUE [turns]: fixes its phase"},
    };
}

FixedNumbers fixed_numbers_in(const std::string& text, std::optional<double> FixedSinusoid::*which) {
    const auto equals = text.find('=');
    FixedNumbers numbers{which, static_cast<Index>(parsed_number(text.substr(0, equals)))};
    for (const std::string& value : split(text.substr(equals + 1))) {
        numbers.values.push_back(parsed_number(value));
    }
    return numbers;
}

std::optional<Error> fix(const FixedMuscles& fixed, GaitSpace& space) {
    for (const auto& [muscles, part] :
         {std::pair(&fixed.in, Participation::always), std::pair(&fixed.out, Participation::never)}) {
        for (const Index number : *muscles) {
            if (auto trouble = fix_part(number, part, space)) {
                return trouble;
            }
        }
    }
    for (const FixedNumbers& numbers : fixed.numbers) {
        if (auto trouble = fix_numbers(numbers, space)) {
            return trouble;
        }
    }
    return std::nullopt;
}

} // namespace limber::app
