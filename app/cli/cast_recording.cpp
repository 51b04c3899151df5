#include "app/scene/cast_recording.h"

#include "app/cli/commands.h"
#include "app/cli/report.h"
#include "app/scene/failures.h"
#include "engine/core/hash.h"

#include <algorithm>
#include <optional>

// Many characters, written down and done again.
namespace limber::app {
namespace {

std::vector<ActorRecording> recordings(const Cast& cast, const std::vector<Recorder>& recorders) {
    std::vector<ActorRecording> actors;
    for (std::size_t i = 0; i < recorders.size(); ++i) {
        actors.push_back({static_cast<int>(i), cast.actors()[i].character, recorders[i].recording()});
    }
    return actors;
}

// From rest, where that is where the clip starts; else from the moment.
std::vector<Recorder> recorders_of(const Cast& cast) {
    std::vector<Recorder> recorders;
    for (const Actor& actor : cast.actors()) {
        recorders.push_back(actor.motion.clip_time() == 0.0 ? Recorder::from_rest(actor.motion)
                                                            : Recorder::from(actor.motion));
    }
    return recorders;
}

std::optional<Error> recorded_run(Cast& cast, std::uint64_t frames, Threads threads, std::vector<Recorder>& recorders) {
    for (std::uint64_t frame = 0; frame < frames; ++frame) {
        const std::vector<StepReport> reports = cast.step(threads);
        std::optional<Error> fault;
        for (std::size_t i = 0; i < reports.size(); ++i) {
            const Actor& actor = cast.actors()[i];
            recorders[i].note(actor.controls, actor.motion.state());
            fault = fault ? fault : fault_in_step(reports[i], *actor.character, frame + 1);
        }
        if (fault) {
            return fault;
        }
    }
    return std::nullopt;
}

// Those that are of the same scene share a model.
class Models {
public:
    explicit Models(const Arguments& arguments) : arguments_(arguments) {}

    Result<CharacterPtr> of(const SceneDescription& scene) {
        const auto known =
            std::ranges::find_if(built_, [&](const CharacterPtr& it) { return it->description == scene; });
        if (known != built_.end()) {
            return *known;
        }
        auto character = prepared(arguments_, scene);
        if (character) {
            built_.push_back(character.value());
        }
        return character;
    }

private:
    const Arguments& arguments_;
    std::vector<CharacterPtr> built_;
};

/// One of them, done again.
struct DoneAgain {
    Replay replay;
    std::uint64_t hash = 0;
    double time = 0.0;
    std::string instruction_set;
};

Result<DoneAgain> done_again(const RecordedRole& role, const CharacterPtr& character, const std::string& file) {
    const LiveControls start = starting_controls(*character);
    const auto read = parse_controls(role.text, file, *character, start);
    if (!read) {
        return read.error();
    }
    const auto set = instruction_set_of(read.value().value);
    if (!set) {
        return Error{set.error().kind, set.error().message, file};
    }
    Motion motion(character, set.value());
    const Replay replay = replayed(read.value().value, start, motion);
    return DoneAgain{replay, hash_of(motion.state()), motion.state().time, name_of(set.value())};
}

} // namespace

int record_cast(const Arguments& arguments, Cast cast) {
    const std::uint64_t frames = arguments.frames.value_or(240);
    std::vector<Recorder> recorders = recorders_of(cast);
    auto fault = recorded_run(cast, frames, Threads{.count = arguments.threads}, recorders);
    const std::vector<ActorRecording> actors = recordings(cast, recorders);
    if (fault) {
        if (const auto kept = keep_failure({actors, true})) {
            fault->message += "; what led there is recorded in " + kept->string() + ", which limber replay repeats";
        }
        return fail(*fault, arguments.json);
    }
    if (const auto written = write_recording(actors, arguments.out); !written) {
        return fail(written.error(), arguments.json);
    }
    Report report;
    report.add("recording", arguments.out);
    report.add("characters", static_cast<std::int64_t>(actors.size()));
    report.add("frames", frames);
    report.add("time", cast.actors().front().motion.state().time, "s");
    report.add("instruction_set", actors.front().recording.instruction_set);
    report.add("hash", hex(hash_of(cast)));
    report.warn(cast.warnings());
    report.print(arguments.json);
    return 0;
}

int replay_cast(const Arguments& arguments) {
    const auto roles = read_cast_recording(arguments.file);
    if (!roles) {
        return fail(roles.error(), arguments.json);
    }
    Models models(arguments);
    Hasher hasher;
    std::uint64_t steps = 0;
    DoneAgain last;
    for (const RecordedRole& role : roles.value()) {
        const auto character = models.of(role.scene);
        if (!character) {
            return fail(character.error(), arguments.json);
        }
        const auto again = done_again(role, character.value(), arguments.file);
        if (!again) {
            return fail(again.error(), arguments.json);
        }
        last = again.value();
        if (last.replay.first_difference) {
            const std::uint64_t step = *last.replay.first_difference;
            return fail({ErrorKind::not_converged,
                         "step " + std::to_string(step) + " of " + role.scene.name +
                             " leads to another state than the one recorded: another build, or files of the scene that "
                             "have changed since",
                         arguments.file},
                        arguments.json, {{"first_difference", step}});
        }
        steps = std::max(steps, last.replay.steps);
        hasher.add(last.hash);
    }
    Report report;
    report.add("characters", static_cast<std::int64_t>(roles.value().size()));
    report.add("steps", steps);
    report.add("compared", steps);
    report.add("matches_recording", true);
    report.add("instruction_set", last.instruction_set);
    report.add("time", last.time, "s");
    report.add("hash", hex(hasher.digest()));
    report.print(arguments.json);
    return 0;
}

} // namespace limber::app
