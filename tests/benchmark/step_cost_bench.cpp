// SPDX-License-Identifier: MIT
#include "engine/model/reduced_model.h"
#include "engine/stepper/contact_listing.h"
#include "engine/stepper/no_denormals.h"
#include "engine/stepper/workspace.h"
#include "tests/benchmark/csv_file.h"
#include "tests/benchmark/gait_trials.h"

#include <array>
#include <chrono>
#include <cstdio>
#include <numeric>
#include <optional>
#include <string>

/// Figures 13 and 14 of Actuators A La Mode on our arch with its own gait: the cost of 200 steps over skinning modes,
/// contact points and passive clusters, each varied separately with the paper's defaults for the others, and the parts
/// of a step's time.
///
///     step_cost_bench OUT.csv
namespace limber {
namespace {

using app::CharacterDescription;

constexpr int steps = 200;
constexpr int rounds_max = 4; // as in stepper/step.cpp

CharacterDescription paper_default() {
    CharacterDescription scene = scene_of("creature:arch");
    scene.modes = 5;
    scene.clusters = 5;
    scene.contact.points = 40;
    return scene;
}

// The parts of the time of all steps [s]: for each step those of the fastest of several runs. Their sum is the cost of
// the step.
struct Breakdown {
    double preparation = 0.0; // rig, muscles' contraction, constant terms
    double listing = 0.0;     // contact detection, swept contact, and their system
    double passes = 0.0;      // local step: gradients, rotations and right-hand sides
    double global = 0.0;      // global step: solve and update
    double contact = 0.0;     // forces
    double energies = 0.0;    // elastic and kinetic, for the report
    double rest = 0.0;        // the new state and its contact forces
    double free = 0.0;        // whole steps without contact
    int steps = 0;            // with contact
    int alike = 0;            // of these, with the same result as step()
    double unclocked = 0.0;   // the same steps by step() without clocks
};

struct Phase {
    const char* name;
    double Breakdown::*seconds;
};
constexpr std::array phases{Phase{"rig and contraction", &Breakdown::preparation},
                            Phase{"local pass", &Breakdown::passes},
                            Phase{"global solve", &Breakdown::global},
                            Phase{"contact forces", &Breakdown::contact},
                            Phase{"contact listing", &Breakdown::listing},
                            Phase{"energies", &Breakdown::energies},
                            Phase{"rest", &Breakdown::rest},
                            Phase{"steps that touch nothing", &Breakdown::free}};

class Laps {
public:
    void to(double& phase) {
        const auto now = std::chrono::steady_clock::now();
        phase += std::chrono::duration<double>(now - last_).count();
        last_ = now;
    }

private:
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

// descend_projected without momentum, with clocks between its parts.
void descend(const ReducedModel& model, const Controls& controls, Workspace& workspace, Laps& laps, Breakdown& spent) {
    StepObjective& objective = workspace.objective;
    ContactScratch& contact = workspace.contact;
    Coordinates& direction = workspace.descents.projected.direction;
    Iterate& trial = workspace.descents.projected.trial;
    Iterate& now = workspace.now;
    evaluate(model, controls, objective, now);
    laps.to(spent.passes);
    for (int i = 0; i < controls.iterations; ++i) {
        direction = -now.gradient;
        solve_with_handles(objective.handles, contact.metric, direction);
        laps.to(spent.global);
        apply_contact_laws(objective.unknown_weight, now.Z, i + 1 == controls.iterations, contact, direction);
        laps.to(spent.contact);
        trial.Z = now.Z + direction;
        laps.to(spent.global);
        evaluate(model, controls, objective, trial);
        laps.to(spent.passes);
        std::swap(now, trial);
    }
}

// One step, with the phases of step().
struct Replay {
    const ReducedModel& model;
    const Controls& controls;
    const State& start;
    State end;

