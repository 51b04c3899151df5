// SPDX-License-Identifier: MIT
#include "engine/loads/load.h"

#include "engine/core/contract.h"
#include "engine/loads/pockets.h"

#include <algorithm>
#include <utility>

namespace limber {
namespace {

constexpr double variance_min = 1e-200;  // below it a load is as good as none, and cannot be scaled
constexpr double handle_stiffness = 1.0; // [1/s^2]
constexpr double far_share = 0.5;        // of the body's size; nothing within a body is that far from its vertices

Error load_fault(const std::string& message) {
    return {ErrorKind::bad_input, message, "loads"};
}

// Columns: the directions of a patch's patterns, which are the same at each vertex, times lengths.
Mat3 directions_of_patch(const Matrix& patterns) {
    Index row = 0;
    patterns.col(0).cwiseAbs().maxCoeff(&row);
    Mat3 directions = patterns.middleRows<3>(row - row % 3);
    for (Index j = 0; j < 3; ++j) {
        directions.col(j).normalize(); // leaves zero as it is, of an amount of zero
    }
    return directions;
}

// Of a muscle: what its fibres run along, and how much of it each vertex has.
struct Fibres {
    Vector potential;
    Vector share;
};

/// One load on a body.
class LoadMaker {
public:
    LoadMaker(const Load& load, const LoadedBody& body) : load_(load), body_(body) {}

    Result<LoadDistribution> made() const {
        auto share = share_of_load();
        if (!share) {
            return share.error();
        }
        auto loads = of_kind(share.value());
        if (!loads) {
            return loads;
        }
        LoadDistribution held = std::move(loads).value();
        if (auto fault = add_stiffness(held)) {
            return *fault;
        }
        auto normal = normalised(std::move(held));
        return normal ? with_mean(std::move(normal).value(), share.value()) : std::move(normal);
    }

    // Of a muscle.
    Result<MuscleFibres> fibres() const {
        const auto share = share_of_load();
        if (!share) {
            return share.error();
        }
        const auto fibres = fibres_within(share.value());
        return fibres ? Result<MuscleFibres>(muscle_fibres(body_.mesh, fibres.value().potential, fibres.value().share))
                      : fibres.error();
    }

    // The region times the field, as far as they are given.
    Result<Vector> share_of_load() const {
        const bool needs_place = load_.kind == LoadKind::region || load_.kind == LoadKind::patch;
        if ((needs_place && !load_.region && load_.field.empty()) ||
            (load_.kind == LoadKind::region && !load_.region)) {
            return load_fault("needs a \"centre\"");
        }
        if (load_.kind == LoadKind::field && load_.field.empty()) {
            return load_fault("needs a \"field\"");
        }
        const bool is_limited = load_.region && load_.kind != LoadKind::pocket;
        const Vector within =
            is_limited ? share_of(*load_.region, body_.mesh.X) : Vector(Vector::Ones(body_.mesh.vertex_count()));
        if (load_.field.empty()) {
            return within;
        }
        auto field = field_called(load_.field);
        if (!field) {
            return field;
        }
        const bool falls_off = load_.decay > 0.0 && !load_.region && load_.kind != LoadKind::pocket;
        return falls_off ? around(field.value(), body_.mesh.X, load_.decay)
                         : Vector(within.cwiseProduct(field.value()));
    }

private:
    Result<Vector> field_called(const std::string& name) const {
        const auto found = std::ranges::find(body_.fields, name, &NamedField::name);
        if (found == body_.fields.end()) {
            return load_fault("names the field \"" + name + "\", which the body does not have");
        }
        if (found->share.size() != body_.mesh.vertex_count()) {
            return load_fault("names the field \"" + name + "\", which has " + std::to_string(found->share.size()) +
                              " values for " + std::to_string(body_.mesh.vertex_count()) + " vertices");
        }
        if (!found->share.allFinite() || found->share.minCoeff() < 0.0) {
            return load_fault("names the field \"" + name + "\", whose values must be finite and not negative");
        }
        if (found->share.maxCoeff() == 0.0) {
            return load_fault("names the field \"" + name + "\", which is zero everywhere: paint it first");
        }
        return found->share;
    }

    int nearest_vertex(const Vec3& point) const {
        Index nearest = 0;
        (body_.mesh.X.rowwise() - point.transpose()).rowwise().squaredNorm().minCoeff(&nearest);
        return static_cast<int>(nearest);
    }

    // Of what is placed by points.
    std::optional<Error> fault_in_points() const {
        if (load_.kind == LoadKind::handles && load_.points.empty()) {
            return load_fault("has no handle: name at least one place in \"points\"");
        }
        if (load_.kind == LoadKind::springs && load_.springs.empty()) {
            return load_fault("has no spring: name at least one pair of points in \"springs\"");
        }
        const auto has_length = [&](const std::array<int, 2>& ends) {
            return body_.mesh.X.row(ends[0]) != body_.mesh.X.row(ends[1]);
        };
        if (load_.kind == LoadKind::springs && std::ranges::none_of(springs(), has_length)) {
            return load_fault("has only springs of length zero: both ends are nearest to the same vertex; move one");
        }
        return std::nullopt;
    }

