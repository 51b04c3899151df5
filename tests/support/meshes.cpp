// SPDX-License-Identifier: MIT
#include "tests/support/meshes.h"

#include <Eigen/Geometry>
#include <Eigen/LU>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

namespace limber::testing {
namespace {

using Tet = std::array<int, 4>;

double signed_volume(const Points& X, const Tet& tet) {
    const Vec3 origin = X.row(tet[0]);
    Mat3 edges;
    for (int a = 0; a < 3; ++a) {
        edges.col(a) = X.row(tet[static_cast<std::size_t>(a) + 1]).transpose() - origin;
    }
    return edges.determinant() / 6.0;
}

TetMesh oriented(Points X, std::vector<Tet> tets) {
    TetMesh mesh{std::move(X), Tets(static_cast<Index>(tets.size()), 4)};
    for (std::size_t t = 0; t < tets.size(); ++t) {
        if (signed_volume(mesh.X, tets[t]) < 0.0) {
            std::swap(tets[t][2], tets[t][3]);
        }
        for (int a = 0; a < 4; ++a) {
            mesh.T(static_cast<Index>(t), a) = tets[t][static_cast<std::size_t>(a)];
        }
    }
    return mesh;
}

// The paths from one corner of a cube to the opposite one along its edges: one tet each.
constexpr std::array<std::array<int, 3>, 6> axis_orders = {
    {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}};

using Corner = std::array<int, 12>; // how often each of the icosahedron's vertices, out of n

/// The vertices of the icosahedron's lattice, each once.
struct BallLattice {
    std::map<Corner, int> number;
    std::vector<Vec3> points;
    std::vector<Vec3> corners;
    int layers;

    int vertex(const std::array<int, 3>& face, const std::array<int, 4>& share) {
        Corner key{};
        for (std::size_t a = 0; a < 3; ++a) {
            key[static_cast<std::size_t>(face[a])] += share[a];
        }
        const auto [place, is_new] = number.emplace(key, static_cast<int>(points.size()));
        if (is_new) {
            points.push_back(position(face, share));
        }
        return place->second;
    }

