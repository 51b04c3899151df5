// SPDX-License-Identifier: MIT
#include "app/character_build/character_muscles.h"

#include "app/character/character_loads.h"
#include "app/character/material_scales.h"
#include "app/character_build/character_cage.h"
#include "app/character_build/character_examples.h"
#include "app/character_build/character_keys.h"
#include "app/character_build/character_loading.h"
#include "app/character_build/mode_solves.h"
#include "app/character_build/thin_muscles.h"
#include "engine/actuation/cage_muscles.h"
#include "engine/actuation/fibre_muscles.h"
#include "engine/actuation/muscles.h"
#include "engine/actuation/planar_shapes.h"
#include "engine/actuation/pocket_muscles.h"
#include "engine/actuation/rest_shapes.h"
#include "engine/body/linear_subspace.h"
#include "engine/loads/pockets.h"
#include "engine/operators/scalar_operators.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <optional>

namespace limber::app {
namespace {

constexpr std::size_t known_bytes_max = std::size_t{256} << 20;
// Of the progress of the muscles:
constexpr double solved_share = 0.9;
constexpr double clustered_share = 0.92;
// Of the first-order response to the pressure at activation 1, as an energy: -p v has no lower bound, and above it a
// soft chamber bursts. The gripper holds its shape at 0.2, and bursts at 1.
constexpr double gas_strain_max = 0.2;

using ModesPtr = std::shared_ptr<const DisplacementModes>;

/// A group of muscles: modes of the whole body or of a region, and which of them are used.
struct Group {
    std::string name; // "Mode", or the region's
    Vector region;    // n, in [0, 1]; empty: the whole body
    Index solved = 0;
    std::vector<int> used; // counted from 0
};

std::vector<int> first_numbers(Index count) {
    std::vector<int> numbers;
    for (Index i = 0; i < count; ++i) {
        numbers.push_back(static_cast<int>(i));
    }
    return numbers;
}

Group group_of_body(const MuscleDescription& muscles) {
    Group group{"Mode", {}, muscles.modes, first_numbers(muscles.modes)};
    if (!muscles.use.empty()) {
        group.used = muscles.use;
        for (int& mode : group.used) {
            --mode;
        }
    }
    return group;
}

// The bones' weights per vertex.
Result<Vector> held_by(const std::vector<std::string>& names, const Character& character) {
    for (const std::string& name : names) {
        if (std::ranges::find(character.rig.skeleton.bones, name, &Bone::name) == character.rig.skeleton.bones.end()) {
            return Error{ErrorKind::bad_input, "names the bone \"" + name + "\", which the rig does not have",
                         "muscles.regions"};
        }
    }
    return weights_of_bones(names, character.rig);
}

// The vertices of the tets with this label.
Vector labelled(const std::vector<int>& labels, int label, const Character& character) {
    Vector inside = Vector::Zero(character.vertex_count());
    for (Index t = 0; t < character.mesh.tet_count(); ++t) {
        if (labels[static_cast<std::size_t>(t)] == label) {
            for (Index corner = 0; corner < 4; ++corner) {
                inside(character.mesh.T(t, corner)) = 1.0;
            }
        }
    }
    return inside;
}

Result<std::vector<Group>> groups_of(const Character& character) {
    const MuscleDescription& muscles = character.description.muscles;
    std::vector<Group> groups;
    if (muscles.modes > 0) {
        groups.push_back(group_of_body(muscles));
    }
    std::vector<int> labels;
    if (!muscles.labels.empty()) {
        constexpr int any_label = 1 << 20;
        auto read = labels_of_tets(character, muscles.labels, any_label, "can be labels");
        if (!read) {
            return read.error();
        }
        labels = std::move(read).value();
    }
    for (const MuscleRegion& region : muscles.regions) {
        Group group{region.name, {}, region.modes, first_numbers(region.modes)};
        if (region.painted.is_there()) {
            group.region =
                region_weights(region.painted, character.mesh.T, character.boundary_vertices, character.vertex_count());
        } else if (region.label >= 0) {
            group.region = labelled(labels, region.label, character);
        } else {
            auto held = held_by(region.bones, character);
            if (!held) {
                return held.error();
            }
            group.region = std::move(held).value();
        }
        groups.push_back(std::move(group));
    }
    return groups;
}

/// Solves for modes, or takes them from memory or from the cache.
class Solver {
public:
    Solver(Character& character, const Material& material, CachedBuild& cached_build, Progress* progress)
        : character_(character), material_(material), build_cache_(cached_build), progress_(progress) {}

