// SPDX-License-Identifier: MIT
#include "engine/mesh/delaunay_mesher.h"

#ifdef LIMBER_WITH_CGAL

#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Labeled_mesh_domain_3.h>
#include <CGAL/Mesh_3/Mesher_3.h>
#include <CGAL/Mesh_complex_3_in_triangulation_3.h>
#include <CGAL/Mesh_criteria_3.h>
#include <CGAL/Mesh_triangulation_3.h>
#include <CGAL/Random.h>
#include <CGAL/exude_mesh_3.h>
#include <CGAL/perturb_mesh_3.h>

#include <exception>
#include <new>
#include <string>
#include <unordered_map>

namespace limber {
namespace {

namespace named = CGAL::parameters;

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Domain = CGAL::Labeled_mesh_domain_3<Kernel>;
using Triangulation = CGAL::Mesh_triangulation_3<Domain>::type;
using Complex = CGAL::Mesh_complex_3_in_triangulation_3<Triangulation>;
using Criteria = CGAL::Mesh_criteria_3<Triangulation>;

constexpr unsigned int seed = 20230806;
constexpr std::size_t tests_between_polls = 512;

// Thrown by the inside test to stop the refinement, and caught in delaunay_tets.
struct Cancelled {};

Kernel::Point_3 point(const Vec3& x) {
    return Kernel::Point_3(x.x(), x.y(), x.z());
}

// Negative inside; polls may_continue from time to time.
auto labelling(const DelaunayProblem& problem, std::size_t& test_count) {
    return [&problem, &test_count](const Kernel::Point_3& p) -> Kernel::FT {
        if (++test_count % tests_between_polls == 0 && !problem.may_continue(test_count)) {
            throw Cancelled{};
        }
        return problem.is_inside(Vec3(p.x(), p.y(), p.z())) ? -1.0 : 1.0;
    };
}

// The box with a margin, because Mesh_3 looks for the surface on segments that the box clips.
CGAL::Bbox_3 padded(const BoundingBox& box, double margin) {
    const Vec3 low = box.low.array() - margin;
    const Vec3 high = box.high.array() + margin;
    return CGAL::Bbox_3(low.x(), low.y(), low.z(), high.x(), high.y(), high.z());
}

// A length that varies over the body, in the form of Mesh_3's criteria.
struct LengthField {
    using FT = Kernel::FT;

    const DelaunayProblem* problem;
    double factor;

