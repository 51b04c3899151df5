// SPDX-License-Identifier: MIT
#include "app/character_build/build_character.h"

#include "app/character/character_loads.h"
#include "app/character/material_scales.h"
#include "app/character/subspace_transfer.h"
#include "app/character/surface_transfer.h"
#include "app/character/switched_loads.h"
#include "app/character_build/build_shares.h"
#include "app/character_build/cached_build.h"
#include "app/character_build/character_keys.h"
#include "app/character_build/character_loading.h"
#include "app/character_build/character_muscles.h"
#include "app/character_build/character_surroundings.h"
#include "app/character_build/earliest_difference.h"
#include "app/character_build/linear_character.h"
#include "app/character_build/mode_loading.h"
#include "app/character_build/mode_solves.h"
#include "app/character_build/newton_character.h"
#include "app/character_build/painted_material.h"
#include "app/character_build/planar_character.h"
#include "app/character_build/subspace_source.h"
#include "app/character_build/thin_character.h"
#include "app/character_files/clip_loading.h"
#include "app/character_files/gltf_reads.h"
#include "app/character_skin/skin.h"
#include "app/imports/imported_character.h"
#include "engine/body/linear_subspace.h"
#include "engine/body/stages.h"
#include "engine/core/stopwatch.h"
#include "engine/model/planar_model.h"
#include "engine/operators/scalar_operators.h"
#include "engine/rig/momentum_leak.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace limber::app {
namespace {

// Whether the character plays a clip of the file that it is read from.
GltfClips clips_to_read(const CharacterDescription& description) {
    const bool has_clips = std::ranges::any_of(description.clips, [&](const std::filesystem::path& clip) {
        const auto named = clip_in_character_file(clip);
        return named && named->file == description.mesh;
    });
    return has_clips ? GltfClips::sampled : GltfClips::left_out;
}

/// One function per stage; the first error ends the build.
class Building {
public:
    Building(const CharacterDescription& description, const CharacterPtr& previous, Stage from, Progress* progress,
             Threads threads, const Cache* cache, FactorizationCache* factorizations)
        : previous_(previous), progress_(progress), threads_(threads), from_(previous ? from : Stage::mesh),
          cache_(cache), build_cache_(cache), files_(clips_to_read(description), progress),
          factorizations_(factorizations ? *factorizations : own_factorizations_) {
        if (previous) {
            from_ = std::min(from, earliest_difference(previous->description, description));
            same_clips_ = from_ > Stage::rig && have_same_clips(previous->description, description);
            character_ = *previous;
        }
        const double settled_unit = character_.description.metres_per_unit;
        character_.description = description;
        if (from_ > Stage::mesh && description.metres_per_unit == 0.0) {
            character_.description.metres_per_unit = settled_unit;
        }
        character_.surface = nullptr;
        character_.seconds = {};
        character_.cached_stages.clear();
    }

    Result<CharacterPtr> run(Purpose purpose) {
        shares_.muscles_weight = reuses(Stage::muscles) ? 1.0 : muscles_weight(character_.description.muscles);
        shares_.model_weight = reuses(Stage::model) ? 1.0 : model_weight(character_.description);
        shares_.cubature_weight = reuses(Stage::cubature) ? 1.0 : cubature_weight(character_.description);
        return run({&Building::mesh, &Building::operators, &Building::rig, &Building::subspace, &Building::clusters,
                    &Building::model, &Building::muscles, &Building::cubature, &Building::surroundings,
                    &Building::switching, &Building::clips_and_look,
                    purpose == Purpose::window ? &Building::appearance : &Building::no_appearance,
                    purpose == Purpose::window ? &Building::release_factorizations_of_others : &Building::keep_all});
    }

    Result<CharacterPtr> read_only() {
        return run({&Building::mesh, &Building::operators, &Building::rig, &Building::clips_and_look,
                    &Building::readable_surroundings, &Building::readable_look});
    }

private:
    using Phase = Result<Done> (Building::*)();

