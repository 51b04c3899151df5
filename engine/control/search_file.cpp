// SPDX-License-Identifier: MIT
#include "engine/control/search_file.h"

#include "engine/control/population_range.h"
#include "engine/control/search_terms.h"
#include "engine/core/file_bytes.h"
#include "engine/core/hash.h"
#include "engine/core/json.h"
#include "engine/core/json_file.h"
#include "engine/core/member_reader.h"
#include "engine/linalg/json_matrices.h"

#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace limber {
namespace {

constexpr double infinite_cost = std::numeric_limits<double>::infinity();

Json list_of(const Vector& values) {
    return Json::array_t(values.begin(), values.end());
}

Json rows_of(const Matrix& matrix) {
    Json::array_t rows;
    for (Index i = 0; i < matrix.rows(); ++i) {
        rows.emplace_back(list_of(matrix.row(i).transpose()));
    }
    return rows;
}

// JSON has no infinite numbers.
Json cost_json(double cost) {
    return std::isfinite(cost) ? Json(cost) : Json("none");
}

double cost_in(const JsonNode& node) {
    return node.is_text("none") ? infinite_cost : node.number();
}

// Every member is required.
std::optional<JsonNode> required_member(MemberReader& members, const std::string& name) {
    auto node = members.take(name);
    if (!node && members.object().is_sound()) {
        members.object().refuse("lacks \"" + name + "\"; the file is incomplete, begin a new search");
    }
    return node;
}

template <typename Whole>
void read_count(MemberReader& members, const std::string& name, Whole least, Whole most, Whole& value) {
    if (const auto node = required_member(members, name)) {
        read_value(*node, value);
        if (node->is_sound() && !(value >= least && value <= most)) {
            node->refuse("must lie between " + std::to_string(least) + " and " + std::to_string(most));
        }
    }
}

// Squares of such numbers are finite, and so are the results of a generation.
constexpr double number_max = 1e100;

Vector list_in(MemberReader& members, const char* name, Index size, double least = -number_max,
               double most = number_max) {
    Vector values = Vector::Zero(size);
    if (const auto node = required_member(members, name)) {
        if (node->size() != static_cast<std::size_t>(size)) {
            node->refuse("does not have one number for each parameter of this search");
        }
        for (Index i = 0; i < size && node->is_sound(); ++i) {
            values(i) = (*node)[static_cast<std::size_t>(i)].number();
        }
        if (node->is_sound() && !(values.array() >= least && values.array() <= most).all()) {
            node->refuse(least < 0.0 ? "has a number beyond 1e100, which no search has; begin a new search"
                                     : "must lie between 0 and 1, as every gait of the space does");
        }
    }
    return values;
}

Matrix covariance_in(MemberReader& members, Index n) {
    Matrix C;
    if (const auto node = required_member(members, "C")) {
        C = matrix_in(*node);
        if (node->is_sound() && (C.rows() != n || C.cols() != n)) {
            node->refuse("must have a row and a column for each parameter of this search");
        }
        if (node->is_sound() && !(C.cwiseAbs().maxCoeff() <= number_max)) {
            node->refuse("has a number beyond 1e100, which no search has; begin a new search");
        }
    }
    return C;
}

std::vector<double> costs_in(MemberReader& members, int generations) {
    std::vector<double> costs;
    if (const auto node = required_member(members, "best_costs")) {
        for (std::size_t i = 0; i < node->size() && node->is_sound(); ++i) {
            costs.push_back(cost_in((*node)[i]));
        }
        if (node->is_sound() && costs.size() != static_cast<std::size_t>(generations)) {
            node->refuse("must have one cost for each generation");
        }
    }
    return costs;
}

GaitSearchState state_in(const JsonNode& root, std::uint64_t key, Index n) {
    MemberReader members(root);
    members.expect_format("limber-gait-search");
    GaitSearchState state;
    CmaEsState& evolution = state.evolution;
    members.take("terms"); // read by search_terms_from
    std::string written;
    if (const auto search = required_member(members, "search")) {
        written = search->text();
    }
    if (root.is_sound() && written != hex(key)) {
        root.refuse("belongs to another search: another character, objective, space or seed; name another file");
    }
    constexpr int many = 1 << 30;
    read_count(members, "population", population_min, population_max, evolution.population);
    read_count(members, "generation", 0, many, evolution.generation);
    read_count(members, "generation_of_run", 0, evolution.generation, evolution.generation_of_run);
    read_count(members, "runs", 1, evolution.generation + 1, evolution.runs);
    read_count(members, "still", 0, evolution.generation, evolution.stalled);
    read_count(members, "flat", 0, evolution.generation_of_run, evolution.flat);
    if (const auto sigma = required_member(members, "sigma")) {
        evolution.sigma = sigma->number();
        if (sigma->is_sound() && !(evolution.sigma > 0.0 && evolution.sigma <= number_max)) {
            sigma->refuse("must be positive, and at most 1e100");
        }
    }
    evolution.mean = list_in(members, "mean", n);
    evolution.p_sigma = list_in(members, "p_sigma", n);
    evolution.p_C = list_in(members, "p_C", n);
    evolution.best = list_in(members, "best", n, 0.0, 1.0);
    if (const auto cost = required_member(members, "best_cost")) {
        evolution.best_cost = cost_in(*cost);
    }
    evolution.C = covariance_in(members, n);
    state.best_costs = costs_in(members, evolution.generation);
    return state;
}

} // namespace

