// SPDX-License-Identifier: MIT
#include "tests/benchmark/gait_trials.h"
#include "tests/support/driving.h"
#include "tests/support/gait_metrics.h"

#include "engine/actuation/gait_file.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <map>
#include <string>
#include <vector>

/// Searches for a walker's gait for one key, as for those in assets/gaits: by its visible motion
/// (tests/support/gait_metrics.h) instead of one score. Ahead and back score the distance along the facing direction,
/// turning scores the turn in place, jumping scores the clearance of the whole body; all require staying upright.
/// The search may start from another gait, or from its time reversal, which often leads back. A gait can also be made
/// stable while driven. Prints the metrics of the gait in five seconds.
///
///     training_bench CREATURE forward|left|right|back|jump OUT [from=GAIT] [SETTING=NUMBER ...]
namespace limber {
namespace {

using Settings = std::map<std::string, double>;

const Settings usual = {{"amplitude", 0.7},   {"harmonics", 1},   {"shortest", 0.4}, {"longest", 1.5}, // gaits
                        {"generations", 100}, {"population", 16}, {"sigma", 0.3},    {"seed", 1},      // search
                        {"seconds", 5},                                                                // rollout
                        {"steady", 12},   // cost of leaning
                        {"driven", 0},    // seconds of driving in the objective
                        {"reversed", 0}}; // 1: starts from the other gait reversed in time

Settings settings_from(const std::vector<std::string>& words) {
    Settings settings = usual;
    for (const std::string& word : words) {
        const std::size_t equals = word.find('=');
        const auto setting = settings.find(word.substr(0, equals));
        if (equals == std::string::npos || setting == settings.end()) {
            std::fprintf(stderr, "there is no setting %s\n", word.c_str());
            std::exit(2);
        }
        setting->second = std::atof(word.c_str() + equals + 1);
    }
    return settings;
}

// Standing still without leaning has cost 0.
double cost_of(const testing::GaitMetrics& metrics, app::GaitRole role, double steady) {
    if (!metrics.is_finite) {
        return std::numeric_limits<double>::infinity();
    }
    const double leaning = steady * (1.0 - metrics.upright);
    const double strays = std::abs(metrics.aside);
    const double keeps_to_it = std::max(0.0, metrics.aligned);
    switch (role) {
    case app::GaitRole::forward:
        return leaning + 0.5 * strays - metrics.ahead * (metrics.ahead > 0.0 ? keeps_to_it : 1.0);
    case app::GaitRole::back:
        return leaning + 0.5 * strays + metrics.ahead * (metrics.ahead < 0.0 ? keeps_to_it : 1.0);
    case app::GaitRole::left:
        return leaning + metrics.reach - metrics.turned / 90.0;
    case app::GaitRole::right:
        return leaning + metrics.reach + metrics.turned / 90.0;
    default:
        // Higher jumps do not score more, because they end in a fall.
        return leaning + 0.4 * metrics.reach + std::abs(metrics.turned) / 360.0 - 4.0 * std::min(metrics.rise, 0.3) -
               10.0 * std::min(metrics.clear, 0.3) - 0.2 * std::min(metrics.flights, 8);
    }
}

// A walker that searches a gait for one key.
class Training {
public:
    Training(app::CharacterPtr character, app::GaitRole role, Settings settings)
        : character_(std::move(character)), walker_(walker_of(character_)), role_(role),
          settings_(std::move(settings)) {
        space_.muscles = walker_.model->muscle_count();
        space_.harmonics = static_cast<Index>(settings_.at("harmonics"));
        space_.amplitude_max = settings_.at("amplitude");
        space_.period_min = settings_.at("shortest");
        space_.period_max = settings_.at("longest");
    }

    Gait found(const std::string& from) {
        CmaEs search(from.empty() ? Vector(Vector::Constant(dimension(space_), 0.5)) : point_of(from), options());
        double best = std::numeric_limits<double>::infinity();
        while (!search.is_done()) {
            const Matrix& points = search.ask();
            Vector costs(points.cols());
            for (Index i = 0; i < points.cols(); ++i) {
                costs(i) = trial(gait_at(space_, points.col(i)), best);
            }
            search.tell(costs);
            best = search.state().best_cost;
        }
        return gait_at(space_, search.state().best);
    }