    Vec3 position(const std::array<int, 3>& face, const std::array<int, 4>& share) const {
        Vec3 sum = Vec3::Zero();
        for (std::size_t a = 0; a < 3; ++a) {
            sum += share[a] * corners[static_cast<std::size_t>(face[a])];
        }
        const int layer = layers - share[3];
        return layer == 0 ? Vec3::Zero() : Vec3(sum.normalized() * layer / layers);
    }
};

std::vector<Vec3> icosahedron_corners() {
    const double golden = 0.5 * (1.0 + std::sqrt(5.0));
    std::vector<Vec3> corners;
    for (int axis = 0; axis < 3; ++axis) {
        for (const double s : {-1.0, 1.0}) {
            for (const double g : {-golden, golden}) {
                Vec3 corner = Vec3::Zero();
                corner[(axis + 1) % 3] = s;
                corner[(axis + 2) % 3] = g;
                corners.push_back(corner.normalized());
            }
        }
    }
    return corners;
}

std::vector<std::array<int, 3>> icosahedron_faces(const std::vector<Vec3>& corners) {
    const auto are_neighbours = [&](int a, int b) {
        return corners[static_cast<std::size_t>(a)].dot(corners[static_cast<std::size_t>(b)]) > 0.4;
    };
    std::vector<std::array<int, 3>> faces;
    for (int a = 0; a < 12; ++a) {
        for (int b = a + 1; b < 12; ++b) {
            for (int c = b + 1; c < 12; ++c) {
                if (are_neighbours(a, b) && are_neighbours(b, c) && are_neighbours(a, c)) {
                    faces.push_back({a, b, c});
                }
            }
        }
    }
    return faces;
}

template <typename Visit>
void for_each_share(int sum, const Visit& visit) {
    for (int i = 0; i <= sum; ++i) {
        for (int j = 0; i + j <= sum; ++j) {
            for (int k = 0; i + j + k <= sum; ++k) {
                visit(std::array<int, 4>{i, j, k, sum - i - j - k});
            }
        }
    }
}

std::array<int, 4> plus(std::array<int, 4> share, std::initializer_list<std::size_t> axes) {
    for (const std::size_t axis : axes) {
        ++share[axis];
    }
    return share;
}

// A lattice in a tet holds small tets, upside-down tets, and octahedra, which are cut along a diagonal.
void fill(BallLattice& lattice, const std::array<int, 3>& face, std::vector<Tet>& tets) {
    const auto at = [&](const std::array<int, 4>& share, std::initializer_list<std::size_t> axes) {
        return lattice.vertex(face, plus(share, axes));
    };
    for_each_share(lattice.layers - 1, [&](const auto& s) {
        tets.push_back({at(s, {0}), at(s, {1}), at(s, {2}), at(s, {3})});
    });
    for_each_share(lattice.layers - 2, [&](const auto& s) {
        const Tet ring = {at(s, {0, 2}), at(s, {1, 2}), at(s, {1, 3}), at(s, {0, 3})};
        for (std::size_t a = 0; a < 4; ++a) {
            tets.push_back({at(s, {0, 1}), at(s, {2, 3}), ring[a], ring[(a + 1) % 4]});
        }
    });
    for_each_share(lattice.layers - 3, [&](const auto& s) {
        tets.push_back({at(s, {1, 2, 3}), at(s, {0, 2, 3}), at(s, {0, 1, 3}), at(s, {0, 1, 2})});
    });
}

Points points_of(const std::vector<Vec3>& list) {
    Points X(static_cast<Index>(list.size()), 3);
    for (std::size_t i = 0; i < list.size(); ++i) {
        X.row(static_cast<Index>(i)) = list[i];
    }
    return X;
}

} // namespace

TetMesh one_tet() {
    Points X(4, 3);
    X << 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1;
    return oriented(X, {{0, 1, 2, 3}});
}

TetMesh two_tets() {
    Points X(5, 3);
    X << 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1;
    return oriented(X, {{0, 1, 2, 3}, {1, 2, 3, 4}});
}

TetMesh bar_mesh(int nx, int ny, int nz, const Vec3& size) {
    const std::array<int, 3> cells = {nx, ny, nz};
    const auto vertex = [&](const std::array<int, 3>& p) {
        return (p[2] * (ny + 1) + p[1]) * (nx + 1) + p[0];
    };
    std::vector<Vec3> points;
    std::vector<Tet> tets;
    for (int k = 0; k <= nz; ++k) {
        for (int j = 0; j <= ny; ++j) {
            for (int i = 0; i <= nx; ++i) {
                points.emplace_back(size.x() * i / nx, size.y() * j / ny, size.z() * k / nz);
                if (i == cells[0] || j == cells[1] || k == cells[2]) {
                    continue;
                }
                for (const auto& order : axis_orders) {
                    std::array<int, 3> p = {i, j, k};
                    Tet tet = {vertex(p), 0, 0, 0};
                    for (std::size_t a = 0; a < 3; ++a) {
                        ++p[static_cast<std::size_t>(order[a])];
                        tet[a + 1] = vertex(p);
                    }
                    tets.push_back(tet);
                }
            }
        }
    }
    return oriented(points_of(points), std::move(tets));
}

TetMesh ball_mesh(int n) {
    BallLattice lattice{{}, {}, icosahedron_corners(), n};
    std::vector<Tet> tets;
    for (const auto& face : icosahedron_faces(lattice.corners)) {
        fill(lattice, face, tets);
    }
    return oriented(points_of(lattice.points), std::move(tets));
}

TetMesh part_of(const TetMesh& mesh, const std::function<bool(const Vec3&)>& keeps) {
    std::map<int, int> numbers;
    std::vector<Tet> tets;
    for (Index t = 0; t < mesh.tet_count(); ++t) {
        Vec3 middle = Vec3::Zero();
        for (Index corner = 0; corner < 4; ++corner) {
            middle += 0.25 * mesh.X.row(mesh.T(t, corner)).transpose();
        }
        if (keeps(middle)) {
            Tet& tet = tets.emplace_back();
            for (std::size_t corner = 0; corner < 4; ++corner) {
                const int vertex = mesh.T(t, static_cast<Index>(corner));
                tet[corner] = numbers.emplace(vertex, static_cast<int>(numbers.size())).first->second;
            }
        }
    }
    Points X(static_cast<Index>(numbers.size()), 3);
    for (const auto& [from, to] : numbers) {
        X.row(to) = mesh.X.row(from);
    }
    return oriented(std::move(X), std::move(tets));
}

TetMesh bar_on_legs(int nx, int ny, int nz, double leg_length, const std::function<bool(const Vec3&)>& is_leg) {
    const TetMesh bar = bar_mesh(nx, ny, nz, 0.1 * Vec3(nx, ny, nz));
    return part_of(bar, [&](const Vec3& at) { return at.y() > leg_length || is_leg(at); });
}

TetMesh refined(const TetMesh& mesh) {
    std::vector<Vec3> points;
    for (Index i = 0; i < mesh.X.rows(); ++i) {
        points.emplace_back(mesh.X.row(i));
    }
    std::map<std::pair<int, int>, int> middles;
    std::vector<Tet> tets;
    for (Index t = 0; t < mesh.T.rows(); ++t) {
        const auto middle = [&](int a, int b) {
            const auto ends = std::minmax(mesh.T(t, a), mesh.T(t, b));
            const auto [place, is_new] = middles.emplace(ends, static_cast<int>(points.size()));
            if (is_new) {
                points.emplace_back(0.5 * (mesh.X.row(ends.first) + mesh.X.row(ends.second)));
            }
            return place->second;
        };
        for (int a = 0; a < 4; ++a) {
            tets.push_back({mesh.T(t, a), middle(a, (a + 1) % 4), middle(a, (a + 2) % 4), middle(a, (a + 3) % 4)});
        }
        // The octahedron between them, around the diagonal from 01 to 23.
        const std::array<int, 4> ring = {middle(0, 2), middle(0, 3), middle(1, 3), middle(1, 2)};
        for (std::size_t a = 0; a < 4; ++a) {
            tets.push_back({middle(0, 1), middle(2, 3), ring[a], ring[(a + 1) % 4]});
        }
    }
    return oriented(points_of(points), std::move(tets));
}

Mat3 random_rotation(Rng& rng) {
    Eigen::Quaterniond q;
    q.coeffs() = Eigen::Vector4d(rng.normal(), rng.normal(), rng.normal(), rng.normal());
    return q.normalized().toRotationMatrix();
}

Vec3 random_vector(Rng& rng, double size) {
    const double x = rng.normal();
    const double y = rng.normal();
    const double z = rng.normal();
    return size * Vec3(x, y, z);
}

Affine random_affine(Rng& rng, double amount) {
    Affine map = identity_affine();
    for (int column = 0; column < 4; ++column) {
        for (int row = 0; row < 3; ++row) {
            map(row, column) += amount * rng.uniform(-1.0, 1.0);
        }
    }
    return map;
}

Points transformed(const Points& X, const Affine& map) {
    return (X * map.leftCols<3>().transpose()).rowwise() + map.col(3).transpose();
}

TetMesh transformed(TetMesh mesh, const Affine& map) {
    mesh.X = transformed(mesh.X, map);
    return mesh;
}

Points shaken(const Points& X, double amount, Rng& rng) {
    Points result = X;
    for (Index i = 0; i < X.rows(); ++i) {
        result.row(i) += random_vector(rng, amount).transpose();
    }
    return result;
}

std::vector<int> random_order(int count, Rng& rng) {
    std::vector<int> order(static_cast<std::size_t>(count));
    std::iota(order.begin(), order.end(), 0);
    for (std::size_t i = order.size(); i > 1; --i) {
        std::swap(order[i - 1], order[rng.below(i)]);
    }
    return order;
}

TetMesh renumbered(const TetMesh& mesh, const std::vector<int>& order) {
    std::vector<int> place(order.size());
    TetMesh result = mesh;
    for (std::size_t i = 0; i < order.size(); ++i) {
        place[static_cast<std::size_t>(order[i])] = static_cast<int>(i);
        result.X.row(static_cast<Index>(i)) = mesh.X.row(order[i]);
    }
    result.T = mesh.T.unaryExpr([&](int v) { return place[static_cast<std::size_t>(v)]; });
    return result;
}

TetMesh reordered(const TetMesh& mesh, const std::vector<int>& order) {
    TetMesh result = mesh;
    for (std::size_t i = 0; i < order.size(); ++i) {
        result.T.row(static_cast<Index>(i)) = mesh.T.row(order[i]);
    }
    return result;
}

} // namespace limber::testing
