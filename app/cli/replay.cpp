// SPDX-License-Identifier: MIT
#include "app/character/starting_controls.h"
#include "app/cli/commands.h"
#include "app/cli/preparation.h"
#include "app/cli/report.h"
#include "app/motion/controls_recording.h"
#include "app/recording/replaying.h"
#include "app/recording/session_file.h"
#include "app/view/drawables.h"
#include "app/view/motion_file.h"
#include "engine/core/file_bytes.h"
#include "engine/core/hash.h"
#include "engine/replay/motion_file.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>

// A recording is a list of segments, each with a list of characters; one character in one segment is a list of one in a
// list of one, whose report has keys of its own.
namespace limber::app {
namespace {

struct RecordingFile {
    std::vector<RecordedSegment> segments;
    bool is_session = false; // several characters or several segments
    std::vector<std::string> warnings;
};

Result<RecordingFile> read_recording(const std::string& file) {
    if (records_a_session(file)) {
        auto segments = read_session(file);
        return segments ? Result<RecordingFile>({std::move(segments).value(), true, {}}) : segments.error();
    }
    auto scene = read_recorded_scene(file);
    if (!scene) {
        return scene.error();
    }
    auto text = file_bytes(file);
    if (!text) {
        return text.error();
    }
    auto [description, warnings] = std::move(scene).value();
    return RecordingFile{{{{std::move(description), std::move(text).value()}}}, false, std::move(warnings)};
}

/// The models of a recording. Characters of the same scene share one, in all segments.
class ModelStore {
public:
    explicit ModelStore(const Arguments& arguments) : arguments_(arguments) {}

    Result<CharacterPtr> get(const CharacterDescription& scene) {
        const auto known =
            std::ranges::find_if(models_, [&](const CharacterPtr& model) { return model->description == scene; });
        if (known != models_.end()) {
            return *known;
        }
        auto model = prepared(arguments_, scene);
        if (model) {
            models_.push_back(model.value());
        }
        return model;
    }

    const std::vector<CharacterPtr>& models() const {
        return models_;
    }

private:
    const Arguments& arguments_;
    std::vector<CharacterPtr> models_;
};

Result<Repaired<Recording>> controls_of(const RecordedCharacter& recorded, const Character& character,
                                        const std::string& file) {
    return parse_controls(recorded.text, file, character, starting_controls(character));
}

/// The motion of a recording of one character: the positions of its vertices after each step, as `limber simulate
/// --out` writes them.
class MotionOutput {
public:
    explicit MotionOutput(MotionWriter writer) : writer_(std::move(writer)) {}

