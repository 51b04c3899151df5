// SPDX-License-Identifier: MIT
#include "engine/actuation/box_cage.h"
#include "engine/actuation/cage_muscles.h"
#include "engine/actuation/planar_shapes.h"
#include "engine/actuation/rest_shapes.h"
#include "engine/body/body_step.h"
#include "engine/body/planar_body.h"
#include "engine/contact/planar_obstacles.h"
#include "engine/mesh/slab.h"
#include "engine/mesh/topology.h"
#include "engine/model/planar_model.h"
#include "engine/operators/elasticity.h"
#include "engine/stepper/step_derivative.h"
#include "tests/oracle/planar_energy.h"
#include "tests/support/meshes.h"
#include "tests/support/thin_meshes.h"

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <memory>

/// Bodies that move in a plane, as two-dimensional solids.
namespace limber::testing {
namespace {

constexpr double depth_of_sheet = 0.2;
constexpr UniformMaterial soft_plane{.young = 2e4, .poisson = 0.3, .density = 1000.0};

// Of a sheet with inner vertices, none of whose triangles are alike.
SurfaceMesh uneven_sheet(int nx, int ny) {
    SurfaceMesh surface = sheet(nx, ny, 0.1);
    Rng rng(11);
    const Points moved = shaken(surface.V, 0.015, rng);
    surface.V.leftCols<2>() = moved.leftCols<2>();
    return surface;
}

Body planar_body(const SurfaceMesh& flat, const UniformMaterial& material = soft_plane) {
    return build_planar_body(flat, {.depth = depth_of_sheet, .material = material}).value();
}

oracle::PlanarMaterial lame_of(const UniformMaterial& material) {
    return {material.young / (2.0 * (1.0 + material.poisson)),
            material.young * material.poisson / ((1.0 + material.poisson) * (1.0 - 2.0 * material.poisson)),
            depth_of_sheet};
}

Points front_face(const Points& x) {
    return x.topRows(x.rows() / 2);
}

// Of both faces, from noise in the plane.
Points planar_noise(Index pairs, double size, Rng& rng) {
    Points noise = shaken(Points::Zero(pairs, 3), size, rng);
    noise.col(2).setZero();
    return noise.replicate(2, 1);
}

Controls free_controls_in_plane(const Body& body) {
    Controls controls = rest_controls(body);
    controls.gravity.setZero();
    controls.arithmetic = Arithmetic::double_precision;
    return controls;
}

State started_in_plane(const Body& body, const Points& velocities) {
    const AffineStack P = rest_controls(body).P;
    State state = rest_state(body, P);
    state.Zdot = nearest_coordinates(body, velocities, P);
    state.clear_history();
    return state;
}

Points planar_velocities(const Body& body, const State& state) {
    return displacement_rates(body, state.Z, state.Zdot, state.P, state.Pdot);
}

// Stands on a floor at y = 0, with every vertex of its outline a contact point.
Controls controls_on_floor(const Body& body, double friction) {
    Controls controls = free_controls_in_plane(body);
    controls.gravity = Vec3(0.0, -9.81, 0.0);
    controls.iterations = 100;
    controls.contact.points = contact_points_of(body, body.vertex_count());
    controls.contact.obstacles = std::make_shared<const Obstacles>(Obstacles{{HalfSpace{}, friction, 0.0}});
    return controls;
}

Body with_each_vertex(Body body) {
    const Matrix shapes = whitened_rest_shapes(body.mesh, body.material, planar_vertex_shapes(body.vertex_count()));
    return with_planar_muscles(std::move(body), shapes).value();
}

TEST(Slab, HasTheVolumeOfItsTrianglesAndMatchingSides) {
    const SurfaceMesh flat = uneven_sheet(3, 4);
    const TetMesh slab = slab_of(flat, depth_of_sheet).value();
    EXPECT_EQ(slab.vertex_count(), 2 * flat.V.rows());
    ASSERT_EQ(slab.tet_count(), 3 * flat.F.rows());
    EXPECT_GT(tet_volumes(slab).minCoeff(), 0.0);
    for (Index face = 0; face < flat.F.rows(); ++face) {
        const Vec3 origin = flat.V.row(flat.F(face, 0)).transpose();
        const Vec3 a = flat.V.row(flat.F(face, 1)).transpose() - origin;
        const Vec3 b = flat.V.row(flat.F(face, 2)).transpose() - origin;
        EXPECT_NEAR(tet_volumes(slab).segment(3 * face, 3).sum(), 0.5 * a.cross(b).norm() * depth_of_sheet, 1e-12);
    }
    EXPECT_EQ(slab_outline(slab).size(), 2U * (3U + 4U)) << "a vertex for each edge of the rectangle's outline";
    EXPECT_EQ(boundary_triangles(slab.T).rows(), 2 * flat.F.rows() + 2 * 2 * (3 + 4)) << "no gap between the prisms";
}

TEST(Slab, DoesNotDependOnTheOrientationOfTriangles) {
    SurfaceMesh flat = uneven_sheet(3, 2);
    const TetMesh before = slab_of(flat, 0.1).value();
    for (Index face = 0; face < flat.F.rows(); face += 2) {
        std::swap(flat.F(face, 0), flat.F(face, 1));
    }
    EXPECT_EQ(slab_of(flat, 0.1).value().T, before.T);
}

TEST(Slab, RefusesWhatIsNotFlat) {
    SurfaceMesh flat = sheet(1, 1, 0.1);
    flat.V(2, 2) = 0.01;
    EXPECT_FALSE(slab_of(flat, 0.1));
    flat.V.row(1) = flat.V.row(0);
    flat.V(2, 2) = 0.0;
    const auto folded = slab_of(flat, 0.1);
    ASSERT_FALSE(folded);
    EXPECT_EQ(sentence(folded.error()), "triangle 0: it has no area: remove it");
    EXPECT_FALSE(build_planar_body(sheet(1, 1, 0.1), {.depth = 0.0}));
    EXPECT_FALSE(build_planar_body({Points::Zero(3, 3), Triangles(0, 3)}));
}

TEST(PlanarBody, HasTheMassesOfItsTriangles) {
    const SurfaceMesh flat = uneven_sheet(3, 2);
    const Body body = planar_body(flat);
    Vector thirds = Vector::Zero(flat.V.rows());
    for (Index face = 0; face < flat.F.rows(); ++face) {
        for (const int vertex : flat.F.row(face)) {
            thirds(vertex) += soft_plane.density * tet_volumes(body.mesh).segment(3 * face, 3).sum() / 3.0;
        }
    }
    EXPECT_LT((body.mass.head(flat.V.rows()) + body.mass.tail(flat.V.rows()) - thirds).cwiseAbs().maxCoeff(), 1e-10);
}

TEST(PlanarBody, HasTwoCoordinatesForEachVertex) {
    const Body body = planar_body(uneven_sheet(3, 4));
    Rng rng(1);
    ASSERT_EQ(body.model.coordinate_count(), body.vertex_count() / 2);
    const Points u = planar_noise(body.vertex_count() / 2, 1.0, rng);
    const AffineStack P = rest_controls(body).P;
    EXPECT_LT((displacements(body, nearest_coordinates(body, u, P), P) - u).norm(), 1e-9 * u.norm());
}

// Against the formula in complex numbers, and the energy of the slab's tets as a solid in space: plane strain.
TEST(PlanarBody, HasTheEnergyOfItsTrianglesAndOfASlabBetweenWalls) {
    for (const double poisson : {0.0, 0.3, 0.45}) {
        UniformMaterial material = soft_plane;
        material.poisson = poisson;
        const SurfaceMesh flat = uneven_sheet(3, 4);
        const Body body = planar_body(flat, material);
        Rng rng(2);
        const Controls controls = free_controls_in_plane(body);
        State state = started_in_plane(body, planar_noise(flat.V.rows(), 0.5, rng));
        BodyWorkspace workspace(body);
        for (int i = 0; i < 20; ++i) {
            const StepReport report = step(body, controls, state, workspace);
            const Points x = positions(body, state);
            const double energy = oracle::planar_energy(flat, lame_of(material), front_face(x));
            EXPECT_GT(energy, 0.0);
            EXPECT_NEAR(report.elastic_energy, energy, 1e-9 * body.model.w_sum) << "step " << i;
            EXPECT_NEAR(elastic_energy(body.mesh, body.material, x), energy, 1e-9 * body.model.w_sum) << "step " << i;
        }
    }
}

// Triangles without Poisson's ratio have no cluster in the volume term.
TEST(PlanarBody, HasTheEnergyOfTrianglesOfTwoRatios) {
    Body body = planar_body(uneven_sheet(3, 4));
    for (Index t = 0; t < body.mesh.tet_count(); ++t) {
        body.material.poisson(t) = t / 3 % 2 == 0 ? 0.0 : 0.3;
    }
    body.model =
        planar_model(body.mesh, body.material, body.mass, body.rig, body.modes->W, planar_clusters(body.mesh)).value();
    ASSERT_EQ(body.model.sets.size(), 2U);
    EXPECT_EQ(2 * body.model.sets[1].cluster_count, body.model.sets[0].cluster_count);
    Rng rng(9);
    const Controls controls = free_controls_in_plane(body);
    State state = started_in_plane(body, planar_noise(body.vertex_count() / 2, 0.5, rng));
    BodyWorkspace workspace(body);
    for (int i = 0; i < 5; ++i) {
        const StepReport report = step(body, controls, state, workspace);
        const double energy = elastic_energy(body.mesh, body.material, positions(body, state));
        EXPECT_GT(energy, 1e-6 * body.model.w_sum);
        EXPECT_NEAR(report.elastic_energy, energy, 1e-9 * body.model.w_sum) << "step " << i;
    }
}

TEST(PlanarBody, RefusesClustersThatAreNotThere) {
    const Body body = planar_body(sheet(1, 1, 0.1));
    Clusters clusters = planar_clusters(body.mesh);
    clusters.of_tet[2] = clusters.count;
    EXPECT_FALSE(planar_model(body.mesh, body.material, body.mass, body.rig, body.modes->W, clusters));
}

// M (v - v_before) / h = - the differences of the energy + M g, in x and y.
TEST(PlanarBody, StepsByBackwardEuler) {
    const SurfaceMesh flat = uneven_sheet(3, 4);
    const Body body = planar_body(flat);
    const Index n = flat.V.rows();
    Rng rng(3);
    Controls controls = free_controls_in_plane(body);
    controls.gravity = Vec3(1.0, -9.81, 0.0);
    controls.iterations = 1000;
    State state = started_in_plane(body, planar_noise(n, 0.5, rng));
    BodyWorkspace workspace(body);
    for (int i = 0; i < 3; ++i) {
        const Points before = planar_velocities(body, state);
        step(body, controls, state, workspace);
        const Vector mass = 2.0 * body.mass.head(n);
        const Points inertia =
            mass.asDiagonal() * front_face(planar_velocities(body, state) - before) / controls.time_step;
        const Points weight = mass * controls.gravity.transpose();
        const Points elastic =
            oracle::planar_gradient(flat, lame_of(soft_plane), front_face(positions(body, state)), 1e-6);
        EXPECT_GT(elastic.norm(), 0.1 * weight.norm());
        EXPECT_LT((inertia + elastic - weight).norm(), 1e-4 * elastic.norm()) << "step " << i;
    }
}

// The polar decomposition of a gradient in the plane, in space: exact, but for reflections that stretch both ways.
TEST(PlanarBody, HasTheNearestRotationsOfItsPlane) {
    constexpr std::size_t blocks = 64;
    const Kernel& functions = kernel(widest_instruction_set());
    LaneArray<double> F(blocks * 9 * cluster_lanes, 0.0);
    LaneArray<double> R(F.size());
    Rng rng(4);
    const auto at = [](std::size_t block, std::size_t entry, std::size_t lane) {
        return (block * 9 + entry) * cluster_lanes + lane;
    };
    const auto turned = [](double angle) {
        return Eigen::Rotation2Dd(angle).toRotationMatrix();
    };
    for (std::size_t block = 0; block < blocks; ++block) {
        for (std::size_t lane = 0; lane < cluster_lanes; ++lane) {
            const Eigen::Vector2d stretch(rng.uniform(0.2, 3.0),
                                          rng.uniform() < 0.5 ? rng.uniform(0.05, 2.0) : rng.uniform(-0.19, -0.01));
            const Eigen::Matrix2d A =
                turned(rng.uniform(-3.0, 3.0)) * stretch.asDiagonal() * turned(rng.uniform(-3.0, 3.0));
            F[at(block, 0, lane)] = A(0, 0);
            F[at(block, 1, lane)] = A(0, 1);
            F[at(block, 3, lane)] = A(1, 0);
            F[at(block, 4, lane)] = A(1, 1);
            F[at(block, 8, lane)] = 1.0;
        }
    }
    functions.rotations_double(blocks, F.data(), R.data());
    for (std::size_t block = 0; block < blocks; ++block) {
        for (std::size_t lane = 0; lane < cluster_lanes; ++lane) {
            const double angle = std::atan2(F[at(block, 3, lane)] - F[at(block, 1, lane)],
                                            F[at(block, 0, lane)] + F[at(block, 4, lane)]);
            ASSERT_NEAR(R[at(block, 0, lane)], std::cos(angle), 1e-12);
            ASSERT_NEAR(R[at(block, 3, lane)], std::sin(angle), 1e-12);
            ASSERT_NEAR(R[at(block, 8, lane)], 1.0, 1e-12);
        }
    }
}

// Gravity, wind and a handle beside the plane pull along z.
TEST(PlanarBody, NeverLeavesItsPlane) {
    const Body body = planar_body(uneven_sheet(3, 4));
    Controls controls = rest_controls(body);
    controls.gravity = Vec3(0.0, -9.81, 4.0);
    controls.wind = {Vec3(1.0, 0.0, 3.0), 0.5};
    controls.handles.push_back({body_point(body, std::array{3}, std::array{1.0}), 500.0, Vec3(0.3, 0.2, 1.0)});
    Rng rng(5);
    State state = started_in_plane(body, planar_noise(body.vertex_count() / 2, 1.0, rng));
    BodyWorkspace workspace(body);
    for (int i = 0; i < 200; ++i) {
        step(body, controls, state, workspace);
    }
    EXPECT_EQ(state.Z.col(2), Vector::Zero(state.Z.rows()));
    const Points x = positions(body, state);
    EXPECT_LT((x.col(2) - body.mesh.X.col(2)).cwiseAbs().maxCoeff(), 1e-12);
    EXPECT_GT((x - body.mesh.X).norm(), 0.1);
}

// The end of 20 steps under gravity, from random velocities, of a mesh and a world that are turned about z.
Points end_in_turned_plane(double angle) {
    const Mat3 R = Eigen::AngleAxisd(angle, Vec3::UnitZ()).toRotationMatrix();
    SurfaceMesh flat = uneven_sheet(3, 4);
    flat.V = flat.V * R.transpose();
    flat.V.col(2).setZero();
    const Body body = planar_body(flat);
    Controls controls = free_controls_in_plane(body);
    controls.gravity = R * Vec3(0.0, -9.81, 0.0);
    controls.iterations = 500;
    Rng rng(6);
    State state = started_in_plane(body, planar_noise(flat.V.rows(), 0.3, rng) * R.transpose());
    BodyWorkspace workspace(body);
    for (int i = 0; i < 20; ++i) {
        step(body, controls, state, workspace);
    }
    return positions(body, state) * R;
}

TEST(PlanarBody, MovesAlikeInATurnedPlane) {
    EXPECT_LT((end_in_turned_plane(1.1) - end_in_turned_plane(0.0)).cwiseAbs().maxCoeff(), 1e-6);
}

TEST(PlanarBody, TurnsAndFallsAsAWholeInATruncatedBasis) {
    const SurfaceMesh flat = uneven_sheet(6, 6);
    const Body body = build_planar_body(flat, {.depth = 0.1, .material = soft_plane, .columns_max = 15}).value();
    ASSERT_EQ(body.model.coordinate_count(), 15);
    Controls controls = free_controls_in_plane(body);
    controls.gravity = Vec3(0.0, -9.81, 0.0);
    controls.iterations = 300;
    Points spin = Points::Zero(body.vertex_count(), 3);
    spin.col(0) = -body.mesh.X.col(1);
    spin.col(1) = body.mesh.X.col(0);
    State state = started_in_plane(body, 0.5 * spin);
    EXPECT_LT((planar_velocities(body, state) - 0.5 * spin).norm(), 1e-9 * spin.norm()) << "a turn is in the basis";
    BodyWorkspace workspace(body);
    Vec3 expected = planar_velocities(body, state).transpose() * body.mass;
    for (int i = 0; i < 30; ++i) {
        step(body, controls, state, workspace);
        expected += controls.time_step * body.model.mass * controls.gravity;
        const Vec3 momentum = planar_velocities(body, state).transpose() * body.mass;
        ASSERT_LT((momentum - expected).norm(), 1e-9) << i;
    }
}

// Parameters of the rest shape are internal forces: a free body's centre of mass does not depend on them, and its
// angular momentum changes by the torque of the step's own, converged, forces alone: by none.
TEST(PlanarBody, MovesItsCentreOfMassByNoParameter) {
    const Body body = with_each_vertex(planar_body(uneven_sheet(2, 3)));
    Controls controls = free_controls_in_plane(body);
    controls.iterations = 2000;
    controls.muscle_stiffness_scale = 4.0;
    Rng rng(7);
    State state = rest_state(body, controls.P);
    BodyWorkspace workspace(body);
    const Eigen::RowVector3d centre = body.mass.transpose() * body.mesh.X / body.mass.sum();
    for (int i = 0; i < 10; ++i) {
        controls.activation = Vector::NullaryExpr(body.model.muscle_count(), [&] { return 0.1 * rng.normal(); });
        const Points before = planar_velocities(body, state);
        step(body, controls, state, workspace);
        const Points x = positions(body, state);
        EXPECT_LT((body.mass.transpose() * x / body.mass.sum() - centre).norm(), 1e-13) << i;
        const Points change = body.mass.asDiagonal() * (planar_velocities(body, state) - before);
        const double torque = x.col(0).dot(change.col(1)) - x.col(1).dot(change.col(0));
        EXPECT_LT(std::abs(torque), 1e-5 * x.norm() * change.norm()) << i;
        EXPECT_GT(change.norm(), 0.0);
    }
}

TEST(PlanarBody, HasAParameterForEachVertexButForRigidMotions) {
    const Body body = planar_body(uneven_sheet(2, 3));
    const Index pairs = body.vertex_count() / 2;
    const Matrix each = whitened_rest_shapes(body.mesh, body.material, planar_vertex_shapes(body.vertex_count()));
    EXPECT_EQ(each.cols(), 2 * pairs - 3);
    EXPECT_LT((in_plane(each) - each).cwiseAbs().maxCoeff(), 1e-12 * each.cwiseAbs().maxCoeff());
    const auto cells = square_cells(body.mesh.X, 4);
    EXPECT_EQ(cells[2], 1);
    const Matrix cage = in_plane(cage_muscles(box_cage(body.mesh, cells).weights));
    const Matrix shapes = whitened_rest_shapes(body.mesh, body.material, cage);
    EXPECT_EQ(shapes.cols(), 2 * (cells[0] + 1) * (cells[1] + 1) - 3);
}

TEST(PlanarBody, RefusesMusclesThatAreNotItsOwn) {
    const Body body = planar_body(sheet(1, 1, 0.1));
    const Matrix shapes = planar_vertex_shapes(body.vertex_count());
    EXPECT_TRUE(with_planar_muscles(body, shapes));
    Matrix lifted = shapes;
    lifted(2, 0) = 0.1;
    EXPECT_FALSE(with_planar_muscles(body, lifted));
    Matrix on_one_face = shapes;
    on_one_face(0, 0) = 1.1;
    EXPECT_FALSE(with_planar_muscles(body, on_one_face));
}

// The derivative of a step by its parameters, against differences of the step: in the air, and on feet that stick.
double error_of_derivative(const Body& body, Controls controls, const State& before) {
    constexpr double change = 1e-5;
    controls.iterations = 5000;
    controls.tolerance = 1e-15;
    const Index points = controls.contact.points ? controls.contact.points->count() : 0;
    Workspace workspace(body.model, 0, widest_instruction_set(), points);
    const auto end_of = [&](const Vector& activation) {
        Controls of_step = controls;
        of_step.activation = activation;
        State state = before;
        EXPECT_NE(step(body.model, of_step, state, workspace).status, StepStatus::not_finite);
        return state.Z;
    };
    double error = 0.0;
    double size = 0.0;
    Matrix differences(3 * body.model.coordinate_count(), 4);
    for (Index v = 0; v < differences.cols(); ++v) {
        const Vector offset = change * Vector::Unit(controls.activation.size(), v);
        const AffineStack difference =
            (end_of(controls.activation + offset) - end_of(controls.activation - offset)) / (2.0 * change);
        differences.col(v) = Eigen::Map<const Vector>(difference.data(), difference.size());
    }
    end_of(controls.activation);
    const StepDerivative derivative(body.model);
    StepDerivative::Result result = derivative.result(workspace);
    const Index unknowns = differences.rows();
    EXPECT_TRUE(derivative.compute(controls, workspace, Matrix::Identity(unknowns, unknowns), result));
    for (Index v = 0; v < differences.cols(); ++v) {
        error = std::max(error, (result.response.col(v) - differences.col(v)).norm());
        size = std::max(size, differences.col(v).norm());
    }
    return error / size;
}

TEST(PlanarBody, HasTheDerivativeOfItsStep) {
    const Body body = with_each_vertex(planar_body(uneven_sheet(2, 2)));
    Rng rng(8);
    Controls flying = free_controls_in_plane(body);
    flying.activation = Vector::NullaryExpr(body.model.muscle_count(), [&] { return 0.03 * rng.normal(); });
    flying.muscle_stiffness_scale = 2.0;
    EXPECT_LT(
        error_of_derivative(body, flying, started_in_plane(body, planar_noise(body.vertex_count() / 2, 0.2, rng))),
        1e-6);
}

TEST(PlanarBody, HasTheDerivativeOfItsStepOnAFloor) {
    const Body body = with_each_vertex(planar_body(sheet(2, 3, 0.1)));
    Controls standing = controls_on_floor(body, 2.0);
    standing.activation = Vector::LinSpaced(body.model.muscle_count(), -0.02, 0.03);
    standing.muscle_stiffness_scale = 2.0;
    standing.iterations = 2000;
    const Index points = standing.contact.points->count();
    State state = rest_state(body, standing.P, points);
    BodyWorkspace workspace(body, 64, widest_instruction_set(), points);
    for (int i = 0; i < 5; ++i) {
        step(body, standing, state, workspace);
    }
    ASSERT_GT(state.contact_force.col(1).sum(), 0.0);
    EXPECT_LT(error_of_derivative(body, standing, state), 1e-5);
}

TEST(PlanarBody, StandsOnItsOutline) {
    SurfaceMesh flat = sheet(2, 4, 0.1);
    const Body body = planar_body(flat);
    Controls controls = controls_on_floor(body, 0.8);
    const Index points = controls.contact.points->count();
    EXPECT_EQ(points, 2 * (2 + 4));
    controls.damping = 2.0;
    State state = rest_state(body, controls.P, points);
    BodyWorkspace workspace(body, 64, widest_instruction_set(), points);
    for (int i = 0; i < 400; ++i) {
        step(body, controls, state, workspace);
    }
    EXPECT_NEAR(positions(body, state).col(1).minCoeff(), 0.0, 1e-5);
    EXPECT_NEAR(state.contact_force.col(1).sum(), 9.81 * body.model.mass, 0.001 * 9.81 * body.model.mass);
    EXPECT_EQ(state.contact_force.col(2).cwiseAbs().maxCoeff(), 0.0);
    EXPECT_LT((contact_positions(body, *controls.contact.points, state).col(2)).cwiseAbs().maxCoeff(), 1e-12);
}

// A ball beside the plane is a smaller circle in it.
TEST(PlanarBody, RestsOnTheSectionOfABall) {
    SurfaceMesh flat = sheet(4, 2, 0.1);
    flat.V.col(0).array() -= 0.2;
    flat.V.col(1).array() += 0.5;
    const Body body = planar_body(flat);
    Controls controls = controls_on_floor(body, 0.8);
    const Ball ball{Vec3(0.0, 0.0, 0.3), 0.5};
    controls.contact.obstacles = std::make_shared<const Obstacles>(sections_at({{ball, 0.8, 0.0}}, 0.0));
    controls.damping = 2.0;
    const Index points = controls.contact.points->count();
    State state = rest_state(body, controls.P, points);
    BodyWorkspace workspace(body, 64, widest_instruction_set(), points);
    double nearest = 1.0;
    for (int i = 0; i < 200; ++i) {
        step(body, controls, state, workspace);
        const Points x = contact_positions(body, *controls.contact.points, state);
        nearest = std::min(nearest, x.leftCols<2>().rowwise().norm().minCoeff());
    }
    EXPECT_NEAR(nearest, 0.4, 1e-4) << "sqrt(0.5^2 - 0.3^2)";
}

} // namespace
} // namespace limber::testing