    // Solves for a multiple of four modes, like skinning modes; for the exact count if the mesh has no more.
    Result<ModesPtr> modes(const Group& group) {
        auto solved = solve(group, whole_solves(group.solved));
        if (!solved && solved.error().kind == ErrorKind::bad_input && group.solved < whole_solves(group.solved)) {
            return solve(group, group.solved);
        }
        return solved;
    }

private:
    Result<ModesPtr> solve(const Group& group, Index count) {
        auto& known = character_.musculature.known;
        const Fingerprint key = muscle_modes_key(character_, material_, group.region, count);
        const auto same = std::ranges::find(known, key, [](const auto& one) { return one.first; });
        if (same != known.end()) {
            std::rotate(known.begin(), same, same + 1);
            return known.front().second;
        }
        auto found = build_cache_.value<DisplacementModes>("muscles", key, [&] { return computed(group, count); });
        if (!found) {
            return found.error();
        }
        known.insert(known.begin(), {key, std::make_shared<const DisplacementModes>(std::move(found).value())});
        forget_the_oldest();
        return known.front().second;
    }

    // Removes old modes above the memory limit; the newest ones always stay.
    void forget_the_oldest() {
        auto& known = character_.musculature.known;
        std::size_t bytes = 0;
        const auto beyond = std::find_if(known.begin(), known.end(), [&](const auto& one) {
            bytes += static_cast<std::size_t>(one.second->D.size()) * sizeof(double);
            return bytes > known_bytes_max && one.second != known.front().second;
        });
        known.erase(beyond, known.end());
    }

    Result<DisplacementModes> computed(const Group& group, Index count) {
        return group.region.size() == 0
                   ? displacement_modes(character_.mesh, material_, {.count = count}, progress_)
                   : bound_displacement_modes(character_.mesh, material_, group.region, {.count = count}, progress_);
    }

