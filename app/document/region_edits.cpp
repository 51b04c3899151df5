// SPDX-License-Identifier: MIT
#include "app/document/region_edits.h"

#include "engine/core/contract.h"

#include <algorithm>
#include <numeric>

namespace limber::app {
namespace {

// Does nothing if the list is shorter.
template <typename T>
void exchange_in(std::vector<T>& list, const MuscleExchange& exchange) {
    if (exchange.place >= list.size()) {
        return;
    }
    const auto from = list.begin() + static_cast<std::ptrdiff_t>(exchange.place);
    const auto to = from + static_cast<std::ptrdiff_t>(std::min(exchange.gone, list.size() - exchange.place));
    list.insert(list.erase(from, to), exchange.come, T{});
}

void exchange_in(GaitLibrary& library, const MuscleExchange& exchange) {
    for (NamedGait kept : std::vector(library.gaits())) {
        const std::vector<Waveform> before = kept.gait.waveforms;
        exchange_in(kept.gait.waveforms, exchange);
        if (kept.gait.waveforms != before) {
            kept.file.clear();
            library.keep(std::move(kept));
        }
    }
}

MuscleExchange exchanged(MuscleDescription& muscles, const MuscleExchange& exchange) {
    exchange_in(muscles.gaits, exchange);
    exchange_in(muscles.problem.space.parts, exchange); // new muscles are free
    exchange_in(muscles.problem.space.fixed, exchange);
    return exchange;
}

bool is_name_of_region(const MuscleDescription& muscles, const std::string& name) {
    return std::ranges::find(muscles.regions, name, &MuscleRegion::name) != muscles.regions.end();
}

bool is_name_of_example(const MuscleDescription& muscles, const std::string& name) {
    return std::ranges::find(muscles.examples, name, &ExamplePose::name) != muscles.examples.end();
}

bool is_built(const ExamplePose& example, const BuiltExamples& built) {
    return std::ranges::find(built.muscles.examples, example) != built.muscles.examples.end();
}

// The end: the example has none.
std::vector<Index>::const_iterator muscle_of(std::size_t example, const BuiltExamples& built) {
    return std::ranges::find(built.of_muscles, static_cast<Index>(example));
}

bool have_the_same_before_examples(const MuscleDescription& one, const MuscleDescription& other) {
    return one.cage_cells == other.cage_cells && one.cage_file == other.cage_file &&
           one.skinning_modes == other.skinning_modes && one.vertices == other.vertices &&
           one.pockets == other.pockets && one.fibres == other.fibres &&
           first_muscle_of(one, one.regions.size()) == first_muscle_of(other, other.regions.size());
}

} // namespace

void exchange(MuscleControls& controls, const MuscleExchange& exchange) {
    exchange_in(controls.gait.waveforms, exchange);
    exchange_in(controls.held, exchange);
    for (Handover::Leaving& leaving : controls.handover.from) {
        exchange_in(leaving.gait.waveforms, exchange);
    }
}

std::vector<int> used_modes(const MuscleDescription& muscles) {
    std::vector<int> used = muscles.use;
    if (used.empty()) {
        used.resize(static_cast<std::size_t>(muscles.modes));
        std::iota(used.begin(), used.end(), 1);
    }
    std::ranges::sort(used);
    return used;
}

std::size_t first_muscle_of(const MuscleDescription& muscles, std::size_t region) {
    EXPECTS(region <= muscles.regions.size());
    std::size_t first = used_modes(muscles).size();
    for (std::size_t r = 0; r < region; ++r) {
        first += static_cast<std::size_t>(muscles.regions[r].modes);
    }
    return first;
}

MuscleExchange set_vibration_modes(MuscleDescription& muscles, Index modes) {
    EXPECTS(modes >= 0);
    const std::vector<int> before = used_modes(muscles);
    const auto beyond = [modes](int mode) {
        return mode > modes;
    };
    const bool had_picked = !muscles.use.empty();
    std::erase_if(muscles.use, beyond);
    muscles.modes = modes;
    const bool lost_picked = had_picked && muscles.use.empty();
    const auto kept = lost_picked ? 0 : before.size() - static_cast<std::size_t>(std::ranges::count_if(before, beyond));
    return exchanged(muscles, {kept, before.size() - kept, used_modes(muscles).size() - kept});
}

std::optional<MuscleExchange> toggle_mode(MuscleDescription& muscles, int mode) {
    EXPECTS(mode >= 1 && mode <= muscles.modes);
    std::vector<int> used = used_modes(muscles);
    const auto at = std::ranges::lower_bound(used, mode);
    const auto place = static_cast<std::size_t>(at - used.begin());
    const bool comes = at == used.end() || *at != mode;
    if (!comes && used.size() == 1) {
        return std::nullopt;
    }
    if (comes) {
        used.insert(at, mode);
    } else {
        used.erase(at);
    }
    muscles.use = std::move(used);
    return exchanged(muscles, {place, comes ? 0U : 1U, comes ? 1U : 0U});
}

MuscleExchange remove_region(MuscleDescription& muscles, std::size_t region) {
    EXPECTS(region < muscles.regions.size());
    const auto count = static_cast<std::size_t>(muscles.regions[region].modes);
    const std::size_t first = first_muscle_of(muscles, region);
    muscles.regions.erase(muscles.regions.begin() + static_cast<std::ptrdiff_t>(region));
    return exchanged(muscles, {first, count, 0});
}

MuscleExchange set_region_modes(MuscleDescription& muscles, std::size_t region, Index modes) {
    EXPECTS(region < muscles.regions.size() && modes >= 1);
    const auto before = static_cast<std::size_t>(muscles.regions[region].modes);
    const auto after = static_cast<std::size_t>(modes);
    const std::size_t first = first_muscle_of(muscles, region);
    const std::size_t kept = std::min(before, after);
    muscles.regions[region].modes = modes;
    return exchanged(muscles, {first + kept, before - kept, after - kept});
}

MuscleExchange set_pockets(MuscleDescription& muscles, bool inflates, std::size_t place, std::size_t count) {
    const std::size_t gone = muscles.pockets ? count : 0;
    muscles.pockets = inflates;
    return exchanged(muscles, {place, gone, inflates ? count : 0});
}

MuscleExchange set_fibres(MuscleDescription& muscles, std::vector<BodyLoad> fibres, std::size_t place) {
    const std::size_t gone = muscles.fibres.size();
    muscles.fibres = std::move(fibres);
    return exchanged(muscles, {place, gone, muscles.fibres.size()});
}

bool can_remove_example(const MuscleDescription& muscles, std::size_t example, const BuiltExamples& built) {
    EXPECTS(example < muscles.examples.size());
    if (!is_built(muscles.examples[example], built)) {
        return true;
    }
    if (muscles.examples != built.muscles.examples || !have_the_same_before_examples(muscles, built.muscles)) {
        return false;
    }
    return muscle_of(example, built) == built.of_muscles.end() || built.of_muscles.size() == muscles.examples.size();
}

MuscleExchange remove_example(MuscleDescription& muscles, std::size_t example, const BuiltExamples& built) {
    EXPECTS(can_remove_example(muscles, example, built) && built.of_muscles.size() <= built.count);
    const auto found = is_built(muscles.examples[example], built) ? muscle_of(example, built) : built.of_muscles.end();
    muscles.examples.erase(muscles.examples.begin() + static_cast<std::ptrdiff_t>(example));
    const auto place =
        built.count - built.of_muscles.size() + static_cast<std::size_t>(found - built.of_muscles.begin());
    return exchanged(muscles, {place, found == built.of_muscles.end() ? 0U : 1U, 0});
}

std::string free_example_name(const MuscleDescription& muscles) {
    for (int number = 1;; ++number) {
        std::string name = "Example " + std::to_string(number);
        if (!is_name_of_example(muscles, name)) {
            return name;
        }
    }
}

std::string free_example_name(const MuscleDescription& muscles, const std::string& wanted) {
    std::string name = wanted;
    for (int number = 2; is_name_of_example(muscles, name); ++number) {
        name = wanted + " " + std::to_string(number);
    }
    return name;
}

std::string free_region_name(const MuscleDescription& muscles) {
    for (int number = 1;; ++number) {
        std::string name = "Region " + std::to_string(number);
        if (!is_name_of_region(muscles, name)) {
            return name;
        }
    }
}

std::string free_region_name(const MuscleDescription& muscles, const std::string& command) {
    std::string name = command;
    for (int number = 2; is_name_of_region(muscles, name); ++number) {
        name = command + " " + std::to_string(number);
    }
    return name;
}

} // namespace limber::app
