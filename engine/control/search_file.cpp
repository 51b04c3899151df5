#include "engine/control/search_file.h"

#include "engine/core/file_bytes.h"
#include "engine/core/hash.h"
#include "engine/core/member_reader.h"
#include "engine/linalg/json_matrices.h"

#include <cmath>
#include <limits>

namespace limber {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

Json list_of(const Vector& values) {
    return Json::Array(values.begin(), values.end());
}

Json rows_of(const Matrix& matrix) {
    Json::Array rows;
    for (Index i = 0; i < matrix.rows(); ++i) {
        rows.emplace_back(list_of(matrix.row(i).transpose()));
    }
    return rows;
}

// A cost that is infinite has no number in JSON.
Json cost_json(double cost) {
    return std::isfinite(cost) ? Json(cost) : Json("none");
}

double cost_in(const JsonNode& node) {
    return node.is_text("none") ? infinite : node.number();
}

Vector list_in(MemberReader& members, const char* name, Index size) {
    Vector values = Vector::Zero(size);
    if (const auto node = members.take(name)) {
        if (node->size() != static_cast<std::size_t>(size)) {
            node->refuse("does not have one number for each parameter of this search");
        }
        for (Index i = 0; i < size && node->is_sound(); ++i) {
            values(i) = (*node)[static_cast<std::size_t>(i)].number();
        }
    }
    return values;
}

GaitSearchState state_in(const JsonNode& root, std::uint64_t key, Index n) {
    MemberReader members(root);
    members.expect_format("limber-gait-search");
    GaitSearchState state;
    CmaEsState& evolution = state.evolution;
    std::string written;
    members.read("search", written);
    if (root.is_sound() && written != hex(key)) {
        root.refuse("belongs to another search: another character, objective, space or seed; name another file");
    }
    members.read("sigma", evolution.sigma);
    members.read("population", evolution.population);
    members.read("generation", evolution.generation);
    members.read("generation_of_run", evolution.generation_of_run);
    members.read("runs", evolution.runs);
    members.read("still", evolution.still);
    evolution.mean = list_in(members, "mean", n);
    evolution.p_sigma = list_in(members, "p_sigma", n);
    evolution.p_C = list_in(members, "p_C", n);
    evolution.best = list_in(members, "best", n);
    if (const auto cost = members.take("best_cost")) {
        evolution.best_cost = cost_in(*cost);
    }
    if (const auto covariance = members.take("C")) {
        evolution.C = matrix_in(*covariance);
        if (covariance->is_sound() && (evolution.C.rows() != n || evolution.C.cols() != n)) {
            covariance->refuse("must have a row and a column for each parameter of this search");
        }
    } else {
        root.refuse("has no covariance \"C\"");
    }
    if (const auto costs = members.take("best_costs")) {
        for (std::size_t i = 0; i < costs->size() && costs->is_sound(); ++i) {
            state.best_costs.push_back(cost_in((*costs)[i]));
        }
    }
    if (root.is_sound() && (evolution.population < 4 || evolution.population > 100000 || !(evolution.sigma > 0.0))) {
        root.refuse("holds no search that could go on");
    }
    return state;
}

} // namespace

Result<Done> write_search(const GaitSearchState& state, std::uint64_t key, const std::filesystem::path& path) {
    const CmaEsState& evolution = state.evolution;
    Json::Array costs;
    for (const double cost : state.best_costs) {
        costs.emplace_back(cost_json(cost));
    }
    const Json json = Json::Object{{"format", "limber-gait-search"},
                                   {"version", 1},
                                   {"search", hex(key)},
                                   {"generation", evolution.generation},
                                   {"generation_of_run", evolution.generation_of_run},
                                   {"runs", evolution.runs},
                                   {"still", evolution.still},
                                   {"population", std::int64_t{evolution.population}},
                                   {"sigma", evolution.sigma},
                                   {"best_cost", cost_json(evolution.best_cost)},
                                   {"best", list_of(evolution.best)},
                                   {"mean", list_of(evolution.mean)},
                                   {"p_sigma", list_of(evolution.p_sigma)},
                                   {"p_C", list_of(evolution.p_C)},
                                   {"best_costs", costs},
                                   {"C", rows_of(evolution.C)}};
    return write_file(path, to_text(json) + "\n");
}

Result<GaitSearchState> search_from(std::string_view bytes, const std::filesystem::path& path, std::uint64_t key,
                                    Index dimension) {
    const auto document = JsonDocument::parsed(bytes, path.string());
    if (!document) {
        return document.error();
    }
    GaitSearchState state = state_in(document.value().root(), key, dimension);
    if (document.value().fault()) {
        return *document.value().fault();
    }
    return state;
}

Result<GaitSearchState> read_search(const std::filesystem::path& path, std::uint64_t key, Index dimension) {
    const auto bytes = file_bytes(path);
    return bytes ? search_from(bytes.value(), path, key, dimension) : Result<GaitSearchState>(bytes.error());
}

} // namespace limber