    FT operator()(const Kernel::Point_3& p, int, const Domain::Index&) const {
        const double h = factor * problem->edge_length;
        return problem->relative_edge_length ? h * problem->relative_edge_length(Vec3(p.x(), p.y(), p.z())) : h;
    }
};

// The shape bounds are Mesh_3's customary ones. A regular tet with edges of length h has a circumradius of 0.61 h, its
// faces one of 0.58 h; refinement undershoots its upper bounds by a quarter.
Criteria criteria_for(const DelaunayProblem& problem) {
    return Criteria(named::facet_angle = 25.0, named::facet_size = LengthField{&problem, 0.72},
                    named::facet_distance = LengthField{&problem, 0.12}, named::cell_radius_edge_ratio = 2.2,
                    named::cell_size = LengthField{&problem, 0.82});
}

void insert_surface_points(const Domain& domain, const std::vector<SurfaceCrossing>& crossings, Complex& complex) {
    const auto intersection = domain.construct_intersection_object();
    for (const auto& crossing : crossings) {
        const auto [where, index, dimension] =
            intersection(Kernel::Segment_3(point(crossing.inside), point(crossing.outside)));
        if (dimension != 2) {
            continue;
        }
        const auto vertex = complex.triangulation().insert(Triangulation::Weighted_point(where));
        complex.set_dimension(vertex, dimension);
        complex.set_index(vertex, index);
    }
}

// Returns false when it stopped at the largest number of vertices.
bool refine(const DelaunayProblem& problem, const Domain& domain, Complex& complex) {
    insert_surface_points(domain, problem.crossings, complex);
    CGAL::Mesh_error_code status = CGAL::CGAL_MESH_3_NO_ERROR;
    const Criteria criteria = criteria_for(problem);
    constexpr int any_topology = 0;
    // What refine_mesh_3 does; but that compiles CGAL's global optimisers too, which are not used.
    CGAL::Mesh_3::Mesher_3<Complex, Criteria, Domain> mesher(complex, domain, criteria, any_topology,
                                                             static_cast<std::size_t>(problem.vertices_max), &status);
    mesher.refine_mesh();
    complex.clear_manifold_info();
    return status != CGAL::CGAL_MESH_3_MAXIMAL_NUMBER_OF_VERTICES_REACHED;
}

void remove_slivers(double dihedral_min, const Domain& domain, Complex& complex) {
    CGAL::perturb_mesh_3(complex, domain, named::time_limit = 0.0, named::sliver_bound = dihedral_min);
    CGAL::exude_mesh_3(complex, named::time_limit = 0.0, named::sliver_bound = dihedral_min);
}

// Vertices are numbered in the order of the tets, so that the result does not depend on memory addresses.
TetMesh tet_mesh_of(const Complex& complex) {
    std::unordered_map<const void*, int> number;
    std::vector<Vec3> points;
    TetMesh mesh;
    mesh.T.resize(static_cast<Index>(complex.number_of_cells_in_complex()), 4);
    Index tet = 0;
    for (auto cell = complex.cells_in_complex_begin(); cell != complex.cells_in_complex_end(); ++cell, ++tet) {
        for (int corner = 0; corner < 4; ++corner) {
            const auto vertex = cell->vertex(corner);
            const auto [entry, is_new] = number.try_emplace(&*vertex, static_cast<int>(points.size()));
            if (is_new) {
                const auto& p = vertex->point();
                points.emplace_back(p.x(), p.y(), p.z());
            }
            mesh.T(tet, corner) = entry->second;
        }
    }
    mesh.X.resize(static_cast<Index>(points.size()), 3);
    for (std::size_t i = 0; i < points.size(); ++i) {
        mesh.X.row(static_cast<Index>(i)) = points[i].transpose();
    }
    return mesh;
}

void ignore_message(const char*, const char*, const char*, int, const char*) {}

// If its checks are compiled in (without NDEBUG), CGAL also prints to stderr what it throws.
void use_exceptions_only() {
    CGAL::set_error_behaviour(CGAL::THROW_EXCEPTION);
    CGAL::set_error_handler(&ignore_message);
    CGAL::set_warning_handler(&ignore_message);
}

DelaunayMesh generate_mesh(const DelaunayProblem& problem) {
    [[maybe_unused]] static const bool is_set = (use_exceptions_only(), true);
    CGAL::get_default_random() = CGAL::Random(seed);
    CGAL::Random random(seed);
    std::size_t test_count = 0;
    // Mesh_3's relative lengths are relative to the radius of its domain.
    const double error_bound = 0.02 * problem.edge_length / (0.5 * problem.bounds.diagonal());
    const Domain domain =
        Domain::create_implicit_mesh_domain(labelling(problem, test_count), padded(problem.bounds, problem.edge_length),
                                            named::relative_error_bound = error_bound, named::p_rng = &random);
    Complex complex;
    const bool is_complete = refine(problem, domain, complex);
    if (problem.dihedral_min > 0.0) {
        remove_slivers(problem.dihedral_min, domain, complex);
    }
    return {tet_mesh_of(complex), !is_complete};
}

} // namespace

Result<DelaunayMesh> delaunay_tets(const DelaunayProblem& problem) {
    try {
        return generate_mesh(problem);
    } catch (const Cancelled&) {
        return Error{ErrorKind::cancelled, "tetrahedralising was cancelled", ""};
    } catch (const std::bad_alloc&) {
        return Error{ErrorKind::not_converged,
                     "there was not enough memory to fill the surface; ask for fewer vertices", ""};
    } catch (const std::exception&) {
        // CGAL's message only names places in its own sources.
        return Error{ErrorKind::not_converged,
                     "the mesher failed on this surface: repair it where it intersects itself, or ask for another "
                     "number of vertices",
                     ""};
    }
}

} // namespace limber

#else

namespace limber {

Result<DelaunayMesh> delaunay_tets(const DelaunayProblem&) {
    return DelaunayMesh{};
}

} // namespace limber

#endif
