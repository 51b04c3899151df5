// SPDX-License-Identifier: MIT
#include "engine/control/gait_space.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace limber {
namespace {

// Reads the coordinates of a point in order.
class PointReader {
public:
    explicit PointReader(const Vector& u) : u_(u) {}
    double next() {
        return u_(at_++);
    }

private:
    const Vector& u_;
    Index at_ = 0;
};

constexpr Index harmonics_max = 16;

double period_at(const GaitSpace& space, double u) {
    return space.period_min * std::pow(space.period_max / space.period_min, u);
}

Participation part_of(const GaitSpace& space, Index muscle) {
    return space.parts.empty() ? Participation::if_chosen : space.parts[static_cast<std::size_t>(muscle)];
}

Index count_of(const GaitSpace& space, Participation part) {
    Index count = 0;
    for (Index i = 0; i < space.muscles; ++i) {
        count += part_of(space, i) == part ? 1 : 0;
    }
    return count;
}

// The number of muscles that the search may choose, besides those that always take part.
Index choosable_count(const GaitSpace& space) {
    const Index open = count_of(space, Participation::if_chosen);
    return space.taking_part > 0
               ? std::clamp<Index>(space.taking_part - count_of(space, Participation::always), 0, open)
               : open;
}

bool chooses_muscles(const GaitSpace& space) {
    return choosable_count(space) > 0 && choosable_count(space) < count_of(space, Participation::if_chosen);
}

// A muscle that cannot move has no coordinates.
bool may_move(const GaitSpace& space, Index muscle) {
    const Participation part = part_of(space, muscle);
    return part == Participation::always || (part == Participation::if_chosen && choosable_count(space) > 0);
}

Index count_of_movable(const GaitSpace& space) {
    return count_of(space, Participation::always) +
           (choosable_count(space) > 0 ? count_of(space, Participation::if_chosen) : Index{0});
}

Index harmonics_of(const GaitSpace& space, Index muscle) {
    Index harmonics = space.harmonics;
    if (const auto i = static_cast<std::size_t>(muscle); i < space.fixed.size()) {
        for (std::size_t j = 0; j < space.fixed[i].size(); ++j) {
            harmonics = space.fixed[i][j].is_there() ? std::max(harmonics, static_cast<Index>(j + 1)) : harmonics;
        }
    }
    return harmonics;
}

// The values fixed for this sinusoid, or else for all; the period fixed for all is that of the common period's first
// harmonic and is handled by common_period_at.
FixedSinusoid fixed_of(const GaitSpace& space, Index muscle, Index harmonic) {
    const auto i = static_cast<std::size_t>(muscle);
    const auto j = static_cast<std::size_t>(harmonic);
    FixedSinusoid fixed = i < space.fixed.size() && j < space.fixed[i].size() ? space.fixed[i][j] : FixedSinusoid{};
    fixed.amplitude = fixed.amplitude ? fixed.amplitude : space.amplitude;
    fixed.phase = fixed.phase ? fixed.phase : space.phase;
    return fixed;
}

// Visits every sinusoid that may move, muscle by muscle.
template <typename Visit>
void for_each_sinusoid(const GaitSpace& space, const Visit& visit) {
    for (Index muscle = 0; muscle < space.muscles; ++muscle) {
        for (Index j = 0; j < harmonics_of(space, muscle) && may_move(space, muscle); ++j) {
            visit(fixed_of(space, muscle, j));
        }
    }
}

bool follows_common_period(const GaitSpace& space, const FixedSinusoid& fixed) {
    return space.common_period && !fixed.period;
}

// True if any sinusoid follows the common period and it is not fixed.
bool chooses_common_period(const GaitSpace& space) {
    bool chooses = false;
    for_each_sinusoid(space,
                      [&](const FixedSinusoid& fixed) { chooses = chooses || follows_common_period(space, fixed); });
    return chooses && !space.period;
}

bool chooses_period(const GaitSpace& space, const FixedSinusoid& fixed) {
    return !space.common_period && !space.period && !fixed.period;
}

// A fixed amplitude is never clipped.
double limit_of(const GaitSpace& space) {
    double limit = space.amplitude_max;
    for_each_sinusoid(
        space, [&](const FixedSinusoid& fixed) { limit = std::max(limit, std::abs(fixed.amplitude.value_or(0.0))); });
    return limit;
}

// Reads sigma, which follows the common period in a point.
Vector read_participation(const GaitSpace& space, PointReader& coordinates) {
    const bool chooses = chooses_muscles(space);
    Vector sigma(space.muscles);
    for (Index i = 0; i < space.muscles; ++i) {
        const bool is_chosen = chooses && part_of(space, i) == Participation::if_chosen;
        sigma(i) = is_chosen ? coordinates.next() : may_move(space, i) ? 1.0 : 0.0;
    }
    return sigma;
}

std::vector<bool> participating_muscles(const GaitSpace& space, const Vector& sigma) {
    std::vector<bool> takes_part;
    std::vector<Index> order;
    for (Index i = 0; i < space.muscles; ++i) {
        const bool is_open = chooses_muscles(space) && part_of(space, i) == Participation::if_chosen;
        takes_part.push_back(may_move(space, i) && !is_open);
        if (is_open) {
            order.push_back(i);
        }
    }
    std::ranges::stable_sort(order, [&](Index a, Index b) { return sigma(a) > sigma(b); });
    for (std::size_t i = 0; i < order.size() && i < static_cast<std::size_t>(choosable_count(space)); ++i) {
        takes_part[static_cast<std::size_t>(order[i])] = true;
    }
    return takes_part;
}

double common_period_at(const GaitSpace& space, PointReader& coordinates) {
    return chooses_common_period(space) ? period_at(space, coordinates.next()) : space.period.value_or(1.0);
}

std::optional<std::string> fault_in_parts(const GaitSpace& space) {
    if (!space.parts.empty() && static_cast<Index>(space.parts.size()) != space.muscles) {
        return "muscles are fixed in or out of another character, which has " + std::to_string(space.parts.size());
    }
    if (space.taking_part > 0 && count_of(space, Participation::always) > space.taking_part) {
        return "more muscles are fixed in than may take part: fix fewer, or let more take part";
    }
    if (count_of_movable(space) == 0) {
        return "every muscle is fixed out: let one take part";
    }
    return std::nullopt;
}

// Checks that a gait may have the fixed values, also of muscles that are at rest.
std::optional<std::string> fault_in_fixed(const GaitSpace& space) {
    if (static_cast<Index>(space.fixed.size()) > space.muscles) {
        return "something is fixed of muscle " + std::to_string(space.fixed.size()) + ", but the character has " +
               std::to_string(space.muscles);
    }
    Gait gait;
    gait.limit = activation_max;
    for (const FixedWaveform& fixed : space.fixed) {
        if (static_cast<Index>(fixed.size()) > harmonics_max) {
            return "a muscle has 16 harmonics at the most: fix no more";
        }
        const Sinusoid usual;
        Waveform& waveform = gait.waveforms.emplace_back();
        for (const FixedSinusoid& one : fixed) {
            waveform.push_back({one.amplitude.value_or(usual.amplitude), one.period.value_or(usual.period),
                                one.phase.value_or(usual.phase)});
        }
    }
    const auto beyond = limber::fault_in(gait);
    return beyond ? std::optional("what is fixed is no gait's: " + beyond->message) : std::nullopt;
}

} // namespace

