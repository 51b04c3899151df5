// SPDX-License-Identifier: MIT
#include "engine/loads/load_file.h"

#include "engine/core/json_document.h"
#include "engine/core/member_reader.h"
#include "engine/linalg/json_matrices.h"

#include <array>
#include <cmath>
#include <string>
#include <vector>

namespace limber {
namespace {

constexpr double length_max = 1e6; // [m]
constexpr double amount_max = 1e12;
constexpr double variance_min = 1e-200; // below it a load is as good as none, and cannot be scaled
constexpr std::size_t loads_max = 256;
constexpr std::size_t springs_max = 4096;

const char* const load_kinds = "must be \"everywhere\", \"region\", \"pressing\", \"patch\" or \"springs\"";

/// A load of a file, on a mesh.
class LoadMaker {
public:
    LoadMaker(const TetMesh& mesh, const Vector& mass) : mesh_(mesh), mass_(mass) {}

    LoadDistribution made(const JsonNode& node) const {
        MemberReader members(node);
        std::string kind;
        members.read("kind", kind);
        const auto given = region_in(members);
        double amount = 1.0;
        members.read("amount", amount);
        const auto springs = springs_in(members);
        if (!(amount >= 0.0 && amount <= amount_max)) {
            node.member("amount").refuse("must be between 0 and 1e12");
        }
        if ((kind == "region" || kind == "patch") && !given) {
            node.refuse("needs a \"centre\"");
        }
        if (!node.is_sound()) {
            return no_loads(mesh_.vertex_count());
        }
        const Vector share = given ? share_of(*given, mesh_.X) : Vector(Vector::Ones(mesh_.vertex_count()));
        return normalised(of_kind(node, kind, share, springs), amount, node);
    }

private:
    static std::optional<LoadRegion> region_in(MemberReader& members) {
        LoadRegion region;
        const bool is_given = members.read("centre", region.centre);
        members.read("radius", region.radius);
        members.read("decay", region.decay);
        const bool is_sound = region.centre.allFinite() && region.centre.cwiseAbs().maxCoeff() <= length_max &&
                              region.radius >= 0.0 && region.radius <= length_max && region.decay >= 0.0 &&
                              region.decay <= amount_max;
        if (!is_sound) {
            members.object().refuse("must have a centre and a radius below 1e6, and a decay between 0 and 1e12");
        }
        return is_given ? std::optional(region) : std::nullopt;
    }

    int nearest_vertex(const Vec3& point) const {
        Index nearest = 0;
        (mesh_.X.rowwise() - point.transpose()).rowwise().squaredNorm().minCoeff(&nearest);
        return static_cast<int>(nearest);
    }

    std::vector<std::array<int, 2>> springs_in(MemberReader& members) const {
        std::vector<std::array<int, 2>> springs;
        read_list(members, "springs", [&](const JsonNode& pair) {
            if (pair.size() != 2 || springs.size() >= springs_max) {
                pair.refuse("must be a pair of points, of at most 4096");
                return;
            }
            Vec3 a = Vec3::Zero();
            Vec3 b = Vec3::Zero();
            read_value(pair[0], a);
            read_value(pair[1], b);
            springs.push_back({nearest_vertex(a), nearest_vertex(b)});
        });
        return springs;
    }

    LoadDistribution of_kind(const JsonNode& node, const std::string& kind, const Vector& share,
                             const std::vector<std::array<int, 2>>& springs) const {
        if (kind == "everywhere") {
            return loads_everywhere(mass_);
        }
        if (kind == "region") {
            return loads_within(mass_, share);
        }
        if (kind == "pressing") {
            return pressing_loads(mesh_, share);
        }
        if (kind == "patch") {
            return contact_patch(mesh_, share);
        }
        if (kind == "springs") {
            return spring_loads(mesh_.X, springs);
        }
        node.member("kind").refuse(load_kinds);
        return no_loads(mesh_.vertex_count());
    }

    // To the variance of equal forces on equal masses, 3 sum m, times the amount.
    LoadDistribution normalised(LoadDistribution loads, double amount, const JsonNode& node) const {
        double variance = loads.patterns.squaredNorm();
        for (Index i = 0; i < loads.vertex_count(); ++i) {
            variance += loads.blocks.middleRows<3>(3 * i).trace();
        }
        if (node.is_sound() && !(variance > variance_min)) {
            node.refuse("meets no vertex; move its centre, or make it larger");
        }
        return node.is_sound() ? scaled(std::move(loads), amount * 3.0 * mass_.sum() / variance) : std::move(loads);
    }

    const TetMesh& mesh_;
    const Vector& mass_;
};

Result<LoadDistribution> loads_in(const JsonDocument& document, const std::string& where, const TetMesh& mesh,
                                  const Vector& mass) {
    LoadDistribution all = no_loads(mesh.vertex_count());
    {
        MemberReader members(document.root());
        members.expect_format("limber-loads");
        const LoadMaker maker(mesh, mass);
        std::size_t count = 0;
        read_list(members, "loads", [&](const JsonNode& node) {
            if (++count > loads_max) {
                node.refuse("is one load too many: a file has at most 256");
            } else if (node.is_sound()) {
                all = sum_of(all, maker.made(node));
            }
        });
    }
    if (document.fault()) {
        return *document.fault();
    }
    if (auto fault = fault_in(all, mesh.vertex_count())) {
        fault->where = where;
        return *fault;
    }
    return all;
}

} // namespace

Result<LoadDistribution> parse_loads(std::string_view json, std::string_view where, const TetMesh& mesh,
                                     const Vector& mass) {
    const auto document = JsonDocument::parsed(json, where);
    return document ? loads_in(document.value(), std::string(where), mesh, mass) : document.error();
}

Result<LoadDistribution> read_loads(const std::filesystem::path& path, const TetMesh& mesh, const Vector& mass) {
    const auto document = JsonDocument::read(path);
    return document ? loads_in(document.value(), path.string(), mesh, mass) : document.error();
}

} // namespace limber
