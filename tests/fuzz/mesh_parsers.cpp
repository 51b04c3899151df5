// SPDX-License-Identifier: MIT
#include "engine/core/contract.h"
#include "engine/mesh/curve_file.h"
#include "engine/mesh/mesh_validation.h"
#include "engine/mesh/quality.h"
#include "engine/mesh/surface_file.h"
#include "engine/mesh/tet_mesh_file.h"
#include "tests/fuzz/fuzzed_parsers.h"
#include "tests/fuzz/refusals.h"

#include <algorithm>

namespace limber::fuzz {
namespace {

void check(const TetMesh& mesh) {
    EXPECTS(mesh.tet_count() > 0 && mesh.X.allFinite());
    EXPECTS(mesh.T.minCoeff() == 0 && mesh.T.maxCoeff() == mesh.vertex_count() - 1);
    EXPECTS(tet_volumes(mesh).minCoeff() >= 0.0);
    quality_of(mesh);
}

void check(const SurfaceMesh& surface) {
    EXPECTS(surface.F.rows() > 0 && surface.V.allFinite());
    EXPECTS(surface.F.minCoeff() == 0 && surface.F.maxCoeff() == surface.V.rows() - 1);
}

void expect_numbers(const SurfaceNumbers& numbers) {
    EXPECTS(numbers.values.rows() == numbers.surface.V.rows() || numbers.names.empty());
    EXPECTS(numbers.values.cols() == static_cast<Index>(numbers.names.size()) || numbers.names.empty());
    EXPECTS(numbers.values.allFinite());
}

void check(const CurveMesh& curve) {
    EXPECTS(curve.E.rows() > 0 && curve.V.allFinite());
    EXPECTS(curve.E.minCoeff() == 0 && curve.E.maxCoeff() == curve.V.rows() - 1);
}

// A mesh is either rejected with a message or repaired, and a repaired mesh is valid.
template <typename Mesh>
void judge(Result<Repaired<Mesh>> parsed) {
    if (!parsed) {
        return expect_a_plain_sentence(parsed);
    }
    const auto sound = validate(std::move(parsed).value().value, "fuzz");
    if (!sound) {
        return expect_a_plain_sentence(sound);
    }
    check(sound.value().value);
}

} // namespace

void feed_msh(std::string_view bytes) {
    judge(parse_msh(bytes, "fuzz"));
}

void feed_medit(std::string_view bytes) {
    judge(parse_medit(bytes, "fuzz"));
}

void feed_tetgen(std::string_view bytes) {
    const auto end = std::min(bytes.find('\f'), bytes.size());
    judge(parse_tetgen(bytes.substr(0, end), bytes.substr(std::min(end + 1, bytes.size())), "fuzz"));
}

void feed_vtk(std::string_view bytes) {
    judge(parse_vtk(bytes, "fuzz"));
}

void feed_obj(std::string_view bytes) {
    judge(parse_obj(bytes, "fuzz"));
    if (const auto curve = parse_obj_curve(bytes, "fuzz")) {
        check(curve.value().value);
    } else {
        expect_a_plain_sentence(curve);
    }
    if (const auto numbers = parse_obj_numbers(bytes, "fuzz")) {
        expect_numbers(numbers.value());
    }
}

void feed_stl(std::string_view bytes) {
    judge(parse_stl(bytes, "fuzz"));
}

void feed_ply(std::string_view bytes) {
    judge(parse_ply(bytes, "fuzz"));
    if (const auto numbers = parse_ply_numbers(bytes, "fuzz")) {
        expect_numbers(numbers.value());
    }
}

} // namespace limber::fuzz
