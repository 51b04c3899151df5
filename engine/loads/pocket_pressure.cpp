// SPDX-License-Identifier: MIT
#include "engine/loads/pocket_pressure.h"

#include <Eigen/Geometry>

namespace limber {

// Around the first vertex, because a volume far from the origin loses digits.
double add_pressure_energy(const Pocket& pocket, double p, const Eigen::Ref<const Points>& x,
                           Eigen::Ref<Points> gradient) {
    const Vec3 origin = x.row(pocket.surface(0, 0));
    double volume = 0.0;
    for (Index f = 0; f < pocket.surface.rows(); ++f) {
        const auto corners = pocket.surface.row(f);
        const Vec3 a = x.row(corners(0)).transpose() - origin;
        const Vec3 b = x.row(corners(1)).transpose() - origin;
        const Vec3 c = x.row(corners(2)).transpose() - origin;
        volume -= a.dot(b.cross(c)) / 6.0;
        gradient.row(corners(0)) += p / 6.0 * b.cross(c).transpose();
        gradient.row(corners(1)) += p / 6.0 * c.cross(a).transpose();
        gradient.row(corners(2)) += p / 6.0 * a.cross(b).transpose();
    }
    return -p * (volume - pocket.volume);
}

// The gradient at one corner is p/6 times the cross product of the next two, of which each may change.
void add_pressure_hessian_times(const Pocket& pocket, double p, const Eigen::Ref<const Points>& x, const Matrix& V,
                                Matrix& products) {
    const Vec3 origin = x.row(pocket.surface(0, 0));
    for (Index column = 0; column < V.cols(); ++column) {
        const Eigen::Map<const Points> change(V.col(column).data(), x.rows(), 3);
        Eigen::Map<Points> product(products.col(column).data(), x.rows(), 3);
        for (Index f = 0; f < pocket.surface.rows(); ++f) {
            for (int corner = 0; corner < 3; ++corner) {
                const Index next = pocket.surface(f, (corner + 1) % 3);
                const Index last = pocket.surface(f, (corner + 2) % 3);
                const Vec3 b = x.row(next).transpose() - origin;
                const Vec3 c = x.row(last).transpose() - origin;
                const Vec3 db = change.row(next);
                const Vec3 dc = change.row(last);
                product.row(pocket.surface(f, corner)) += p / 6.0 * (db.cross(c) + b.cross(dc)).transpose();
            }
        }
    }
}

void for_each_pressure_block(const Pocket& pocket, double p, const Eigen::Ref<const Points>& x,
                             const std::function<void(int, int, const Mat3&)>& use) {
    const Vec3 origin = x.row(pocket.surface(0, 0));
    const auto turning = [&](int vertex) { // times a vector: the cross product with it
        const Vec3 r = p / 6.0 * (x.row(vertex).transpose() - origin);
        Mat3 product;
        product << 0.0, -r.z(), r.y(), r.z(), 0.0, -r.x(), -r.y(), r.x(), 0.0;
        return product;
    };
    for (Index f = 0; f < pocket.surface.rows(); ++f) {
        for (int corner = 0; corner < 3; ++corner) {
            const int row = pocket.surface(f, corner);
            const int next = pocket.surface(f, (corner + 1) % 3);
            const int last = pocket.surface(f, (corner + 2) % 3);
            use(row, next, -turning(last));
            use(row, last, turning(next));
        }
    }
}

} // namespace limber