    void append(const Motion& motion, const LiveControls& controls) {
        if (!fault_) {
            const State shown = with_share(motion.state(), controls.dynamics);
            const auto done = writer_.append(body_positions(motion.character(), shown));
            fault_ = done ? std::nullopt : std::optional(done.error());
        }
    }
    std::optional<Error> close() {
        if (!fault_) {
            const auto done = writer_.close();
            fault_ = done ? std::nullopt : std::optional(done.error());
        }
        return fault_;
    }

private:
    MotionWriter writer_;
    std::optional<Error> fault_; // the first one
};

/// What the segments of a recording of one character have together.
struct MotionSize {
    Index vertices = 0;
    std::uint64_t steps = 0;
};

Result<MotionSize> motion_size(const RecordingFile& recording, const std::string& file, ModelStore& models) {
    const auto refused = [&](const std::string& why) {
        return Error{ErrorKind::bad_input, why, file};
    };
    MotionSize size;
    for (const RecordedSegment& segment : recording.segments) {
        if (segment.size() != 1) {
            return refused("holds several characters, and --out writes the motion of one: record it alone");
        }
        const auto character = models.get(segment.front().scene);
        if (!character) {
            return character.error();
        }
        const Index vertices = character.value()->vertex_count();
        if (size.vertices != 0 && size.vertices != vertices) {
            return refused("goes on with another mesh, of " + std::to_string(vertices) + " vertices instead of " +
                           std::to_string(size.vertices) +
                           ", and --out writes the motion of one: record it without this edit");
        }
        const auto read = controls_of(segment.front(), *character.value(), file);
        if (!read) {
            return read.error();
        }
        size.vertices = vertices;
        size.steps += read.value().value.step_count;
    }
    return size.steps > 0 ? Result<MotionSize>(size)
                          : refused("has no steps, so that there is no motion to write: record some");
}

// nullopt: no motion is wanted.
Result<std::optional<MotionOutput>> opened_output(const Arguments& arguments, const RecordingFile& recording,
                                                  ModelStore& models) {
    if (arguments.out.empty()) {
        return std::optional<MotionOutput>();
    }
    const auto size = motion_size(recording, arguments.file, models);
    if (!size) {
        return size.error();
    }
    if (auto fault = fault_in_files(std::array{std::filesystem::path(arguments.out)}, models.models())) {
        return *fault;
    }
    auto writer = MotionWriter::open(arguments.out, size.value().vertices, static_cast<Index>(size.value().steps), 1.0);
    if (!writer) {
        return writer.error();
    }
    return std::optional<MotionOutput>(std::move(writer).value());
}

/// One character in one segment, replayed.
struct ReplayedCharacter {
    Replay replay;
    std::uint64_t hash = 0; // of the last state
    double time = 0.0;      // [s]
    std::string instruction_set;
    std::uint64_t step_count = 0; // that were recorded
    bool has_step_hashes = false;
    bool has_final_hash = false;
    std::vector<std::string> warnings;
};

// `output` gets the motion; null: it is not wanted.
Result<ReplayedCharacter> replay_character(const RecordedCharacter& recorded, const CharacterPtr& character,
                                           const std::string& file, MotionOutput* output) {
    const auto read = controls_of(recorded, *character, file);
    if (!read) {
        return read.error();
    }
    const Recording& recording = read.value().value;
    const auto set = instruction_set_of(recording);
    if (!set) {
        return Error{set.error().kind, set.error().message, file};
    }
    Motion motion(character, set.value());
    const Replay replay = replayed(recording, starting_controls(*character), motion, [&](const LiveControls& controls) {
        if (output) {
            output->append(motion, controls);
        }
    });
    return ReplayedCharacter{replay,
                             hash_of(motion.state()),
                             motion.state().time,
                             name_of(set.value()),
                             recording.step_count,
                             !recording.hashes.empty(),
                             recording.final_hash != 0,
                             read.value().warnings};
}

/// All characters, steps counted through all segments.
struct ReplayedSession {
    std::uint64_t steps = 0;
    std::size_t characters = 0; // in the segment with the most
    Hasher hasher;              // of the states in which the last segment ends
    ReplayedCharacter last;
    std::optional<std::uint64_t> first_difference;
    std::string differing_character;
    std::optional<std::uint64_t> first_failure;
};

std::optional<Error> replay_segment(const RecordedSegment& segment, const std::string& file, ModelStore& models,
                                    MotionOutput* output, ReplayedSession& session) {
    const std::uint64_t before = session.steps;
    session.characters = std::max(session.characters, segment.size());
    session.hasher = Hasher();
    for (const RecordedCharacter& recorded : segment) {
        const auto character = models.get(recorded.scene);
        if (!character) {
            return character.error();
        }
        auto replayed = replay_character(recorded, character.value(), file, output);
        if (!replayed) {
            return replayed.error();
        }
        session.last = std::move(replayed).value();
        const Replay& replay = session.last.replay;
        if (replay.first_difference) {
            session.first_difference = before + *replay.first_difference;
            session.differing_character = recorded.scene.name;
            return std::nullopt;
        }
        if (replay.first_failure && !session.first_failure) {
            session.first_failure = before + *replay.first_failure;
        }
        session.steps = std::max(session.steps, before + replay.steps);
        session.hasher.add(session.last.hash);
    }
    return std::nullopt;
}

std::string differing_state(const ReplayedSession& session, bool is_session) {
    const std::string step = std::to_string(*session.first_difference);
    if (is_session) {
        return "step " + step + " of " + session.differing_character + " leads to";
    }
    return session.last.has_step_hashes
               ? "its step " + step + " of " + std::to_string(session.last.step_count) + " leads to"
               : "it ends in";
}

int fail_with_difference(const Arguments& arguments, const ReplayedSession& session, bool is_session) {
    const Error error{
        ErrorKind::not_converged,
        differing_state(session, is_session) +
            " another state than the one recorded: another build, or files of the scene that have changed since",
        arguments.file};
    return fail(error, arguments.json, {{"first_difference", *session.first_difference}});
}

// A recording of one character without a hash a step is compared at its end, if it has a hash for that.
std::uint64_t compared_steps(const ReplayedSession& session, bool is_session) {
    const bool is_each_compared = is_session || session.last.has_step_hashes;
    return is_each_compared ? session.steps : std::uint64_t{session.last.has_final_hash};
}

Report report_of(const RecordingFile& recording, const ReplayedSession& session) {
    Report report;
    if (recording.is_session) {
        report.add("characters", static_cast<std::int64_t>(session.characters));
    } else {
        report.add("scene", recording.segments.front().front().scene.name);
    }
    report.add("steps", session.steps);
    report.add("segments", static_cast<std::int64_t>(recording.segments.size()));
    report.add("compared", compared_steps(session, recording.is_session));
    report.add("matches_recording", true);
    report.add("instruction_set", session.last.instruction_set);
    report.add("time", session.last.time, "s");
    report.add("hash", hex(recording.is_session ? session.hasher.digest() : session.last.hash));
    if (session.first_failure) {
        report.warn({"numerical failure at step " + std::to_string(*session.first_failure) +
                     ", as it did when it was recorded"});
    }
    return report;
}

void add_warnings(Report& report, const RecordingFile& recording, const ModelStore& models,
                  const ReplayedSession& session) {
    report.warn(recording.warnings);
    for (const CharacterPtr& model : models.models()) {
        report.warn(model->warnings);
    }
    report.warn(session.last.warnings);
}

} // namespace

int run_replay(const Arguments& arguments) {
    const auto recording = read_recording(arguments.file);
    if (!recording) {
        return fail(recording.error(), arguments.json);
    }
    const bool is_session = recording.value().is_session;
    ModelStore models(arguments);
    auto opened = opened_output(arguments, recording.value(), models);
    if (!opened) {
        return fail(opened.error(), arguments.json);
    }
    std::optional<MotionOutput> output = std::move(opened).value();
    ReplayedSession session;
    for (const RecordedSegment& segment : recording.value().segments) {
        if (const auto fault = replay_segment(segment, arguments.file, models, output ? &*output : nullptr, session)) {
            return fail(*fault, arguments.json);
        }
        if (session.first_difference) {
            return fail_with_difference(arguments, session, is_session);
        }
    }
    if (const auto fault = output ? output->close() : std::nullopt) {
        return fail(*fault, arguments.json);
    }
    Report report = report_of(recording.value(), session);
    if (!is_session) {
        add_warnings(report, recording.value(), models, session);
    }
    report.print(arguments.json);
    return 0;
}

} // namespace limber::app
