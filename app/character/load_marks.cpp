// SPDX-License-Identifier: MIT
#include "app/character/load_marks.h"

#include "app/character/character_loads.h"
#include "engine/operators/scalar_operators.h"

#include <algorithm>
#include <cmath>

namespace limber::app {
namespace {

constexpr double apart = 0.05;         // of the size of what is marked, or more
constexpr double length_of_mark = 0.8; // of the distance to the next
constexpr double patch_length = 0.12;  // of the body's size
constexpr double weak = 0.2;           // of the largest force; weaker ones have no mark

// A place of a tet, and the unit vector along which a load acts there.
struct ActingPlace {
    Index tet = 0;
    Vec3 at, along;
};

Vec3 middle_of(const TetMesh& mesh, Index tet) {
    Vec3 sum = Vec3::Zero();
    for (const int vertex : mesh.T.row(tet)) {
        sum += mesh.X.row(vertex).transpose();
    }
    return 0.25 * sum;
}

// n: one of the tets around each vertex.
std::vector<Index> tets_at(const TetMesh& mesh) {
    std::vector<Index> tets(static_cast<std::size_t>(mesh.vertex_count()), 0);
    for (Index t = 0; t < mesh.tet_count(); ++t) {
        for (const int vertex : mesh.T.row(t)) {
            tets[static_cast<std::size_t>(vertex)] = t;
        }
    }
    return tets;
}

std::vector<ActingPlace> along_fibres(const TetMesh& mesh, const Points& fibres) {
    std::vector<ActingPlace> places;
    for (Index t = 0; t < fibres.rows(); ++t) {
        if (!fibres.row(t).isZero(0.0)) {
            places.push_back({t, middle_of(mesh, t), fibres.row(t)});
        }
    }
    return places;
}

// forces: 3n
std::vector<ActingPlace> along_forces(const TetMesh& mesh, const Vector& forces) {
    const std::vector<Index> tets = tets_at(mesh);
    double largest = 0.0;
    for (Index v = 0; v < mesh.vertex_count(); ++v) {
        largest = std::max(largest, forces.segment<3>(3 * v).norm());
    }
    std::vector<ActingPlace> places;
    for (Index v = 0; v < mesh.vertex_count(); ++v) {
        const Vec3 force = forces.segment<3>(3 * v);
        if (force.norm() > weak * largest) {
            places.push_back({tets[static_cast<std::size_t>(v)], mesh.X.row(v), force.normalized()});
        }
    }
    return places;
}

// The first ones that are at least `distance` from each other; one more than load_marks_max where there are too many.
std::vector<ActingPlace> thinned(const std::vector<ActingPlace>& places, double distance) {
    std::vector<ActingPlace> kept;
    for (const ActingPlace& place : places) {
        const bool is_far = std::ranges::all_of(
            kept, [&](const ActingPlace& other) { return (other.at - place.at).squaredNorm() >= distance * distance; });
        if (is_far) {
            kept.push_back(place);
        }
        if (kept.size() > load_marks_max) {
            break;
        }
    }
    return kept;
}

/// Makes marks in one mesh.
class MarkMaker {
public:
    explicit MarkMaker(const TetMesh& mesh) : mesh_(mesh), hats_(hat_gradients(mesh)) {}

    LoadMark made(const ActingPlace& place, double before, double behind, bool is_arrow) const {
        LoadMark mark;
        for (std::size_t corner = 0; corner < 4; ++corner) {
            mark.corners[corner] = mesh_.T(place.tet, static_cast<Index>(corner));
        }
        mark.from = coordinates(place.tet, place.at - before * place.along);
        mark.to = coordinates(place.tet, place.at + behind * place.along);
        mark.is_arrow = is_arrow;
        return mark;
    }

private:
    // Barycentric coordinates are a quarter each at the centre.
    Eigen::Vector4d coordinates(Index tet, const Vec3& x) const {
        return Eigen::Vector4d::Constant(0.25) + hats_[static_cast<std::size_t>(tet)] * (x - middle_of(mesh_, tet));
    }