std::optional<Error> fault_in(const GaitSpace& space) {
    const auto fault = [](const std::string& what) {
        return Error{ErrorKind::bad_input, what, "gait"};
    };
    if (space.muscles < 1) {
        return fault("there is no muscle to move: give the character some");
    }
    if (const auto in_parts = fault_in_parts(space)) {
        return fault(*in_parts);
    }
    if (const auto in_fixed = fault_in_fixed(space)) {
        return fault(*in_fixed);
    }
    if (space.harmonics < 1 || space.harmonics > harmonics_max) {
        return fault("a gait has 1 to 16 harmonics");
    }
    if (!(space.amplitude_max > 0.0 && std::isfinite(space.amplitude_max))) {
        return fault("the largest amplitude must be positive");
    }
    if (!(space.period_min > 0.0 && space.period_max >= space.period_min && std::isfinite(space.period_max))) {
        return fault("the periods must be positive, the shortest first");
    }
    if (space.period && !(*space.period > 0.0 && std::isfinite(*space.period))) {
        return fault("the period must be positive");
    }
    if (!(space.ramp >= 0.0 && std::isfinite(space.ramp))) {
        return fault("the ramp must be a time in seconds, 0 or more");
    }
    if (dimension(space) == 0) {
        return fault("everything is fixed: leave amplitude, period or phase to the search");
    }
    // The two ends contain the shortest period of a harmonic and the other extremes.
    for (const double end : {0.0, 1.0}) {
        if (const auto beyond = fault_in(gait_at(space, Vector::Constant(dimension(space), end)))) {
            return fault("it would hold gaits that no file can: " + beyond->message);
        }
    }
    return std::nullopt;
}

Index dimension(const GaitSpace& space) {
    return static_cast<Index>(periodic_coordinates(space).size());
}

std::vector<bool> periodic_coordinates(const GaitSpace& space) {
    const Index before = (chooses_common_period(space) ? 1 : 0) +
                         (chooses_muscles(space) ? count_of(space, Participation::if_chosen) : Index{0});
    std::vector<bool> periodic_coordinates(static_cast<std::size_t>(before), false);
    for_each_sinusoid(space, [&](const FixedSinusoid& fixed) {
        periodic_coordinates.insert(periodic_coordinates.end(), fixed.amplitude ? 0 : 1, false);
        periodic_coordinates.insert(periodic_coordinates.end(), fixed.phase ? 0 : 1, true);
        periodic_coordinates.insert(periodic_coordinates.end(), chooses_period(space, fixed) ? 1 : 0, false);
    });
    return periodic_coordinates;
}

Gait gait_at(const GaitSpace& space, const Vector& u) {
    EXPECTS(u.size() == dimension(space));
    PointReader coordinates(u);
    Gait gait;
    gait.ramp = space.ramp;
    gait.limit = limit_of(space);
    const double period_of_all = common_period_at(space, coordinates);
    const std::vector<bool> takes_part = participating_muscles(space, read_participation(space, coordinates));
    for (Index muscle = 0; muscle < space.muscles; ++muscle) {
        Waveform waveform;
        for (Index j = 0; j < harmonics_of(space, muscle) && may_move(space, muscle); ++j) {
            const FixedSinusoid fixed = fixed_of(space, muscle, j);
            Sinusoid one;
            one.amplitude = fixed.amplitude ? *fixed.amplitude : space.amplitude_max * coordinates.next();
            one.phase = fixed.phase ? *fixed.phase : coordinates.next();
            one.period = fixed.period ? *fixed.period
                         : chooses_period(space, fixed)
                             ? period_at(space, coordinates.next())
                             : period_of_all / static_cast<double>(space.common_period ? j + 1 : 1);
            waveform.push_back(one);
        }
        gait.waveforms.push_back(takes_part[static_cast<std::size_t>(muscle)] ? waveform : Waveform{});
    }
    return gait;
}

Vector participation_at(const GaitSpace& space, const Vector& u) {
    EXPECTS(u.size() == dimension(space));
    PointReader coordinates(u);
    common_period_at(space, coordinates);
    return read_participation(space, coordinates);
}

} // namespace limber