    Result<LoadDistribution> of_kind(const Vector& share) const {
        if (auto fault = fault_in_points()) {
            return *fault;
        }
        switch (load_.kind) {
        case LoadKind::everywhere:
            return loads_everywhere(body_.mass);
        case LoadKind::region:
        case LoadKind::field:
            return loads_within(body_.mass, share);
        case LoadKind::pressing:
            return pressing_loads(body_.mesh, share);
        case LoadKind::patch:
            return contact_patch(body_.mesh, share, load_.tangents);
        case LoadKind::handles:
            return handle_loads(body_.mass, handles(), handle_stiffness, Mat3::Identity());
        case LoadKind::pocket:
            return pockets(share);
        case LoadKind::muscle:
            return muscle(share);
        case LoadKind::springs:
            return spring_loads(body_.mesh.X, springs());
        }
        return no_loads(body_.mesh.vertex_count());
    }

    std::vector<int> handles() const {
        std::vector<int> vertices;
        for (const Vec3& point : load_.points) {
            vertices.push_back(nearest_vertex(point));
        }
        return vertices;
    }

    std::vector<std::array<int, 2>> springs() const {
        std::vector<std::array<int, 2>> pairs;
        for (const auto& [a, b] : load_.springs) {
            pairs.push_back({nearest_vertex(a), nearest_vertex(b)});
        }
        return pairs;
    }

    Result<LoadDistribution> pockets(const Vector& share) const {
        if (load_.region || !load_.field.empty()) {
            auto pocket =
                load_.region ? pocket_around(body_.mesh, load_.region->centre) : pocket_of_share(body_.mesh, share);
            return pocket ? Result<LoadDistribution>(pocket_loads(body_.mesh, {pocket.value()})) : pocket.error();
        }
        const std::vector<Pocket> all = pockets_of(body_.mesh);
        if (all.empty()) {
            return load_fault("finds no closed pocket: the mesh has no cavity that is closed on all sides");
        }
        return pocket_loads(body_.mesh, all);
    }

    Result<LoadDistribution> muscle(const Vector& share) const {
        const auto fibres = fibres_within(share);
        return fibres ? muscle_loads(body_.mesh, fibres.value().potential, fibres.value().share, load_.sections)
                      : fibres.error();
    }

    Result<Fibres> fibres_within(const Vector& share) const {
        if (load_.from.empty() && load_.to.empty()) {
            return load_.field.empty()
                       ? Result<Fibres>(
                             load_fault("is a muscle that needs \"from\" and \"to\", or a \"field\" of its fibres"))
                       : Result<Fibres>(Fibres{share, Vector::Ones(share.size())});
        }
        if (load_.from.empty() || load_.to.empty()) {
            return load_fault("is a muscle with one end: its fibres need both \"from\" and \"to\"");
        }
        const auto from = field_called(load_.from);
        const auto to = field_called(load_.to);
        if (!from || !to) {
            return from ? to.error() : from.error();
        }
        auto potential = fibre_potential(body_.mesh, from.value(), to.value());
        return potential ? Result<Fibres>(Fibres{std::move(potential).value(), share}) : potential.error();
    }

    std::optional<Error> add_stiffness(LoadDistribution& loads) const {
        if (load_.stiffness.empty()) {
            return std::nullopt;
        }
        if (load_.kind != LoadKind::handles && load_.kind != LoadKind::springs) {
            return load_fault("has a stiffness, which only handles and springs have");
        }
        const std::vector<int> held = load_.kind == LoadKind::handles ? handles() : std::vector<int>();
        const auto pairs = load_.kind == LoadKind::springs ? springs() : std::vector<std::array<int, 2>>();
        const std::size_t count = held.size() + pairs.size();
        if (load_.stiffness.size() != 1 && load_.stiffness.size() != count) {
            return load_fault("has a stiffness of " + std::to_string(load_.stiffness.size()) +
                              " numbers, but needs 1, or one for each of its " + std::to_string(count));
        }
        const auto stiffness = [&](std::size_t i) {
            return load_.stiffness[load_.stiffness.size() == 1 ? 0 : i];
        };
        for (std::size_t i = 0; i < held.size(); ++i) {
            loads.handles.push_back({held[i], stiffness(i)});
        }
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            loads.springs.push_back({pairs[i], stiffness(i)});
        }
        return std::nullopt;
    }

