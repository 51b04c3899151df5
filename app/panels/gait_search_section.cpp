// SPDX-License-Identifier: MIT
#include "app/document/gait_origin.h"
#include "app/panels/gait_search_numbers.h"
#include "app/panels/numbers.h"
#include "app/panels/participation.h"
#include "app/panels/phrases.h"
#include "app/panels/population.h"
#include "app/panels/score_curve.h"
#include "app/panels/sections.h"
#include "app/panels/set_free.h"

#include <imgui.h>

namespace limber::app {
namespace {

// Shows the scores of the requested terms, and those that describe the motion.
void ui_state(const Scores& scores, const Objective& wanted) {
    const auto say = [](bool is_said, const char* name, const std::string& value, const std::string& what) {
        if (is_said) {
            fact(name, value, ("Of the best gait's rollout" + what).c_str());
        }
    };
    say(true, "Distance", measured(scores.distance, "body lengths"), ", along its direction");
    say(wanted.speed != 0.0, "Speed", measured(scores.speed, "body lengths/s"), ", along its direction");
    say(wanted.approach != 0.0, "Closer by", measured(scores.approach, "body lengths"),
        ": how much closer it came to the point");
    say(wanted.height != 0.0, "Mean rise", measured(scores.height, "body lengths"), ": of its centre of mass");
    say(wanted.leap != 0.0, "Highest rise", measured(scores.leap, "body lengths"), ": of its centre of mass");
    say(true, "Turn", measured(360.0 * scores.turn, "\u00b0"), ", to the left");
    say(true, "Upright", measured(scores.upright, ""), ": the worst cosine of its lean");
    say(true, "Energy", measured(scores.energy, "lifts/s"),
        ": the work of its muscles, in lifts of the whole body by its own length, a second");
}

// The gait of one body cannot be played or saved with another, because muscles and surroundings differ.
std::string only_its_own(const UiState& now) {
    return now.search.target.empty() ? "The character of this search was removed"
                                     : "Only " + now.search.target + " can: select it first";
}

void progress(const UiState& now) {
    const GaitSearchStatus& search_status = *now.search.status;
    if (!now.search.is_target) {
        fact("Character", now.search.target.empty() ? "gone" : now.search.target, (only_its_own(now) + ".").c_str());
    }
    if (search_status.request) {
        const GaitSearchProblem& problem = search_status.request->problem;
        fact("Search goal", goal_words(problem.role, problem.objective), "The goal with which the search was started");
    }
    const std::string done = grouped(search_status.generation) + " of " + grouped(search_status.generations);
    fact("Generation", search_status.is_running ? done + remaining_time(search_status.seconds_left) : done,
         "Generations of the evolution");
    if (search_status.best.waveforms.empty()) {
        return;
    }
    if (plot_progress("Score", score_curve(search_status), "")) {
        tooltip("Score of the best gait (-J) per generation; higher is better");
    }
    ui_state(search_status.scores, search_status.request->problem.objective);
}

void keep_the_best(const GaitSearchStatus& search_status, PanelContext& context) {
    GaitLibrary& gaits = context.draft.description.muscles.gaits;
    context.request(RemoveMessages{Message::Topic::best_gait});
    const NamedGait* named = origin_of(search_status.best, gaits);
    if (named && same_motion(named->gait, search_status.best)) {
        context.say("Already saved as " + named->name + ".");
        return;
    }
    const bool has_role = search_status.role != GaitRole::none;
    const std::string name = gaits.free_name(has_role ? title_of(search_status.role) : "Gait");
    const NamedGait* before = gaits.playing(search_status.role);
    const std::string key =
        before     ? "; the key for " + name_of(search_status.role) + " now plays it instead of " + before->name
        : has_role ? "; the key for " + name_of(search_status.role) + " plays it"
                   : "";
    context.say("Saved as " + name + key + ".", Message::Topic::undo);
    Gait gait = search_status.best;
    gait.name = name;
    gait.character = context.draft.description.name;
    gaits.keep({name, search_status.role, gait});
    context.view.gait = name;
    if (same_motion(context.draft.controls.muscles.gait, gait)) {
        context.draft.controls.muscles.gait = gait;
    }
}

// The tooltip of a button: its effect, or the reason why it is disabled.
struct Explained {
    bool is_usable = true;
    std::string words;
};

int explained_buttons(const char* first, const Explained& its, const char* second, const Explained& others) {
    return buttons({first, its.words.c_str()}, {second, others.words.c_str()}, {its.is_usable, others.is_usable});
}

Explained beginning(const GaitSearchStatus& search_status) {
    return search_status.is_running ? Explained{false, "A search is running; stop it first"}
                                    : Explained{true, "Searches for a gait by evolution in the background"};
}

// Explains the button that continues a paused or stopped search.
Explained going_on(const GaitSearchStatus& search_status, const PanelContext& context,
                   const GaitSearchProblem& problem) {
    if (search_status.is_running) {
        return {search_status.is_paused, search_status.is_paused ? "Continues the search" : "The search is running"};
    }
    if (search_status.generation == 0) {
        return {false, "There is no stopped search"};
    }
    const auto why_not = reason_against_resuming(search_status, context.ui_state.character,
                                                 *context.ui_state.selected.simulated_controls, problem);
    return {!why_not, why_not ? "It cannot: " + *why_not
                              : "Continues the stopped search; the result is the same as without "
                                "a stop"};
}

void start_or_resume(const GaitSearchStatus& search_status, PanelContext& context) {
    const GaitSearchProblem problem = chosen_settings(context);
    const char* begin = search_status.generation == 0 ? "Start search" : "New search";
    const int pressed =
        explained_buttons(begin, beginning(search_status), "Resume", going_on(search_status, context, problem));
    if (pressed == 0) {
        context.request(StartGaitSearch{problem});
    } else if (pressed == 1 && search_status.is_running) {
        context.request(PauseGaitSearch{false});
    } else if (pressed == 1) {
        context.request(ResumeGaitSearch{problem});
    }
}

void pause_or_stop(const GaitSearchStatus& search_status, PanelContext& context) {
    const Explained idle{false, "No search is running"};
    const Explained pause{!search_status.is_paused, search_status.is_paused
                                                        ? "The search is already paused"
                                                        : "Pauses the search; the character keeps moving"};
    const Explained stop{true, "Stops the search; the best gait stays, and the search can be resumed"};
    const int pressed = explained_buttons("Pause", search_status.is_running ? pause : idle, "Stop",
                                          search_status.is_running ? stop : idle);
    if (pressed == 0) {
        context.request(PauseGaitSearch{true});
    } else if (pressed == 1) {
        context.request(StopGaitSearch{});
    }
}

// The user may have chosen another gait than the best one to watch.
void watch_or_keep(const GaitSearchStatus& search_status, PanelContext& context) {
    const auto explained = [&](bool is_usable, const char* words) {
        return search_status.best.waveforms.empty() ? Explained{false, "No gait has been found yet"}
               : !context.ui_state.search.is_target ? Explained{false, only_its_own(context.ui_state)}
                                                    : Explained{is_usable, words};
    };
    const bool watches = context.ui_state.search.watches_best;
    const Explained watch = explained(!watches, watches ? "Each better gait already plays as soon as it is found"
                                                        : "Plays the best gait, and each better one as soon as it is "
                                                          "found");
    const Explained keep = explained(true, "Saves the best gait in the scene. The key of its goal plays it");
    const int pressed = explained_buttons("Watch the best", watch, "Keep the best", keep);
    if (pressed == 0) {
        context.request(WatchBestGait{});
    } else if (pressed == 1) {
        keep_the_best(search_status, context);
    }
}

// A gait search needs a free body, because a rig holds the body in place.
void offer_freedom(PanelContext& context) {
    ImGui::TextWrapped("A gait search needs a free body on a floor, and the rig holds this body in place.");
    if (button("Set it free", "Removes the rig and its clips so that the body can move; adds a floor "
                              "if there is nothing to stand on. Muscles of bones become painted regions")) {
        set_free(context);
    }
}

// A saved search can be continued later or on the command line.
void files(const GaitSearchStatus& search_status, PanelContext& context) {
    const int pressed =
        buttons({"Save the search", "Saves the search to a file, to continue here or with \"limber gait --resume\""},
                {"Load a search", "Loads the search with its settings from such a file and continues it"},
                {search_status.checkpoint != nullptr, !search_status.is_running});
    if (pressed == 0) {
        context.request(SaveGaitSearch{});
    } else if (pressed == 1) {
        context.request(AskForFile{FilePurpose::search});
    }
}

} // namespace

void gait_search_section(PanelContext& context) {
    const UiState& now = context.ui_state;
    if (!now.character || now.character->musculature.count() == 0 || !section("Gait search", false)) {
        return;
    }
    ImGui::PushID("learning");
    if (now.character->description.rig_kind != RigKind::none) {
        offer_freedom(context);
        ImGui::PopID();
        return;
    }
    const bool runs = now.search.status->is_running;
    start_or_resume(*now.search.status, context);
    pause_or_stop(*now.search.status, context);
    watch_or_keep(*now.search.status, context);
    files(*now.search.status, context);
    if (now.search.is_opening) {
        fact("Search", "loading ...", "Checks that the file belongs to this character; until then nothing changes");
    }
    if (now.search.status->character) {
        progress(now);
        ImGui::BeginDisabled(!now.search.is_target);
        population(context);
        ImGui::EndDisabled();
    }
    participation(context);
    ImGui::BeginDisabled(runs);
    gait_search_settings(context);
    ImGui::EndDisabled();
    context.view.shows_goal = true;
    ImGui::PopID();
}

} // namespace limber::app