    Result<CharacterPtr> run(std::initializer_list<Phase> phases) {
        if (auto fault = fault_in(character_.description)) {
            return *fault;
        }
        const Stopwatch whole;
        for (const Phase phase : phases) {
            auto done = (this->*phase)();
            factorizations_.remove_too_large();
            if (!done) {
                return done.error();
            }
        }
        character_.cached_stages = build_cache_.kinds();
        character_.factorization_bytes = factorizations_.byte_count();
        character_.seconds.total = whole.seconds();
        gather_warnings();
        return CharacterPtr(std::make_shared<const Character>(std::move(character_)));
    }

    bool reuses(Stage stage) const {
        return from_ > stage;
    }

    bool announce(std::string_view phase, double from, double to) {
        if (progress_) {
            progress_->set_range(shares_.of(from), shares_.of(to));
        }
        return keep_going(progress_, phase, 0.0);
    }

    static Error cancelled() {
        return {ErrorKind::cancelled, "the computation was cancelled", {}};
    }

    Result<Done> mesh() {
        if (reuses(Stage::mesh)) {
            return Done{};
        }
        if (!announce("reading the mesh", 0.0, read_share)) {
            return cancelled();
        }
        const Stopwatch watch;
        character_.warnings_of.clear();
        if (auto playable = check_clips(character_.description, files_); !playable) {
            return playable;
        }
        auto done = load_mesh(character_, build_cache_, files_, progress_);
        shares_.is_filled = was_filled();
        if (done && previous_) {
            carry_paint(*previous_, character_);
        }
        character_.seconds.load += watch.seconds();
        return done ? check_painted_regions(character_) : done;
    }

    // Otherwise its tets are those of a file, or were cached.
    bool was_filled() const {
        const CharacterDescription& scene = character_.description;
        return (is_filled_surface(scene) || scene.tets == TetSource::refilled) &&
               std::ranges::find(build_cache_.kinds(), "tets") == build_cache_.kinds().end();
    }

    Result<Done> operators() {
        if (reuses(Stage::operators)) {
            return Done{};
        }
        if (!announce("measuring the body", read_share, 0.2)) {
            return cancelled();
        }
        Stopwatch watch;
        character_.warnings_of.erase(Stage::operators);
        if (auto done = load_material(character_); !done) {
            return done;
        }
        character_.seconds.load += watch.lap();
        if (character_.thin) {
            return load_thin_mass(character_);
        }
        const Vector& density = character_.material.density;
        character_.mass = is_planar(character_.description) ? planar_mass(character_.mesh, density)
                                                            : lumped_mass(character_.mesh, density);
        character_.seconds.operators += watch.lap();
        return Done{};
    }

    Result<Done> rig() {
        if (reuses(Stage::rig)) {
            return Done{};
        }
        if (!announce("reading the rig", 0.2, 0.25)) {
            return cancelled();
        }
        Stopwatch watch;
        character_.warnings_of.erase(Stage::rig);
        character_.known_modes.clear();
        if (auto done = load_rig(character_, build_cache_, files_); !done) {
            return done;
        }
        character_.seconds.load += watch.lap();
        auto done = pin(character_);
        if (done) {
            done = let_leak();
        }
        character_.seconds.operators += watch.lap();
        return done;
    }

    Result<Done> let_leak() {
        const CharacterDescription& scene = character_.description;
        character_.leak = Vector::Ones(character_.vertex_count());
        // One handle that is pinned to the body does not hold it anywhere else.
        const bool hangs = scene.rig_kind == RigKind::affine_handle && character_.pinned.size() > 0;
        character_.is_held = scene.rig_kind != RigKind::none && !hangs;
        if (!character_.is_held) {
            return Done{};
        }
        auto painted = painted_leak(character_);
        if (!painted) {
            return painted.error();
        }
        const MomentumLeakOptions options{
            .depth = scene.leak.depth, .amount = scene.leak.amount, .field = std::move(painted).value()};
        auto leak = build_cache_.value<Repaired<Vector>>(
            "leak", leak_key(character_), [&] { return momentum_leak(character_.mesh, options, progress_); });
        if (!leak) {
            return leak.error();
        }
        character_.add_warnings(Stage::rig, leak.value().warnings);
        character_.leak = std::move(leak).value().value;
        return Done{};
    }