    const TetMesh& mesh_;
    TetGradients hats_;
};

// `ahead`: the share of each line that is ahead of its place.
std::vector<LoadMark> evenly_apart(const TetMesh& mesh, const std::vector<ActingPlace>& places, double ahead,
                                   bool are_arrows) {
    if (places.empty()) {
        return {};
    }
    Points at(static_cast<Index>(places.size()), 3);
    for (std::size_t i = 0; i < places.size(); ++i) {
        at.row(static_cast<Index>(i)) = places[i].at;
    }
    double distance = apart * std::max(bounding_box(at).diagonal(), 0.2 * bounding_box(mesh.X).diagonal());
    std::vector<ActingPlace> kept = thinned(places, distance);
    while (kept.size() > load_marks_max) {
        distance *= 1.2;
        kept = thinned(places, distance);
    }
    const MarkMaker maker(mesh);
    const double length = length_of_mark * distance;
    std::vector<LoadMark> marks;
    for (const ActingPlace& place : kept) {
        marks.push_back(maker.made(place, (1.0 - ahead) * length, ahead * length, are_arrows));
    }
    return marks;
}

// At the vertex of the patch that is nearest to its middle: an arrow along its normal, and lines along its tangents, as
// long beside it as the deviations of their forces are.
std::vector<LoadMark> of_patch(const TetMesh& mesh, const Matrix& patterns) {
    Vec3 middle = Vec3::Zero();
    double whole = 0.0;
    Vector share(mesh.vertex_count());
    for (Index v = 0; v < mesh.vertex_count(); ++v) {
        share(v) = patterns.block<3, 1>(3 * v, 0).norm();
        middle += share(v) * mesh.X.row(v).transpose();
        whole += share(v);
    }
    if (!(whole > 0.0)) {
        return {};
    }
    middle /= whole;
    Index nearest = 0;
    (share.array() > 0.0)
        .select((mesh.X.rowwise() - middle.transpose()).rowwise().squaredNorm(), 1e300)
        .minCoeff(&nearest);
    const MarkMaker maker(mesh);
    const Index tet = tets_at(mesh)[static_cast<std::size_t>(nearest)];
    const double length = patch_length * bounding_box(mesh.X).diagonal();
    const double normal = patterns.block<3, 1>(3 * nearest, 0).norm();
    std::vector<LoadMark> marks;
    for (Index j = 0; j < patterns.cols(); ++j) {
        const Vec3 along = patterns.block<3, 1>(3 * nearest, j);
        if (along.isZero(0.0)) {
            continue; // without friction
        }
        const ActingPlace place{tet, mesh.X.row(nearest), along.normalized()};
        const double half = 0.5 * length * std::min(along.norm() / normal, 2.0);
        marks.push_back(j == 0 ? maker.made(place, 0.0, length, true) : maker.made(place, half, half, false));
    }
    return marks;
}

// 3n: the force of a load against the surface, or in pockets.
Vector pressure_of(const BodyLoad& load, const LoadDistribution& loads) {
    return load.load.kind == LoadKind::pressing ? loads.mean : Vector(loads.patterns.rowwise().sum());
}

} // namespace

std::vector<LoadMark> load_marks(const BodyLoad& load, const Character& character) {
    const TetMesh& mesh = character.mesh;
    if (mesh.tet_count() == 0) {
        return {};
    }
    const LoadKind kind = load.load.kind;
    if (kind == LoadKind::muscle) {
        const auto fibres = fibres_of(load, load.load.name, character);
        return fibres ? evenly_apart(mesh, along_fibres(mesh, fibres.value().directions), 0.5, false)
                      : std::vector<LoadMark>();
    }
    if (kind != LoadKind::patch && kind != LoadKind::pressing && kind != LoadKind::pocket) {
        return {};
    }
    BodyLoad unit = load;
    unit.load.amount = 1.0;
    unit.load.mean.assign(kind == LoadKind::pressing ? 1 : 0, 1.0);
    const auto loads = loads_of(unit, character);
    if (!loads) {
        return {};
    }
    if (kind == LoadKind::patch) {
        return of_patch(mesh, loads.value().patterns);
    }
    // What presses comes from outside; a gas pushes the walls of its pocket away from it.
    const double ahead = kind == LoadKind::pressing ? 0.0 : 1.0;
    return evenly_apart(mesh, along_forces(mesh, pressure_of(load, loads.value())), ahead, true);
}

} // namespace limber::app
