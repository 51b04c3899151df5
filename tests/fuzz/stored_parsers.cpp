// SPDX-License-Identifier: MIT
#include "app/controllers/file_listing.h"
#include "app/controllers/recovery_offers.h"
#include "app/creatures/manifest_lines.h"
#include "app/document/scene_description.h"
#include "app/live_input/live_poses.h"
#include "app/motion/scene_motion.h"
#include "app/platform_paths/unsaved_document.h"
#include "engine/control/search_file.h"
#include "engine/core/contract.h"
#include "engine/model/serialization.h"
#include "engine/replay/motion_reader.h"
#include "tests/fuzz/fuzzed_parsers.h"
#include "tests/fuzz/refusals.h"

#include <algorithm>
#include <chrono>
#include <cmath>

/// Scenes of many characters, packets of a tracker, and the files that the program writes for itself.
namespace limber::fuzz {
namespace {

constexpr std::uint64_t search_key = 1;

// The next generation of a search with this state has only finite numbers for any costs.
void expect_to_go_on(const CmaEsState& state) {
    constexpr Index few = 64;
    if (state.population > few) {
        return;
    }
    const Index n = state.mean.size();
    CmaEsOptions options;
    options.lower = Vector::Zero(n);
    options.upper = Vector::Ones(n);
    CmaEs search(Vector::Constant(n, 0.5), options, state);
    const Matrix& candidates = search.ask();
    EXPECTS((candidates.array() >= 0.0 && candidates.array() <= 1.0).all());
    search.tell(Vector::LinSpaced(candidates.cols(), -1.0, 1.0));
    EXPECTS(search.state().mean.allFinite() && search.state().C.allFinite() && std::isfinite(search.state().sigma));
}

void feed_search_state(std::string_view bytes) {
    const auto state = search_from(bytes, "fuzz", search_key, 2);
    if (!state) {
        return expect_a_sentence(state);
    }
    const std::string text = search_text(state.value(), search_key, {});
    const auto again = search_from(text, "fuzz", search_key, 2);
    EXPECTS(again && search_text(again.value(), search_key, {}) == text);
    expect_to_go_on(state.value().evolution);
}

void feed_search_terms(std::string_view bytes) {
    const auto terms = search_terms_from(bytes, "fuzz");
    if (!terms) {
        return expect_a_sentence(terms);
    }
    GaitSearchState state;
    state.evolution.C = Matrix::Identity(1, 1);
    const std::string text = search_text(state, search_key, terms.value());
    const auto again = search_terms_from(text, "fuzz");
    EXPECTS(again && search_text(state, search_key, again.value()) == text);
}

// A value that was read is written as the same bytes and can be read again.
template <typename T>
void feed_stored_as(std::string_view bytes) {
    if (const auto value = from_bytes<T>(bytes)) {
        const std::string written = to_bytes(*value);
        const auto again = from_bytes<T>(written);
        EXPECTS(again && to_bytes(*again) == written);
    }
}

// The sentence that offers the document is made on the drawing thread, from whatever the file holds.
void feed_unsaved_document(std::string_view bytes) {
    if (const auto document = app::parse_unsaved_document(bytes)) {
        EXPECTS(app::unsaved_document_bytes(*document) == bytes);
        EXPECTS(!app::recovery_offer(*document, 0, std::chrono::sys_seconds(std::chrono::years(60))).empty());
    }
}

} // namespace

void feed_scene(std::string_view bytes) {
    const std::filesystem::path folder = "/folder";
    const auto scene = app::parse_scene_file(bytes, "fuzz", folder);
    if (!scene) {
        return expect_a_sentence(scene);
    }
    EXPECTS(!scene.value().value.members.empty());
    // What was read is written such that it reads the same again.
    const std::string text = app::scene_file_json(scene.value().value, folder);
    const auto again = app::parse_scene_file(text, "fuzz", folder);
    EXPECTS(again && app::scene_file_json(again.value().value, folder) == text);
    const auto holds_character = [](const app::SceneMember& member) {
        return member.character.has_value();
    };
    const bool names_scenes_alone = std::ranges::none_of(scene.value().value.members, holds_character);
    EXPECTS(!names_scenes_alone || again.value().value == scene.value().value);
}

void feed_tracker(std::string_view bytes) {
    const app::VmcPacket packet = app::read_packet(bytes);
    EXPECTS(packet.malformed >= 0 && packet.unknown >= 0);
    for (const app::PerformerPose& pose : app::FrameCollector().take(packet)) {
        EXPECTS(app::place_of_hips(pose).allFinite());
        for (const Mat3& rotation : app::rotations_since_rest(pose)) {
            EXPECTS((rotation.transpose() * rotation - Mat3::Identity()).norm() < 1e-6);
        }
    }
}

void feed_search(std::string_view bytes) {
    feed_search_state(bytes);
    feed_search_terms(bytes);
}

void feed_stored(std::string_view bytes) {
    static constexpr void (*feed_as[])(std::string_view) = {
        feed_stored_as<Repaired<TetMesh>>, feed_stored_as<Repaired<Vector>>, feed_stored_as<SkinningModes>,
        feed_stored_as<Clusters>,          feed_stored_as<ReducedModel>,     feed_stored_as<DisplacementModes>,
        feed_stored_as<ActuationSet>,      feed_stored_as<HandleWeights>};
    if (!bytes.empty()) {
        feed_as[static_cast<unsigned char>(bytes.front()) % std::size(feed_as)](bytes.substr(1));
    }
}

void feed_recent(std::string_view bytes) {
    const auto files = app::recent_files_in(bytes);
    EXPECTS(app::recent_files_in(app::recent_lines(files)) == files);
    EXPECTS(std::ranges::none_of(files, [](const auto& file) { return file.empty(); }));
}

void feed_recovery(std::string_view bytes) {
    feed_unsaved_document(bytes);
    feed_unsaved_document(std::string(bytes) + app::unsaved_document_seal(bytes)); // no fuzzer finds the seal
}

void feed_manifest(std::string_view bytes) {
    const auto lines = app::manifest_lines(bytes);
    if (!lines) {
        return;
    }
    for (const app::ManifestLine& line : *lines) {
        EXPECTS(line.hash.size() == 16);
        EXPECTS(("/folder" / line.path).lexically_normal().native().starts_with("/folder/"));
    }
}

void feed_motion(std::string_view bytes) {
    const auto frames = parse_motion(bytes, "fuzz");
    const auto matrix = parse_npy(bytes, "fuzz");
    EXPECTS(!frames || !matrix); // an array has one shape
    if (frames) {
        EXPECTS(std::ranges::all_of(frames.value(), [](const Points& x) { return x.rows() > 0 && x.allFinite(); }));
    } else if (matrix) {
        EXPECTS(matrix.value().size() > 0 && matrix.value().allFinite());
    } else {
        expect_a_sentence(frames);
        expect_a_sentence(matrix);
    }
}

} // namespace limber::fuzz