    Result<Done> subspace() {
        if (reuses(Stage::subspace)) {
            return reuses(Stage::surroundings) ? Done{} : rebuild_single_loads();
        }
        if (!announce("finding how the body swings", 0.25, 0.65)) {
            return cancelled();
        }
        character_.warnings_of.erase(Stage::subspace);
        character_.variances = {};
        character_.switched = nullptr;
        if (character_.thin || is_planar(character_.description)) {
            return complete_modes();
        }
        if (character_.subspace != character_.description.subspace || reads_weights(character_.description)) {
            character_.subspace = character_.description.subspace;
            character_.known_modes.clear();
        }
        if (auto fault = fault_in_mode_count(character_)) {
            return *fault;
        }
        if (auto fault = fault_in_displacement_count(character_, character_.description.modes)) {
            return *fault;
        }
        if (depends_on_loads(character_.subspace)) {
            auto done = loads();
            done = done ? build_single_loads() : done;
            if (!done) {
                return done;
            }
        }
        return load_modes(character_, single_loads_, {build_cache_, factorizations_, threads_, progress_});
    }

    // Of rods, shells and planar bodies, which have no other kinds of subspaces.
    Result<Done> complete_modes() {
        character_.known_modes.clear();
        character_.subspace = SubspaceKind::skinning;
        auto modes = character_.thin ? thin_modes_of(character_, progress_) : planar_modes_of(character_, progress_);
        if (!modes) {
            return modes.error();
        }
        character_.modes = std::make_shared<const SkinningModes>(std::move(modes).value());
        return Done{};
    }

    Result<Done> loads() {
        character_.loads = nullptr;
        std::vector<std::string> left_out;
        auto loads = loads_of(character_, left_out);
        if (!loads) {
            return loads.error();
        }
        character_.add_warnings(Stage::subspace, left_out);
        character_.loads = std::make_shared<const LoadDistribution>(std::move(loads).value());
        return Done{};
    }

    // Of `count` loads, each of which takes an equal part of the progress.
    Result<CharacterPtr> build_next_load(const CharacterDescription& description, const CharacterPtr& before,
                                         Stage from, std::size_t count) {
        const double share = 0.35 / static_cast<double>(count);
        const double begin = 0.25 + share * static_cast<double>(single_loads_.size());
        if (!announce("building the body for each of its loads", begin, begin + share)) {
            return cancelled();
        }
        const PartOfProgress part(progress_, shares_.of(begin), shares_.of(begin + share));
        return Building(description, before, from, progress_, threads_, cache_, &factorizations_).run(Purpose::numbers);
    }

    // One after the other, because each shares what it needs of the one before.
    Result<Done> build_single_loads() {
        if (!character_.description.switches_loads) {
            return Done{};
        }
        std::vector<std::string> none_to_switch;
        const auto wanted = single_loads(character_, none_to_switch);
        if (!wanted) {
            return wanted.error();
        }
        character_.add_warnings(Stage::subspace, none_to_switch);
        CharacterPtr before = std::make_shared<const Character>(character_);
        for (const SingleLoad& one : wanted.value()) {
            auto built = build_next_load(one.description, before, Stage::subspace, wanted.value().size());
            if (!built) {
                return built.error();
            }
            before = std::move(built).value();
            single_loads_.push_back({one.name, one.share, before});
        }
        if (!single_loads_.empty()) {
            character_.known_modes = before->known_modes;
        }
        return announce("joining the subspaces of the loads", 0.6, 0.65) ? Result<Done>(Done{}) : cancelled();
    }

    // Where only what follows the subspaces is other than before.
    Result<Done> rebuild_single_loads() {
        if (!character_.switched) {
            return Done{};
        }
        const SwitchedLoads& before = *character_.switched;
        for (std::size_t k = 0; k < before.components.size(); ++k) {
            const SwitchedLoads::Component& one = before.components[k];
            auto built = build_next_load(one_of_the_loads(character_.description, one.character->description),
                                         one.character, from_, before.components.size());
            if (!built) {
                return built.error();
            }
            single_loads_.push_back({one.name, before.mixture.shares(static_cast<Index>(k)), std::move(built).value()});
        }
        return Done{};
    }

