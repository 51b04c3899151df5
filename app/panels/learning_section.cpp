#include "app/panels/learning_curve.h"
#include "app/panels/learning_settings.h"
#include "app/panels/numbers.h"
#include "app/panels/participation.h"
#include "app/panels/phrases.h"
#include "app/panels/population.h"
#include "app/panels/sections.h"
#include "app/panels/set_free.h"
#include "app/scene/gait_origin.h"

#include <imgui.h>

namespace limber::app {
namespace {

// What is asked for, and besides what tells how it moves.
void readings(const Scores& scores, const Objective& wanted) {
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

// What one body learnt is no other's to play or to keep: its muscles, and its world, are others.
std::string only_its_own(const Readings& now) {
    return now.pupil.empty() ? "The body that learnt it is gone" : "Only " + now.pupil + " can: select it first";
}

void progress(const Readings& now) {
    const Learnt& learnt = *now.learnt;
    if (!now.is_pupil) {
        fact("Pupil", now.pupil.empty() ? "gone" : now.pupil, (only_its_own(now) + ".").c_str());
    }
    if (learnt.task) {
        const Lesson& lesson = learnt.task->lesson;
        fact("Learns to", goal_words(lesson.role, lesson.objective), "The lesson of the search, as it was begun");
    }
    const std::string done = grouped(learnt.generation) + " of " + grouped(learnt.generations);
    fact("Generation",
         learnt.is_running && learnt.seconds_left >= 0.0 ? done + ", " + lasting(learnt.seconds_left) + " left" : done,
         "Generations of the evolution");
    if (learnt.best.waveforms.empty()) {
        return;
    }
    plot_course("Best so far", learning_curve(learnt), "",
                "-J, what the best gait is worth to the lesson, generation by generation: more is better");
    readings(learnt.scores, learnt.task->lesson.objective);
}

void keep_the_best(const Learnt& learnt, Studio& studio) {
    GaitLibrary& gaits = studio.edits.description.muscles.gaits;
    studio.wishes.keeps_best = true;
    const KeptGait* kept = origin_of(learnt.best, gaits);
    if (kept && same_motion(kept->gait, learnt.best)) {
        studio.wishes.say("It is kept already, as " + kept->name + ".");
        return;
    }
    const bool has_role = learnt.role != GaitRole::none;
    const std::string name = gaits.free_name(has_role ? title_of(learnt.role) : "Learnt");
    const KeptGait* before = gaits.playing(learnt.role);
    const std::string key = before ? "; the key for " + name_of(learnt.role) + " plays it now, and not " + before->name
                            : has_role ? "; the key for " + name_of(learnt.role) + " plays it"
                                       : "";
    studio.wishes.say("Kept as " + name + key + ".", Message::Topic::undo);
    Gait gait = learnt.best;
    gait.name = name;
    gait.character = studio.edits.description.name;
    gaits.keep({name, learnt.role, gait});
    studio.view.gait = name;
    if (same_motion(studio.edits.controls.muscles.gait, gait)) {
        studio.edits.controls.muscles.gait = gait;
    }
}

// What would happen, or why nothing would.
struct Explained {
    bool is_usable = true;
    std::string words;
};

int explained_buttons(const char* first, const Explained& its, const char* second, const Explained& others) {
    return buttons({first, its.words.c_str()}, {second, others.words.c_str()}, {its.is_usable, others.is_usable});
}

Explained beginning(const Learnt& learnt) {
    return learnt.is_running ? Explained{false, "It learns already: stop it first"}
                             : Explained{true, "Evolution looks for a gait beside the running character"};
}

// A search that waits, or that was stopped.
Explained going_on(const Learnt& learnt, const Studio& studio, const Lesson& lesson) {
    if (learnt.is_running) {
        return {learnt.is_paused, learnt.is_paused ? "The search goes on" : "It learns already"};
    }
    if (learnt.generation == 0) {
        return {false, "No search was stopped that could go on"};
    }
    const auto why_not = hindrance(learnt, studio.readings.character, *studio.readings.on_stage, lesson);
    return {!why_not, why_not ? "It cannot: " + *why_not
                              : "With the search that was stopped, which then finds what it would have found without "
                                "a stop"};
}

void begin_or_go_on(const Learnt& learnt, Studio& studio) {
    const Lesson lesson = chosen_lesson(studio);
    const char* begin = learnt.generation == 0 ? "Learn to move" : "Learn anew";
    const int pressed = explained_buttons(begin, beginning(learnt), "Go on", going_on(learnt, studio, lesson));
    if (pressed == 0) {
        studio.wishes.learn = lesson;
    } else if (pressed == 1 && learnt.is_running) {
        studio.wishes.pause_learning = false;
    } else if (pressed == 1) {
        studio.wishes.go_on_learning = lesson;
    }
}

void pause_or_stop(const Learnt& learnt, Studio& studio) {
    const Explained idle{false, "It does not learn now"};
    const Explained pause{!learnt.is_paused,
                          learnt.is_paused ? "The search waits already" : "The search waits; the character moves on"};
    const Explained stop{true, "The search ends here; the best gait stays, and it can go on later"};
    const int pressed =
        explained_buttons("Pause", learnt.is_running ? pause : idle, "Stop", learnt.is_running ? stop : idle);
    studio.wishes.pause_learning = pressed == 0 ? std::optional(true) : studio.wishes.pause_learning;
    studio.wishes.stop_learning = pressed == 1;
}

// Another gait than the best may have been chosen to be watched meanwhile.
void watch_or_keep(const Learnt& learnt, Studio& studio) {
    const auto explained = [&](bool is_usable, const char* words) {
        return learnt.best.waveforms.empty() ? Explained{false, "Nothing has been learnt yet"}
               : !studio.readings.is_pupil   ? Explained{false, only_its_own(studio.readings)}
                                             : Explained{is_usable, words};
    };
    const bool watches = studio.view.watches_best;
    const Explained watch = explained(!watches, watches ? "It plays, and each better one as soon as it is found"
                                                        : "The best gait plays, and each better one as soon as it is "
                                                          "found");
    const Explained keep =
        explained(true, "Under a name, with the scene; where it was learnt for a key, that key plays it");
    const int pressed = explained_buttons("Watch the best", watch, "Keep the best", keep);
    studio.wishes.watch_best = pressed == 0;
    if (pressed == 1) {
        keep_the_best(learnt, studio);
    }
}

// Only a free body can go anywhere.
void offer_freedom(Studio& studio) {
    ImGui::TextWrapped("Only a free body on a floor can learn to move, and its rig holds this one where it is.");
    if (button("Set it free", "Takes the rig and its clips away, so that the body can learn to move; a floor comes "
                              "under it where there is nothing to stand on. Muscles of bones stay, painted")) {
        set_free(studio);
    }
}

// It may go on another day, or on the command line.
void files(const Learnt& learnt, Studio& studio) {
    const int pressed =
        buttons({"Save the search", "To a file that it can go on from, here or by \"limber gait --resume\""},
                {"Load a search", "From such a file: the lesson is what the file says, and the search goes on"},
                {learnt.kept != nullptr, !learnt.is_running});
    studio.wishes.save_search = pressed == 0;
    studio.wishes.ask_for_search = pressed == 1;
}

} // namespace

void learning_section(Studio& studio) {
    const Readings& now = studio.readings;
    if (!now.character || now.character->musculature.count() == 0 || !section("Learning", false)) {
        return;
    }
    ImGui::PushID("learning");
    if (now.character->description.rig_kind != RigKind::none) {
        offer_freedom(studio);
        ImGui::PopID();
        return;
    }
    const bool runs = now.learnt->is_running;
    begin_or_go_on(*now.learnt, studio);
    pause_or_stop(*now.learnt, studio);
    watch_or_keep(*now.learnt, studio);
    files(*now.learnt, studio);
    if (now.opens_search) {
        fact("Search", "is being opened ...",
             "The file says of which body it is; until that is known, nothing changes");
    }
    if (now.learnt->character) {
        progress(now);
        ImGui::BeginDisabled(!now.is_pupil);
        population(studio);
        ImGui::EndDisabled();
    }
    participation(studio);
    ImGui::BeginDisabled(runs);
    lesson_settings(studio);
    ImGui::EndDisabled();
    studio.view.shows_lesson = true;
    ImGui::PopID();
}

} // namespace limber::app
