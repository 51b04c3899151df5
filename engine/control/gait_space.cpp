#include "engine/control/gait_space.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace limber {
namespace {

// Reads a point's coordinates one after the other.
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

double period_at(const GaitSpace& space, double u) {
    return space.period_min * std::pow(space.period_max / space.period_min, u);
}

bool chooses_beat(const GaitSpace& space) {
    return space.one_beat && !space.period;
}

bool chooses_periods(const GaitSpace& space) {
    return !space.one_beat && !space.period;
}

bool chooses_muscles(const GaitSpace& space) {
    return space.taking_part > 0 && space.taking_part < space.muscles;
}

// The first muscle has the phase that the beat starts with: with one beat, only differences of phases matter, but for
// the start.
std::vector<bool> who_takes_part(const GaitSpace& space, PointReader& coordinates) {
    std::vector<bool> takes_part(static_cast<std::size_t>(space.muscles), !chooses_muscles(space));
    if (!chooses_muscles(space)) {
        return takes_part;
    }
    std::vector<double> share(takes_part.size());
    std::ranges::generate(share, [&] { return coordinates.next(); });
    std::vector<std::size_t> order(share.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return share[a] > share[b]; });
    for (std::size_t i = 0; i < static_cast<std::size_t>(space.taking_part); ++i) {
        takes_part[order[i]] = true;
    }
    return takes_part;
}

} // namespace

std::optional<Error> fault_in(const GaitSpace& space) {
    const auto fault = [](const std::string& what) {
        return Error{ErrorKind::bad_input, what, "gait"};
    };
    if (space.muscles < 1) {
        return fault("there is no muscle to move: give the character some");
    }
    if (space.harmonics < 1 || space.harmonics > 16) {
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
    // Both ends hold the shortest period of a harmonic, and whatever else goes to an extreme.
    for (const double end : {0.0, 1.0}) {
        if (const auto beyond = fault_in(gait_at(space, Vector::Constant(dimension(space), end)))) {
            return fault("it would hold gaits that no file can: " + beyond->message);
        }
    }
    return std::nullopt;
}

Index dimension(const GaitSpace& space) {
    const Index each = (space.amplitude ? 0 : 1) + (space.phase ? 0 : 1) + (chooses_periods(space) ? 1 : 0);
    return (chooses_beat(space) ? 1 : 0) + (chooses_muscles(space) ? space.muscles : 0) +
           each * space.muscles * space.harmonics;
}

Gait gait_at(const GaitSpace& space, const Vector& u) {
    EXPECTS(u.size() == dimension(space));
    PointReader coordinates(u);
    Gait gait;
    gait.ramp = space.ramp;
    gait.limit = space.amplitude_max;
    const double beat = chooses_beat(space) ? period_at(space, coordinates.next()) : space.period.value_or(1.0);
    const std::vector<bool> takes_part = who_takes_part(space, coordinates);
    for (const bool moves : takes_part) {
        Waveform waveform;
        for (Index j = 0; j < space.harmonics; ++j) {
            Sinusoid one;
            one.amplitude = space.amplitude ? *space.amplitude : space.amplitude_max * coordinates.next();
            one.phase = space.phase ? *space.phase : coordinates.next();
            one.period = chooses_periods(space) ? period_at(space, coordinates.next())
                                                : beat / static_cast<double>(space.one_beat ? j + 1 : 1);
            waveform.push_back(one);
        }
        gait.waveforms.push_back(moves ? waveform : Waveform{});
    }
    return gait;
}

} // namespace limber