    // Last of what a step needs; none of the loads was built where those of before are still valid.
    Result<Done> switching() {
        if (!single_loads_.empty()) {
            character_.switched =
                std::make_shared<const SwitchedLoads>(switched_between(character_, std::move(single_loads_)));
        }
        return Done{};
    }

    Result<Done> clusters() {
        if (reuses(Stage::clusters)) {
            return Done{};
        }
        if (!announce("dividing the body into clusters", 0.65, model_share_begin)) {
            return cancelled();
        }
        const Stopwatch watch;
        const CharacterDescription& scene = character_.description;
        character_.warnings_of.erase(Stage::clusters);
        if (character_.thin) {
            character_.clusters = {};
            return Done{};
        }
        if (is_planar(scene)) {
            character_.clusters = planar_clusters(character_.mesh);
            return Done{};
        }
        if (character_.mesh.tet_count() < scene.clusters) {
            character_.add_warnings(Stage::clusters,
                                    {"the mesh has too few tets for " + std::to_string(scene.clusters) +
                                     " clusters, so each tet is its own"});
        }
        auto clusters = build_cache_.value<Clusters>("clusters", clusters_key(character_), [&] {
            const BodyOptions options{.clusters = scene.clusters,
                                      .feature_exponent = scene.feature_exponent,
                                      .seed = scene.seed,
                                      .threads = threads_};
            return clusters_of(character_, options, progress_);
        });
        character_.seconds.clusters += watch.seconds();
        if (!clusters) {
            return clusters.error();
        }
        character_.clusters = std::move(clusters).value();
        return Done{};
    }

    Result<Done> model() {
        if (auto fault = missing_in_reconstruction(character_.description)) {
            return *fault;
        }
        if (auto fault = missing_in_newton(character_.description)) {
            return *fault;
        }
        if (reuses(Stage::model)) {
            return Done{};
        }
        if (!announce("making the simulation fast", model_share_begin, muscles_share_begin)) {
            return cancelled();
        }
        const PartOfProgress part(progress_, shares_.of(model_share_begin), shares_.of(muscles_share_begin));
        const Stopwatch watch;
        const double eigen_before = character_.seconds.eigen;
        auto done = has_linear_model(character_) ? load_linear_model(character_, single_loads_, build_cache_, progress_)
                                                 : reduced_model();
        character_.seconds.model += watch.seconds() - (character_.seconds.eigen - eigen_before);
        return done;
    }

    Result<Done> reduced_model() {
        auto model = build_reduced_model();
        if (!model) {
            return model.error();
        }
        character_.model = std::move(model).value();
        character_.linear = nullptr;
        return Done{};
    }

    Result<ReducedModel> build_reduced_model() {
        if (character_.thin) {
            return thin_model_of(character_);
        }
        const Material material = with_volume(character_.material, character_.description.material);
        if (is_planar(character_.description)) {
            return planar_model_of(character_, material);
        }
        return build_cache_.value<ReducedModel>("model", model_key(character_, material),
                                                [&] { return model_of(character_, material, progress_); });
    }

    Result<Done> surroundings() {
        const bool same_points = reuses(Stage::model) && previous_->contact_points &&
                                 !needs_other_points(previous_->description, character_.description.contact,
                                                     character_.description.environment);
        return load_surroundings(character_, same_points ? KeepPoints::yes : KeepPoints::no);
    }

    // Only checks the density file, because the contact points need the model.
    Result<Done> readable_surroundings() {
        const auto density = contact_density(character_);
        return density ? Result<Done>(Done{}) : density.error();
    }

    Result<Done> muscles() {
        if (reuses(Stage::muscles)) {
            return Done{};
        }
        if (!announce("growing the muscles", muscles_share_begin, muscles_share_end)) {
            return cancelled();
        }
        const PartOfProgress part(progress_, shares_.of(muscles_share_begin), shares_.of(muscles_share_end));
        const Stopwatch watch;
        character_.warnings_of.erase(Stage::muscles);
        auto done = grow_muscles(character_, build_cache_, threads_, progress_);
        character_.seconds.muscles += watch.seconds();
        return done;
    }