    // To the variance of equal forces on equal masses, 3 sum m, times the amount.
    Result<LoadDistribution> normalised(LoadDistribution loads) const {
        const double variance = total_variance(loads);
        if (!(variance > variance_min)) {
            return load_fault("meets no vertex; move its centre, or make it larger");
        }
        return scaled(std::move(loads), load_.amount * 3.0 * body_.mass.sum() / variance);
    }

    Result<LoadDistribution> with_mean(LoadDistribution loads, const Vector& share) const {
        if (load_.mean.empty()) {
            return loads;
        }
        const Vector mean = Eigen::Map<const Vector>(load_.mean.data(), static_cast<Index>(load_.mean.size()));
        if (load_.kind == LoadKind::patch) {
            return with_mean_of_patch(std::move(loads), mean);
        }
        const bool has_patterns = loads.patterns.cols() > 0;
        const Index expected = has_patterns ? loads.patterns.cols() : load_.kind == LoadKind::pressing ? 1 : 3;
        if (mean.size() != expected) {
            return load_fault("has a mean of " + std::to_string(mean.size()) + " numbers, but needs " +
                              std::to_string(expected));
        }
        if (has_patterns) {
            loads.mean = loads.patterns * mean;
        } else if (load_.kind == LoadKind::handles) {
            loads.mean = handle_loads(body_.mass, handles(), handle_stiffness, Mat3::Zero(), mean).mean;
        } else if (load_.kind == LoadKind::pressing) {
            loads.mean = pressing_force(body_.mesh, share, mean(0));
        } else {
            loads.mean = (mean * body_.mass.cwiseProduct(share).transpose()).reshaped();
        }
        return loads;
    }

    static Result<LoadDistribution> with_mean_of_patch(LoadDistribution loads, const Vector& mean) {
        if (mean.size() != 1 && mean.size() != 3) {
            return load_fault("has a mean of " + std::to_string(mean.size()) +
                              " numbers, but needs 1 along its normal, or 3 along the axes");
        }
        const Vec3 along = mean.size() == 1 ? Vec3(mean(0) * Vec3::UnitX())
                                            : Vec3(directions_of_patch(loads.patterns).transpose() * mean);
        loads.mean = loads.patterns * along;
        return loads;
    }

    const Load& load_;
    const LoadedBody& body_;
};

} // namespace

std::string name_of_load(const std::string& name, std::size_t place) {
    return name.empty() ? "loads[" + std::to_string(place) + "]" : "the load \"" + name + "\"";
}

Result<Vector> share_of(const Load& load, const LoadedBody& body) {
    const Index n = body.mesh.vertex_count();
    return load.kind == LoadKind::everywhere ? Result<Vector>(Vector(Vector::Ones(n)))
                                             : LoadMaker(load, body).share_of_load();
}

Result<MuscleFibres> fibres_of(const Load& load, const LoadedBody& body) {
    EXPECTS(load.kind == LoadKind::muscle);
    return LoadMaker(load, body).fibres();
}

std::optional<std::string> warning_of(const Load& load, const LoadedBody& body) {
    const Points& X = body.mesh.X;
    const double far = far_share * (X.colwise().maxCoeff() - X.colwise().minCoeff()).norm();
    const auto is_far = [&](const Vec3& point) {
        return (X.rowwise() - point.transpose()).rowwise().squaredNorm().minCoeff() > far * far;
    };
    const auto is_spring_far = [&](const std::array<Vec3, 2>& ends) {
        return is_far(ends[0]) || is_far(ends[1]);
    };
    const bool has_far_point = (load.kind == LoadKind::handles && std::ranges::any_of(load.points, is_far)) ||
                               (load.kind == LoadKind::springs && std::ranges::any_of(load.springs, is_spring_far));
    return has_far_point ? std::optional<std::string>("has a point far from the body, and acts on the vertex nearest "
                                                      "to it: check its place and the unit, metres")
                         : std::nullopt;
}

Result<LoadDistribution> distribution_of(const Load& load, const LoadedBody& body) {
    EXPECTS(body.mass.size() == body.mesh.vertex_count());
    EXPECTS(load.sections >= 1 && load.sections <= muscle_sections_max && load.amount >= 0.0 && load.tangents >= 0.0);
    return LoadMaker(load, body).made();
}

Result<LoadDistribution> distribution_of(const std::vector<Load>& loads, const LoadedBody& body) {
    LoadDistribution all = no_loads(body.mesh.vertex_count());
    for (std::size_t i = 0; i < loads.size(); ++i) {
        const auto one = distribution_of(loads[i], body);
        if (!one) {
            return Error{one.error().kind, name_of_load(loads[i].name, i) + " " + one.error().message,
                         one.error().where};
        }
        all = sum_of(all, one.value());
    }
    if (auto fault = fault_in(all, body.mesh.vertex_count())) {
        return Error{fault->kind, "its loads " + fault->message, fault->where};
    }
    return all;
}

} // namespace limber