    // Returns nullopt for a step without contact.
    std::optional<Breakdown> run(Workspace& workspace) {
        const NoDenormals no_denormals;
        Breakdown spent;
        Laps laps;
        Prediction& prediction = workspace.prediction;
        StepObjective& objective = workspace.objective;
        ContactScratch& contact = workspace.contact;
        Iterate& now = workspace.now;
        predict_motion(controls, start, uses_history(controls, start), prediction);
        prepare_objective(model, controls, prediction, objective);
        now.Z = prediction.Z;
        laps.to(spent.preparation);
        list_near_contacts({model, controls, start}, prediction, objective, contact);
        laps.to(spent.listing);
        if (!contact.listed.in_use) {
            return std::nullopt;
        }
        descend(model, controls, workspace, laps, spent);
        for (int round = 0;
             list_missed_contacts({model, controls, start}, prediction, objective, now.Z, round < rounds_max, contact);
             ++round) {
            laps.to(spent.listing);
            descend(model, controls, workspace, laps, spent);
        }
        laps.to(spent.listing);
        elastic_energy(model, controls, prediction, objective, now);
        laps.to(spent.energies);
        end.Z = now.Z;
        end.Zdot = (now.Z - prediction.Z_base) / prediction.h;
        report_contact_forces(model.frame.scale, contact.listed, end.contact_force);
        laps.to(spent.rest);
        kinetic_energy(model, controls, end, *objective.kernel, workspace.end.rig_momentum);
        laps.to(spent.energies);
        return spent;
    }
};

double sum_of(const Breakdown& spent) {
    return std::accumulate(phases.begin(), phases.end(), 0.0,
                           [&](double sum, const Phase& phase) { return sum + spent.*phase.seconds; });
}

struct Timed {
    State end;
    double seconds = 0.0;
};

Timed timed_step(const ReducedModel& model, const Controls& controls, const State& before, Workspace& workspace) {
    Timed timed{before};
    const auto start = std::chrono::steady_clock::now();
    step(model, controls, timed.end, workspace);
    timed.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return timed;
}

// The same step several times, alternately with clocks and without; keeps the fastest of each. Returns the state at the
// end.
State add_step(const ReducedModel& model, const Controls& controls, const State& before, Workspace& workspace,
               Breakdown& sum) {
    constexpr int times = 7;
    std::optional<Breakdown> fastest;
    Replay replay{model, controls, before, before};
    Timed whole = timed_step(model, controls, before, workspace);
    for (int i = 0; i < times; ++i) {
        whole.seconds = std::min(whole.seconds, timed_step(model, controls, before, workspace).seconds);
        const auto spent = replay.run(workspace);
        if (spent && (!fastest || sum_of(*spent) < sum_of(*fastest))) {
            fastest = spent;
        }
    }
    sum.unclocked += whole.seconds;
    if (!fastest) {
        sum.free += whole.seconds;
        return whole.end;
    }
    for (const Phase& phase : phases) {
        sum.*phase.seconds += (*fastest).*phase.seconds;
    }
    sum.alike += replay.end.Z == whole.end.Z ? 1 : 0;
    ++sum.steps;
    return whole.end;
}

Breakdown breakdown_of(const Walker& walker, const Gait& gait) {
    Workspace workspace = workspace_for(walker);
    Controls controls = walker.controls;
    controls.activation.setZero(walker.model->muscle_count());
    State state = walker.start;
    Breakdown spent;
    for (int i = 0; i < steps; ++i) {
        activate(gait, (i + 1) * controls.time_step, controls.activation);
        state = add_step(*walker.model, controls, state, workspace, spent);
    }
    return spent;
}

// A table row: the cost of 200 steps, of one step, and of its parts.
Breakdown measured(const CharacterDescription& scene, const std::string& what) {
    const app::CharacterPtr character = character_of(scene);
    const Breakdown spent = breakdown_of(walker_of(character), character->gait);
    std::printf("| %s | %.2f | %.1f |", what.c_str(), 1e3 * sum_of(spent), 1e6 * sum_of(spent) / steps);
    for (const Phase& phase : phases) {
        std::printf(" %.1f |", 1e6 * spent.*phase.seconds / steps);
    }
    std::printf("   <!-- %d in contact, %d alike; without clocks %.1f -->\n", spent.steps, spent.alike,
                1e6 * spent.unclocked / steps);
    std::fflush(stdout);
    return spent;
}

struct Sweep {
    std::string name;
    std::vector<int> counts;
    void (*set)(CharacterDescription&, int);
};

std::vector<Sweep> sweeps() {
    return {{"skinning modes",
             {2, 5, 10, 15, 20, 30},
             [](CharacterDescription& scene, int n) {
                 scene.modes = n;
             }},
            {"contact points",
             {10, 20, 40, 80, 120, 160},
             [](CharacterDescription& s, int n) {
                 s.contact.points = n;
             }},
            {"passive clusters", {5, 20, 50, 100, 200}, [](CharacterDescription& scene, int n) {
                 scene.clusters = n;
             }}};
}

// The case with a target of 50 microseconds for a step.
void measure_small_steps() {
    for (const char* name : {"arch", "bat", "gecko", "tree_frog"}) {
        CharacterDescription scene = scene_of(std::string("creature:") + name);
        scene.modes = 5;
        scene.clusters = 10;
        scene.muscles.modes = 5;
        scene.contact.points = 20;
        measured(scene, std::string("5, 10, 5, 20: ") + name);
    }
}

int measure(const char* path) {
    measure_small_steps();
    CsvFile file(path, "varied,count,phase,microseconds");
    for (const Sweep& sweep : sweeps()) {
        for (const int count : sweep.counts) {
            CharacterDescription scene = paper_default();
            sweep.set(scene, count);
            const Breakdown spent = measured(scene, std::to_string(count) + " " + sweep.name);
            for (const Phase& phase : phases) {
                file.add({sweep.name, std::to_string(count), phase.name}, {1e6 * spent.*phase.seconds / steps});
            }
        }
    }
    return file.close() ? 0 : 1;
}

} // namespace
} // namespace limber

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fprintf(stderr, "step_cost_bench OUT.csv\n");
        return 2;
    }
    return limber::measure(argv[1]);
}