    Result<Done> cubature() {
        if (reuses(Stage::cubature)) {
            return Done{};
        }
        if (!single_loads_.empty()) { // each of which has points of its own; no step is taken in the span of all
            character_.cubature = nullptr;
            return Done{};
        }
        if (character_.description.newton &&
            !announce("choosing the cubature points", muscles_share_end, cubature_share_end)) {
            return cancelled();
        }
        const PartOfProgress part(progress_, shares_.of(muscles_share_end), shares_.of(cubature_share_end));
        const Stopwatch watch;
        std::optional<Cubature> known; // other muscles need no other points
        if (reuses(Stage::model) && character_.cubature &&
            previous_->description.newton == character_.description.newton) {
            known = character_.cubature->cubature;
        }
        auto done = load_cubature(character_, std::move(known), build_cache_, threads_, progress_);
        character_.seconds.cubature += watch.seconds();
        return done;
    }

    Result<Done> clips_and_look() {
        announce("reading the clips", cubature_share_end, 0.99);
        const Stopwatch watch;
        if (!same_clips_) {
            character_.warnings_of.erase(Stage::state);
            if (auto done = load_clips(character_, files_); !done) {
                return done;
            }
        }
        auto done = load_gait(character_);
        done = done ? load_look(character_) : done;
        character_.seconds.load += watch.seconds();
        return done;
    }

    // Last, because it needs the model and the clips.
    Result<Done> appearance() {
        if (!announce("preparing the picture", 0.99, 1.0)) {
            return cancelled();
        }
        auto skin = skin_of(character_, previous_.get(), files_);
        if (!skin) {
            return skin.error();
        }
        character_.skin = std::move(skin).value();
        character_.transfer = previous_ ? transfer(previous_, character_) : nullptr;
        return Done{};
    }
    // The factorisation of a body that the window showed before is of no use any more.
    Result<Done> release_factorizations_of_others() {
        if (factorizations_.byte_count() > 0) {
            factorizations_.keep_only(problem_key(character_));
        }
        return Done{};
    }
    Result<Done> keep_all() {
        return Done{};
    }
    Result<Done> no_appearance() {
        character_.skin = nullptr;
        character_.transfer = nullptr;
        return readable_look();
    }

    // Without a skin, whose warnings are the same.
    Result<Done> readable_look() {
        look_warnings_ = missing_in_look(character_.description.mesh);
        return Done{};
    }

    void gather_warnings() {
        character_.warnings.clear();
        for (const auto& [stage, sentences] : character_.warnings_of) {
            character_.warnings.insert(character_.warnings.end(), sentences.begin(), sentences.end());
        }
        const auto& of_look = character_.skin ? character_.skin->warnings : look_warnings_;
        character_.warnings.insert(character_.warnings.end(), of_look.begin(), of_look.end());
        character_.warnings.insert(character_.warnings.end(), build_cache_.notes().begin(), build_cache_.notes().end());
    }

    Character character_;
    CharacterPtr previous_;
    Progress* progress_;
    Threads threads_;
    Stage from_;
    BuildShares shares_;
    std::vector<BuiltLoad> single_loads_; // between which the body switches, if they are built anew
    const Cache* cache_;
    CachedBuild build_cache_;
    GltfReads files_;
    FactorizationCache own_factorizations_{0}; // used if the caller has none; stores nothing
    FactorizationCache& factorizations_;
    bool same_clips_ = false;
    std::vector<std::string> look_warnings_;
};

} // namespace

Result<CharacterPtr> build_character(const CharacterDescription& description, const CharacterPtr& previous, Stage from,
                                     Progress* progress, Threads threads, Purpose purpose, const Cache* cache,
                                     FactorizationCache* factorizations) {
    return Building(description, previous, from, progress, threads, cache, factorizations).run(purpose);
}

Result<CharacterPtr> read_character(const CharacterDescription& description, Progress* progress, const Cache* cache,
                                    const CharacterPtr& previous) {
    return Building(description, previous, Stage::operators, progress, {}, cache, nullptr).read_only();
}

CharacterPtr with_same_mesh(const std::vector<CharacterPtr>& characters, const CharacterDescription& description) {
    const auto same = std::ranges::find_if(characters, [&](const CharacterPtr& one) {
        return earliest_difference(one->description, description) > Stage::mesh;
    });
    return same == characters.end() ? nullptr : *same;
}

} // namespace limber::app
