#include "app/character/starting_controls.h"
#include "app/cli/commands.h"
#include "app/cli/report.h"
#include "app/recording/session_file.h"
#include "engine/core/hash.h"

#include <algorithm>
#include <optional>

// Sessions of several characters or several segments, done again.
namespace limber::app {
namespace {

// Those that are of the same scene share a model, in all segments.
class Models {
public:
    explicit Models(const Arguments& arguments) : arguments_(arguments) {}

    Result<CharacterPtr> of(const CharacterDescription& scene) {
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

/// One actor's part in one segment.
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

/// All that were done again, counted through all segments.
struct Repetition {
    std::uint64_t steps = 0;
    std::size_t characters = 0; // the most that were there at once
    Hasher hasher;              // of the states in which the last segment ends
    DoneAgain last;
    std::optional<std::uint64_t> first_difference;
    std::string who_differs;
    std::optional<std::uint64_t> first_failure;
};

std::optional<std::uint64_t> counted_on(const std::optional<std::uint64_t>& step, std::uint64_t before) {
    return step ? std::optional(before + *step) : std::nullopt;
}

std::optional<Error> do_again(const RecordedSegment& segment, const std::string& file, Models& models,
                              Repetition& all) {
    const std::uint64_t before = all.steps;
    all.characters = std::max(all.characters, segment.size());
    all.hasher = Hasher();
    for (const RecordedRole& role : segment) {
        const auto character = models.of(role.scene);
        if (!character) {
            return character.error();
        }
        auto again = done_again(role, character.value(), file);
        if (!again) {
            return again.error();
        }
        all.last = std::move(again).value();
        const Replay& replay = all.last.replay;
        if (replay.first_difference) {
            all.first_difference = counted_on(replay.first_difference, before);
            all.who_differs = role.scene.name;
            return std::nullopt;
        }
        all.first_failure = all.first_failure ? all.first_failure : counted_on(replay.first_failure, before);
        all.steps = std::max(all.steps, before + replay.steps);
        all.hasher.add(all.last.hash);
    }
    return std::nullopt;
}

Error difference_in(const Repetition& all, const std::string& file) {
    return {ErrorKind::not_converged,
            "step " + std::to_string(*all.first_difference) + " of " + all.who_differs +
                " leads to another state than the one recorded: another build, or files of the scene that have changed "
                "since",
            file};
}

int report_of(const Arguments& arguments, std::size_t segments, Repetition& all) {
    Report report;
    report.add("characters", static_cast<std::int64_t>(all.characters));
    report.add("steps", all.steps);
    report.add("segments", static_cast<std::int64_t>(segments));
    report.add("compared", all.steps);
    report.add("matches_recording", true);
    report.add("instruction_set", all.last.instruction_set);
    report.add("time", all.last.time, "s");
    report.add("hash", hex(all.hasher.digest()));
    if (all.first_failure) {
        report.warn({failure_in_replay(*all.first_failure)});
    }
    report.print(arguments.json);
    return 0;
}

} // namespace

int replay_session(const Arguments& arguments) {
    const auto segments = read_session(arguments.file);
    if (!segments) {
        return fail(segments.error(), arguments.json);
    }
    Models models(arguments);
    Repetition all;
    for (const RecordedSegment& segment : segments.value()) {
        if (const auto fault = do_again(segment, arguments.file, models, all)) {
            return fail(*fault, arguments.json);
        }
        if (all.first_difference) {
            return fail(difference_in(all, arguments.file), arguments.json,
                        {{"first_difference", *all.first_difference}});
        }
    }
    return report_of(arguments, segments.value().size(), all);
}

} // namespace limber::app