    void tell(const Gait& gait) const {
        const testing::GaitMetrics metrics = testing::metrics_of(*character_, walker_, gait);
        std::printf("%s %s: %+.2f lengths ahead, %+.2f aside, strays %.2f, %+.0f degrees, upright %.3f at worst; clear "
                    "of the ground by %.2f heights, %d times\n",
                    character_->description.name.c_str(), name_of(role_).c_str(), metrics.ahead, metrics.aside,
                    metrics.reach, metrics.turned, metrics.upright, metrics.clear, metrics.flights);
    }

private:
    // Skips the driving for candidates that are worse than the best without it.
    double trial(const Gait& gait, double best) const {
        const double steady = settings_.at("steady");
        const double cost =
            cost_of(testing::metrics_of(*character_, walker_, gait, settings_.at("seconds")), role_, steady);
        if (settings_.at("driven") <= 0.0) {
            return cost;
        }
        return cost + steady * (cost < best ? leaning_when_driven(gait) : 0.5);
    }

    // The worst lean while driven with random keys, one of which plays this gait.
    double leaning_when_driven(const Gait& gait) const {
        app::MuscleDescription muscles = character_->description.muscles;
        muscles.gaits.keep({title_of(role_), role_, gait, {}});
        double leaning = 0.0;
        for (const std::uint64_t seed : {1U, 2U, 3U}) {
            const testing::Drive drive = testing::driven(walker_, muscles, seed, settings_.at("driven"));
            leaning = std::max(leaning, 1.0 - drive.worst);
        }
        return leaning;
    }

    // The coordinates of a gait with as many harmonics and one period.
    Vector point_of(const std::string& file) const {
        const auto gait = read_gait(file);
        if (!gait) {
            std::fprintf(stderr, "%s\n", sentence(gait.error()).c_str());
            std::exit(1);
        }
        std::vector<double> u;
        for (const Waveform& waveform : gait.value().value.waveforms) {
            for (const Sinusoid& one : waveform) {
                if (u.empty()) {
                    u.push_back(std::log(one.period / space_.period_min) /
                                std::log(space_.period_max / space_.period_min));
                }
                const double phase = settings_.at("reversed") > 0.0 ? 0.5 - one.phase : one.phase;
                u.insert(u.end(), {one.amplitude / space_.amplitude_max, phase - std::floor(phase)});
            }
        }
        const Vector point = Eigen::Map<const Vector>(u.data(), static_cast<Index>(u.size()));
        return point.cwiseMax(0.0).cwiseMin(1.0);
    }

    CmaEsOptions options() const {
        CmaEsOptions options;
        options.generations_max = static_cast<int>(settings_.at("generations"));
        options.population = static_cast<Index>(settings_.at("population"));
        options.sigma = settings_.at("sigma");
        options.seed = static_cast<std::uint64_t>(settings_.at("seed"));
        options.lower = Vector::Zero(dimension(space_));
        options.upper = Vector::Ones(dimension(space_));
        options.periodic = periodic_coordinates(space_);
        return options;
    }

    app::CharacterPtr character_;
    Walker walker_;
    app::GaitRole role_;
    Settings settings_;
    GaitSpace space_;
};

app::GaitRole role_called(const std::string& name) {
    for (const app::GaitRole role : app::driven_roles) {
        if (name_of(role) == name) {
            return role;
        }
    }
    std::fprintf(stderr, "no key asks for %s\n", name.c_str());
    std::exit(2);
}

int train(const std::vector<std::string>& words) {
    const bool goes_from = words.size() > 3 && words[3].starts_with("from=");
    const app::CharacterPtr character = character_of(scene_of("creature:" + words[0]));
    Training training(character, role_called(words[1]),
                      settings_from({words.begin() + (goes_from ? 4 : 3), words.end()}));
    Gait gait = training.found(goes_from ? words[3].substr(5) : "");
    const std::filesystem::path out = words[2];
    gait.name = out.stem().string();
    gait.character = character->description.name;
    if (const auto written = write_gait(gait, out); !written) {
        std::fprintf(stderr, "%s\n", sentence(written.error()).c_str());
        return 1;
    }
    training.tell(gait);
    return 0;
}

} // namespace
} // namespace limber

int main(int argc, char** argv) {
    const std::vector<std::string> words(argv + 1, argv + argc);
    if (words.size() < 3) {
        std::fprintf(stderr, "training_bench CREATURE ROLE OUT [from=GAIT] [SETTING=NUMBER ...]\n");
        return 2;
    }
    return limber::train(words);
}