    Character& character_;
    const Material& material_;
    CachedBuild& build_cache_;
    Progress* progress_;
};

Result<Matrix> displacements(Character& character, const Material& material, const std::vector<Group>& groups,
                             CachedBuild& cached_build, Progress* progress) {
    Solver solver(character, material, cached_build, progress);
    const Index all = std::transform_reduce(groups.begin(), groups.end(), Index{0}, std::plus<>(),
                                            [](const Group& group) { return group.solved; });
    double share = 0.0;
    Musculature& musculature = character.musculature;
    std::vector<Vector> columns;
    std::vector<double> lambda;
    for (const Group& group : groups) {
        const double begin = share;
        share += solved_share * static_cast<double>(group.solved) / static_cast<double>(std::max<Index>(all, 1));
        const PartOfProgress part(progress, begin, share);
        const auto modes = solver.modes(group);
        if (!modes) {
            return modes.error();
        }
        for (const int mode : group.used) {
            musculature.names.push_back(group.name + " " + std::to_string(mode + 1));
            columns.push_back(modes.value()->D.col(mode));
            lambda.push_back(modes.value()->lambda(mode));
        }
    }
    musculature.lambda = Eigen::Map<const Vector>(lambda.data(), static_cast<Index>(lambda.size()));
    Matrix D(3 * character.vertex_count(), static_cast<Index>(columns.size()));
    for (std::size_t v = 0; v < columns.size(); ++v) {
        D.col(static_cast<Index>(v)) = columns[v];
    }
    return D;
}

// The changes of the rest shape that a cage makes, for which lambda is the square of the frequency without the volume's
// stiffness: sum 2 mu V over the mass that a strain of one moves.
Result<Matrix> cage_shapes(const Character& character, const Material& material) {
    const auto weights = cage_weights(character);
    if (!weights) {
        return weights.error();
    }
    const Matrix D = cage_muscles(weights.value());
    const RestShapeOptions options{.poisson = character.description.muscles.shape_poisson};
    return whitened_rest_shapes(character.mesh, material, character.model.is_planar ? in_plane(D) : D, options);
}

// The changes of the rest shape that the vertices make one by one.
Matrix vertex_shapes(const Character& character, const Material& material) {
    const Index n = character.vertex_count();
    return whitened_rest_shapes(character.mesh, material,
                                character.model.is_planar ? planar_vertex_shapes(n)
                                                          : Matrix(Matrix::Identity(3 * n, 3 * n)),
                                {.poisson = character.description.muscles.shape_poisson});
}

Vector frequencies_squared(const Character& character, const Material& material, const Matrix& shapes) {
    const double weight = 2.0 * lame_mu(material).dot(tet_volumes(character.mesh));
    const Vector mass = lumped_mass(character.mesh, material.density);
    Vector lambda(shapes.cols());
    for (Index v = 0; v < shapes.cols(); ++v) {
        const Eigen::Map<const Points> d(shapes.col(v).data(), shapes.rows() / 3, 3);
        const double moved = mass.dot(d.rowwise().squaredNorm());
        lambda(v) = moved > 0.0 ? weight / moved : 0.0;
    }
    return lambda;
}

// Adds muscles whose displacements at activation 1 are `shapes`.
void append_muscles(Character& character, const Material& material, const std::vector<std::string>& names,
                    const Matrix& shapes, Matrix& D) {
    Musculature& musculature = character.musculature;
    Vector lambda(musculature.lambda.size() + shapes.cols());
    lambda << musculature.lambda, frequencies_squared(character, material, shapes);
    musculature.lambda = std::move(lambda);
    musculature.names.insert(musculature.names.end(), names.begin(), names.end());
    D.conservativeResize(shapes.rows(), D.cols() + shapes.cols());
    D.rightCols(shapes.cols()) = shapes;
}

void append_shapes(Character& character, const Material& material, const std::string& name, const Matrix& shapes,
                   Matrix& D) {
    std::vector<std::string> names;
    for (Index v = 0; v < shapes.cols(); ++v) {
        names.push_back(name + " " + std::to_string(v + 1));
    }
    append_muscles(character, material, names, shapes, D);
}

Result<Done> add_cage(Character& character, const Material& material, Matrix& D) {
    const auto shapes = cage_shapes(character, material);
    if (!shapes) {
        return shapes.error();
    }
    if (auto fault = fault_in_muscle_count(D.cols() + shapes.value().cols(), fewer_of_cage, "muscles.cage")) {
        return *fault;
    }
    append_shapes(character, material, "Cage", shapes.value(), D);
    return Done{};
}

Result<Done> add_skinning_modes(Character& character, const Material& material, Matrix& D) {
    const auto maps = skinning_maps(character);
    if (!maps) {
        return maps.error();
    }
    const Matrix shapes = whitened_rest_shapes(character.mesh, material, maps.value(),
                                               {.poisson = character.description.muscles.shape_poisson});
    if (auto fault = fault_in_muscle_count(D.cols() + shapes.cols(), fewer_skinning_modes, "muscles.skinning_modes")) {
        return *fault;
    }
    append_shapes(character, material, "Skinning", shapes, D);
    return Done{};
}

// Of a free body all but its rigid motions change its shape. The shapes of a large one would take long to compute.
Result<Done> add_vertices(Character& character, const Material& material, Matrix& D) {
    const Index n = character.vertex_count();
    const Index count = character.model.is_planar ? n - 3 : 3 * n - 6;
    if (auto fault =
            fault_in_muscle_count(D.cols() + count, "use a cage, or a mesh of fewer vertices", "muscles.vertices")) {
        return *fault;
    }
    append_shapes(character, material, "Shape", vertex_shapes(character, material), D);
    return Done{};
}

// Adds targets of the last muscles.
void append_stretches(Character& character, const Matrix& stretches) {
    const auto before = character.musculature.stretches;
    Matrix all(stretches.rows(), (before ? before->cols() : 0) + stretches.cols());
    if (before) {
        all << *before, stretches;
    } else {
        all = stretches;
    }
    character.musculature.stretches = std::make_shared<const Matrix>(std::move(all));
}

// A step of Newton's method has the energy of a stress in place of a target.
bool has_stresses(const Character& character) {
    return character.description.newton.has_value();
}

Result<Done> append_load_muscles(Character& character, const Material& material, const std::vector<std::string>& names,
                                 const LoadMuscles& muscles, Matrix& D) {
    if (auto fault = fault_in_muscle_count(D.cols() + muscles.D.cols(), "leave some out", "muscles")) {
        return *fault;
    }
    append_muscles(character, material, names, muscles.D, D);
    append_stretches(character, has_stresses(character)
                                    ? Matrix(Matrix::Zero(muscles.stretches.rows(), muscles.stretches.cols()))
                                    : muscles.stretches);
    return Done{};
}

Result<Done> add_pockets(Character& character, const Material& material, Matrix& D, Progress* progress) {
    const PartOfProgress part(progress, solved_share, clustered_share);
    const MuscleScale scale{.peak_strain = character.description.muscles.peak_strain};
    auto made = pocket_muscles(character.mesh, material, supports_of(character), scale, progress);
    if (!made) {
        return made.error();
    }
    LoadMuscles muscles = std::move(made).value();
    const double pressure_share = has_stresses(character) ? std::min(1.0, gas_strain_max / scale.peak_strain) : 1.0;
    muscles.D *= pressure_share;
    const Index first = D.cols();
    std::vector<std::string> names;
    const std::vector<Pocket> pockets = pockets_of(character.mesh);
    for (std::size_t p = 0; p < pockets.size(); ++p) {
        const auto number = static_cast<Index>(p);
        names.push_back("Pocket " + std::to_string(p + 1));
        if (has_stresses(character)) {
            character.musculature.stresses.pockets.push_back(
                {pockets[p], first + number, pressure_share * muscles.stress(number)});
        }
    }
    return append_load_muscles(character, material, names, muscles, D);
}

std::string name_of_fibres(const Load& load, std::size_t place) {
    return load.name.empty() ? "muscles.fibres[" + std::to_string(place) + "]" : name_of_load(load.name, place);
}

Result<MuscleFibres> acting_fibres(const Character& character, std::size_t place) {
    const BodyLoad& one = character.description.muscles.fibres[place];
    const std::string name = name_of_fibres(one.load, place);
    auto found = fibres_of(one, name, character);
    if (found && found.value().directions.isZero(0.0)) {
        return Error{ErrorKind::bad_input,
                     name + " has no fibres: its field must change from tet to tet where the muscle is",
                     {}};
    }
    return found;
}

/// Fibres that act, and which of the described ones they are.
struct ActingFibres {
    std::vector<MuscleFibres> fibres;
    std::vector<std::size_t> places;
};

// Warns of the others. They are no error, because a scene must open again whatever was erased that its fibres name.
ActingFibres described_fibres(Character& character) {
    ActingFibres acting;
    for (std::size_t place = 0; place < character.description.muscles.fibres.size(); ++place) {
        auto found = acting_fibres(character, place);
        if (found) {
            acting.fibres.push_back(std::move(found).value());
            acting.places.push_back(place);
        } else {
            character.add_warnings(Stage::muscles, {found.error().message + "; its muscle does nothing"});
        }
    }
    return acting;
}

// A muscle for each of `count`; those without acting fibres are there without effect, because gaits count muscles.
LoadMuscles spread(const LoadMuscles& made, const std::vector<std::size_t>& places, std::size_t count) {
    const auto q = static_cast<Index>(count);
    LoadMuscles all{Matrix::Zero(made.D.rows(), q), Matrix::Zero(made.stretches.rows(), q), Vector::Zero(q)};
    for (std::size_t i = 0; i < places.size(); ++i) {
        const auto from = static_cast<Index>(i);
        const auto to = static_cast<Index>(places[i]);
        all.D.col(to) = made.D.col(from);
        all.stretches.col(to) = made.stretches.col(from);
        all.stress(to) = made.stress(from);
    }
    return all;
}

Result<Done> add_fibres(Character& character, const Material& material, Matrix& D, Progress* progress) {
    const PartOfProgress part(progress, solved_share, clustered_share);
    const ActingFibres acting = described_fibres(character);
    const std::vector<BodyLoad>& described = character.description.muscles.fibres;
    const MuscleScale scale{.peak_strain = character.description.muscles.peak_strain};
    const auto made = fibre_muscles(character.mesh, material, supports_of(character), acting.fibres, scale, progress);
    if (!made) {
        return made.error();
    }
    std::vector<std::string> names;
    for (std::size_t f = 0; f < described.size(); ++f) {
        names.push_back(described[f].load.name.empty() ? "Fibres " + std::to_string(f + 1) : described[f].load.name);
    }
    const Index first = D.cols();
    for (std::size_t i = 0; has_stresses(character) && i < acting.places.size(); ++i) {
        character.musculature.stresses.fibres.push_back({fibre_matrix(character.mesh, acting.fibres[i]),
                                                         first + static_cast<Index>(acting.places[i]),
                                                         made.value().stress(static_cast<Index>(i))});
    }
    character.musculature.fibre_count = described.size();
    return append_load_muscles(character, material, names, spread(made.value(), acting.places, described.size()), D);
}

Result<Done> add_examples(Character& character, const Material& material, Matrix& D) {
    auto made = example_muscles(character, material);
    if (!made) {
        return made.error();
    }
    ExampleMuscles examples = std::move(made).value();
    const Index count = D.cols() + examples.D.cols();
    if (auto fault = fault_in_muscle_count(count, "remove some examples", "muscles.examples")) {
        return *fault;
    }
    append_muscles(character, material, examples.names, examples.D, D);
    append_stretches(character, examples.stretches);
    character.musculature.examples = std::move(examples.of_muscles);
    character.musculature.example_strains = std::move(examples.strains);
    character.add_warnings(Stage::muscles, examples.warnings);
    return Done{};
}

Result<Clusters> actuation_clusters(const Character& character, Threads threads, Progress* progress) {
    const PartOfProgress part(progress, solved_share, clustered_share);
    const CharacterDescription& scene = character.description;
    const Index count = std::min(scene.muscles.clusters, character.mesh.tet_count());
    if (count == 1) {
        return one_cluster(character.mesh.tet_count());
    }
    return clusters_of(
        character.mesh, character.modes->W, character.modes->lambda,
        {.count = count, .feature_exponent = scene.feature_exponent, .seed = scene.seed, .threads = threads}, progress);
}

} // namespace

Vector weights_of_bones(const std::vector<std::string>& names, const Rig& rig) {
    const auto& bones = rig.skeleton.bones;
    Vector held = Vector::Zero(rig.W.rows());
    for (const std::string& name : names) {
        const auto found = std::ranges::find(bones, name, &Bone::name);
        if (found != bones.end()) {
            held += rig.W.col(found - bones.begin());
        }
    }
    return held;
}

Result<Done> check_painted_regions(const Character& character) {
    for (const MuscleRegion& region : character.description.muscles.regions) {
        if (!region.painted.is_there()) {
            continue;
        }
        const std::string what = "the muscle region \"" + region.name + "\"";
        if (region.painted.is_blank()) {
            return Error{ErrorKind::bad_input, what + " holds no vertex: paint one, or remove the region",
                         "muscles.regions"};
        }
        if (auto fit = fits(region.painted, what, "muscles.regions", character.boundary_vertices.size()); !fit) {
            return fit;
        }
    }
    return Done{};
}

namespace {

// In a linear subspace the actuation belongs to a subspace that other characters may share.
void forget_actuation(Character& character) {
    character.model.actuation.reset();
    if (character.linear && character.linear->model.actuation) {
        LinearSubspace passive = *character.linear;
        passive.model.actuation.reset();
        character.linear = std::make_shared<const LinearSubspace>(std::move(passive));
    }
}

// The muscles that are not vibration modes, in the order of Musculature.
Result<Done> add_shapes(Character& character, const Material& material, Matrix& D, Progress* progress) {
    const MuscleDescription& described = character.description.muscles;
    if (described.has_cage()) {
        if (auto added = add_cage(character, material, D); !added) {
            return added;
        }
    }
    if (described.skinning_modes > 0) {
        if (auto added = add_skinning_modes(character, material, D); !added) {
            return added;
        }
    }
    if (described.vertices) {
        if (auto added = add_vertices(character, material, D); !added) {
            return added;
        }
    }
    if (described.pockets) {
        if (auto added = add_pockets(character, material, D, progress); !added) {
            return added;
        }
    }
    if (!described.fibres.empty()) {
        if (auto added = add_fibres(character, material, D, progress); !added) {
            return added;
        }
    }
    if (!described.examples.empty()) {
        if (auto added = add_examples(character, material, D); !added) {
            return added;
        }
    }
    return Done{};
}

Result<Done> add_actuation(Character& character, const Material& material, const Clusters& clusters, const Matrix& D,
                           Progress* progress) {
    const PartOfProgress part(progress, clustered_share, 1.0);
    const MuscleTargets targets(D, character.musculature.stretches.get());
    if (character.linear) {
        auto subspace = with_muscles(character, *character.linear, material, clusters, targets, progress);
        if (!subspace) {
            return subspace.error();
        }
        character.linear = std::make_shared<const LinearSubspace>(std::move(subspace).value());
        return Done{};
    }
    auto set = actuation_set(character.mesh, material, character.rig, character.modes->W, character.model, clusters,
                             targets, progress);
    if (!set) {
        return set.error();
    }
    character.model.actuation = std::move(set).value();
    return Done{};
}

} // namespace

Result<Done> grow_muscles(Character& character, CachedBuild& cached_build, Threads threads, Progress* progress) {
    const MuscleDescription& described = character.description.muscles;
    forget_actuation(character);
    auto known = std::move(character.musculature.known);
    character.musculature = {};
    character.musculature.known = std::move(known);
    if (!described.are_there()) {
        return Done{};
    }
    if (character.thin) {
        return grow_thin_muscles(character);
    }
    if (auto fit = check_painted_regions(character); !fit) {
        return fit;
    }
    const auto groups = groups_of(character);
    if (!groups) {
        return groups.error();
    }
    const VibrationMaterial of_modes = muscle_material(character.material, character.description);
    auto D = displacements(character, of_modes.material, groups.value(), cached_build, progress);
    if (!D) {
        return D.error();
    }
    character.musculature.lambda *= of_modes.lambda_scale;
    const auto clusters = actuation_clusters(character, threads, progress);
    if (!clusters) {
        return clusters.error();
    }
    Matrix scaled = scaled_muscles(character.mesh, D.value(), {.peak_strain = described.peak_strain});
    const Material material = with_volume(character.material, character.description.material);
    if (auto added = add_shapes(character, material, scaled, progress); !added) {
        return added;
    }
    if (auto added = add_actuation(character, material, clusters.value(), scaled, progress); !added) {
        return added;
    }
    character.musculature.cluster_count = clusters.value().count;
    character.musculature.clusters = std::make_shared<const Clusters>(std::move(clusters).value());
    character.musculature.D = std::make_shared<const Matrix>(std::move(scaled));
    return Done{};
}

} // namespace limber::app