std::string search_text(const GaitSearchState& state, std::uint64_t key, const GaitSearchTerms& terms) {
    const CmaEsState& evolution = state.evolution;
    Json::array_t costs;
    for (const double cost : state.best_costs) {
        costs.emplace_back(cost_json(cost));
    }
    const Json json = Json::object_t{{"format", "limber-gait-search"},
                                     {"version", 1},
                                     {"search", hex(key)},
                                     {"terms", terms_json(terms)},
                                     {"generation", evolution.generation},
                                     {"generation_of_run", evolution.generation_of_run},
                                     {"runs", evolution.runs},
                                     {"still", evolution.stalled},
                                     {"flat", evolution.flat},
                                     {"population", std::int64_t{evolution.population}},
                                     {"sigma", evolution.sigma},
                                     {"best_cost", cost_json(evolution.best_cost)},
                                     {"best", list_of(evolution.best)},
                                     {"mean", list_of(evolution.mean)},
                                     {"p_sigma", list_of(evolution.p_sigma)},
                                     {"p_C", list_of(evolution.p_C)},
                                     {"best_costs", costs},
                                     {"C", rows_of(evolution.C)}};
    return to_text(json) + "\n";
}

Result<Done> write_search(const GaitSearchState& state, std::uint64_t key, const GaitSearchTerms& terms,
                          const std::filesystem::path& path) {
    const Index size = state.evolution.mean.size();
    return write_json_file(path, search_text(state, key, terms), [&](std::string_view text) -> std::optional<Error> {
        const auto read = search_from(text, path, key, size);
        return read ? std::nullopt : std::optional(read.error());
    });
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

Result<GaitSearchTerms> search_terms_from(std::string_view bytes, const std::filesystem::path& path) {
    const auto document = JsonDocument::parsed(bytes, path.string());
    if (!document) {
        return document.error();
    }
    const JsonNode root = document.value().root();
    GaitSearchTerms terms;
    if (!root.member("format").is_text("limber-gait-search")) {
        root.refuse("is not a search for a gait");
    } else if (!root.has("terms")) {
        root.refuse("does not say what it searches for: go on with it by \"limber gait --resume\"");
    } else {
        read_value(root.member("terms"), terms);
    }
    if (document.value().fault()) {
        return *document.value().fault();
    }
    return terms;
}

} // namespace limber
