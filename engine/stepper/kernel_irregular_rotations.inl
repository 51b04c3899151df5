// The rotations nearest to one matrix a lane, for every matrix: reflected, flat, of rank one or zero, of any size.
//
// F maps an eigenvector v of F'F, and the plane orthogonal to it, to orthogonal directions. The rotation maps v to u:
// F v if v is stretched most, or, if it is stretched least, the direction orthogonal to the images of that plane, so
// that a flat or reflected v has one too. The plane turns by the nearest rotation of a plane, which has a closed form.
// Of the three eigenvectors, v is the one at the end with the larger gap, which is computed without loss of digits
// [Eberly 2014, A robust eigensolver for 3 x 3 symmetric matrices]: an error e of v changes F v by no more than e |F|,
// so R'F is symmetric to round-off however small the other stretches are.
//
// Each lane is computed by the same fixed sequence of operations, so the result depends on F alone. Where the nearest
// rotation is not unique, the result is one of them.

namespace limber::KERNEL_NAMESPACE {
namespace {

// Two vectors, computed side by side: the sequence is one chain of dependent operations.
template <typename Real>
struct Wide {
    Lanes<Real> low, high;
};

template <typename Mask>
struct WideMask {
    Mask low, high;
};

template <typename Real>
inline Wide<Real> wide(Real value) {
    return {Lanes<Real>{} + value, Lanes<Real>{} + value};
}
template <typename Real>
inline Wide<Real> operator+(const Wide<Real>& x, const Wide<Real>& y) {
    return {x.low + y.low, x.high + y.high};
}
template <typename Real>
inline Wide<Real> operator-(const Wide<Real>& x, const Wide<Real>& y) {
    return {x.low - y.low, x.high - y.high};
}
template <typename Real>
inline Wide<Real> operator-(const Wide<Real>& x) {
    return {-x.low, -x.high};
}
template <typename Real>
inline Wide<Real> operator*(const Wide<Real>& x, const Wide<Real>& y) {
    return {x.low * y.low, x.high * y.high};
}
template <typename Real>
inline Wide<Real> operator*(Real x, const Wide<Real>& y) {
    return {x * y.low, x * y.high};
}
template <typename Real>
inline Wide<Real> operator/(const Wide<Real>& x, const Wide<Real>& y) {
    return {x.low / y.low, x.high / y.high};
}
template <typename Real>
inline auto operator<(const Wide<Real>& x, const Wide<Real>& y) {
    return WideMask<decltype(x.low < y.low)>{x.low < y.low, x.high < y.high};
}
template <typename Mask, typename Real>
inline Wide<Real> select(const WideMask<Mask>& mask, const Wide<Real>& x, const Wide<Real>& y) {
    return {mask.low ? x.low : y.low, mask.high ? x.high : y.high};
}
template <typename Real>
inline Wide<Real> square_root(const Wide<Real>& x) {
    return {square_root(x.low), square_root(x.high)};
}
template <typename Real>
inline Wide<Real> inverse_root(const Wide<Real>& x) {
    return wide(Real(1)) / square_root(x);
}

template <typename Real>
struct Format;
template <>
struct Format<float> {
    static constexpr int sign = static_cast<int>(0x80000000u);
    static constexpr int exponent = 0x7f800000;
    static constexpr int least_exponent = 0x00800000;
    static constexpr float largest = 3.4028234e38f;
    static constexpr float negligible = 1e-30f; // squared, of matrices of size one
    static constexpr float separate = 0x1p-42f; // four units of the last place, squared
    static constexpr int root_iterations = 1;
};
template <>
struct Format<double> {
    static constexpr long long sign = static_cast<long long>(0x8000000000000000u);
    static constexpr long long exponent = 0x7ff0000000000000;
    static constexpr long long least_exponent = 0x0010000000000000;
    static constexpr double largest = 1.7976931348623157e308;
    static constexpr double negligible = 1e-80;
    static constexpr double separate = 0x1p-100;
    static constexpr int root_iterations = 2;
};

template <typename Real>
inline Lanes<Real> absolute(const Lanes<Real>& x) {
    using Bits = decltype(x < x);
    return reinterpret_cast<Lanes<Real>>(reinterpret_cast<Bits>(x) & ~Format<Real>::sign);
}

template <typename Real>
inline Wide<Real> absolute(const Wide<Real>& x) {
    return {absolute<Real>(x.low), absolute<Real>(x.high)};
}

// The power of two that brings a positive number between two and four.
template <typename Real>
inline Lanes<Real> normalising_power(const Lanes<Real>& size) {
    using Bits = decltype(size < size);
    using Limits = Format<Real>;
    const Bits exponent = reinterpret_cast<Bits>(size) & Limits::exponent;
    const Bits least = Bits{} + Limits::least_exponent;
    const Bits all = Bits{} + Limits::exponent;
    return reinterpret_cast<Lanes<Real>>(all - (exponent < least ? least : exponent));
}

template <typename Real>
struct Directions {
    Wide<Real> x, y, z;
};

template <typename Real>
inline Wide<Real> inner(const Directions<Real>& a, const Directions<Real>& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

template <typename Real>
inline Directions<Real> operator*(const Wide<Real>& a, const Directions<Real>& x) {
    return {a * x.x, a * x.y, a * x.z};
}

template <typename Mask, typename Real>
inline Directions<Real> select(const WideMask<Mask>& mask, const Directions<Real>& a, const Directions<Real>& b) {
    return {select(mask, a.x, b.x), select(mask, a.y, b.y), select(mask, a.z, b.z)};
}

// Three vectors; of a frame, orthonormal and right-handed.
template <typename Real>
struct Triples {
    Directions<Real> n, s, t;
};

// Turns s and t in their plane.
template <typename Real>
inline Triples<Real> turned(const Triples<Real>& a, const Wide<Real>& cosine, const Wide<Real>& sine) {
    const auto combination = [](const Wide<Real>& x, const Directions<Real>& s, const Wide<Real>& y,
                                const Directions<Real>& t) -> Directions<Real> {
        return {x * s.x + y * t.x, x * s.y + y * t.y, x * s.z + y * t.z};
    };
    return {a.n, combination(cosine, a.s, sine, a.t), combination(cosine, a.t, -sine, a.s)};
}

// A frame whose n has the direction of p [Duff et al. 2017, Building an orthonormal basis, revisited], with one
// division for both.
template <typename Real>
inline Triples<Real> frame_along(const Directions<Real>& p) {
    const Wide<Real> one = wide(Real(1));
    const Wide<Real> squared = inner(p, p);
    const Wide<Real> length = square_root(squared);
    const Wide<Real> height = length + absolute(p.z);
    const Wide<Real> inverse = one / (length * height);
    const Directions<Real> n = (height * inverse) * p;
    const Wide<Real> sign = select(p.z < wide(Real(0)), -one, one);
    const Wide<Real> a = -sign * (squared * inverse); // -1 / (sign + n.z)
    const Wide<Real> b = n.x * n.y * a;
    const Wide<Real> sx = sign * n.x;
    return {n, {one + sx * n.x * a, sign * b, -sx}, {b, sign + n.y * n.y * a, -n.y}};
}

// A symmetric matrix a lane.
template <typename Real>
struct SymmetricMatrices {
    Wide<Real> xx, yy, zz, xy, xz, yz;
};

// An eigenvector of each A, not of unit length: that of the largest eigenvalue or, where the two largest are closer
// than the two smallest, that of the smallest.
template <typename Real>
struct Eigenvectors {
    Directions<Real> direction;
    Wide<Real> sign; // one: of the largest eigenvalue, minus one: of the smallest
};

template <typename Real>
inline Eigenvectors<Real> separate_eigenvectors(SymmetricMatrices<Real> A) {
    const Wide<Real> one = wide(Real(1));
    const Wide<Real> mean = Real(1.0 / 3.0) * (A.xx + A.yy + A.zz);
    A.xx = A.xx - mean;
    A.yy = A.yy - mean;
    A.zz = A.zz - mean;
    // With |A|^2 = 6, the eigenvalues of A are the roots of y^3 - 3 y - det A, and |det A| is at most two.
    const Wide<Real> squared = Real(1.0 / 6.0) * (A.xx * A.xx + A.yy * A.yy + A.zz * A.zz) +
                               Real(1.0 / 3.0) * (A.xy * A.xy + A.xz * A.xz + A.yz * A.yz);
    // Smaller differences are the round-off of the mean.
    const auto is_separate = Format<Real>::separate * (mean * mean) < squared;
    const Wide<Real> scale = inverse_root(select(is_separate, squared, one));
    A = {scale * A.xx, scale * A.yy, scale * A.zz, scale * A.xy, scale * A.xz, scale * A.yz};
    const Wide<Real> determinant =
        A.xx * (A.yy * A.zz - A.yz * A.yz) - A.xy * (A.xy * A.zz - A.yz * A.xz) + A.xz * (A.xy * A.yz - A.yy * A.xz);
    const Wide<Real> sign = select(determinant < wide(Real(0)), -one, one);
    const Wide<Real> two = wide(Real(2));
    const Wide<Real> size = sign * determinant;
    const Wide<Real> d = select(size < two, size, two);
    // The largest eigenvalue of sign A, from sqrt(3) to 2, with a gap of at least sqrt(3): Newton's iteration from a
    // cubic polynomial within 1e-4 of it.
    Wide<Real> y =
        wide(Real(1.732133)) + d * (wide(Real(0.1653304)) + d * (wide(Real(-0.0203456)) + Real(0.002329921) * d));
    for (int i = 0; i < Format<Real>::root_iterations; ++i) {
        const Wide<Real> y2 = y * y;
        y = (Real(2) * y * y2 + d) / (Real(3) * y2 - wide(Real(3)));
    }
    // The adjugate of y I - sign A is a multiple of q q', at least 3 in size: its column of the largest diagonal entry.
    y = select(is_separate, sign * y, one); // for multiples of I, such that a cluster at rest has exactly the identity
    const SymmetricMatrices<Real> M{A.xx - y, A.yy - y, A.zz - y, A.xy, A.xz, A.yz};
    const SymmetricMatrices<Real> C{M.yy * M.zz - M.yz * M.yz, M.xx * M.zz - M.xz * M.xz, M.xx * M.yy - M.xy * M.xy,
                                    M.yz * M.xz - M.xy * M.zz, M.xy * M.yz - M.yy * M.xz, M.xy * M.xz - M.xx * M.yz};
    const auto y_leads = C.xx < C.yy;
    const Directions<Real> leading =
        select(y_leads, Directions<Real>{C.xy, C.yy, C.yz}, Directions<Real>{C.xx, C.xy, C.xz});
    const auto z_leads = select(y_leads, C.yy, C.xx) < C.zz;
    return {select(z_leads, Directions<Real>{C.xz, C.yz, C.zz}, leading), sign};
}

template <typename Real>
inline Directions<Real> cross(const Directions<Real>& a, const Directions<Real>& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

// A frame whose n is an eigenvector of F'F, F times its vectors, and the direction that the nearest rotation gives n. F
// has size one.
template <typename Real>
struct Stretches {
    Triples<Real> frame, image;
    Directions<Real> turned_n;
};

template <typename Real>
inline Stretches<Real> separate_stretch(const Wide<Real>* f) {
    const SymmetricMatrices<Real> A{f[0] * f[0] + f[3] * f[3] + f[6] * f[6], f[1] * f[1] + f[4] * f[4] + f[7] * f[7],
                                    f[2] * f[2] + f[5] * f[5] + f[8] * f[8], f[0] * f[1] + f[3] * f[4] + f[6] * f[7],
                                    f[0] * f[2] + f[3] * f[5] + f[6] * f[8], f[1] * f[2] + f[4] * f[5] + f[7] * f[8]};
    const Eigenvectors<Real> separate = separate_eigenvectors(A);
    const auto image = [f](const Directions<Real>& x) -> Directions<Real> {
        return {f[0] * x.x + f[1] * x.y + f[2] * x.z, f[3] * x.x + f[4] * x.y + f[5] * x.z,
                f[6] * x.x + f[7] * x.y + f[8] * x.z};
    };
    const Triples<Real> frame = frame_along(separate.direction);
    const Triples<Real> images{image(frame.n), image(frame.s), image(frame.t)};
    // The smallest image may be zero, or reflected: the other two, which are large, give its direction.
    const auto is_smallest = separate.sign < wide(Real(0));
    return {frame, images, select(is_smallest, cross(images.s, images.t), images.n)};
}

// Replaces R by the nearest rotations of two vectors of matrices; by the identity for zero and where an entry is not
// finite. Not inlined, so that it takes no registers from the iteration for regular matrices.
template <typename Real>
[[gnu::noinline]] void irregular_rotations(const Matrices<Real>& low, const Matrices<Real>& high, Matrices<Real>* R) {
    const auto normalising = [](const Matrices<Real>& F) -> Lanes<Real> {
        Lanes<Real> size{};
        Lanes<Real> sum{}; // NaN if an entry is
        for (const Lanes<Real>& entry : F.entry) {
            const Lanes<Real> magnitude = absolute<Real>(entry);
            size = magnitude > size ? magnitude : size;
            sum += entry;
        }
        const auto defined = (size > Real(0)) & (size <= Format<Real>::largest) & (sum == sum);
        return defined ? normalising_power<Real>(size) : Lanes<Real>{};
    };
    const Wide<Real> power{normalising(low), normalising(high)};
    Wide<Real> F[9];
    for (int i = 0; i < 9; ++i) {
        F[i] = power * Wide<Real>{low.entry[i], high.entry[i]};
    }
    const Stretches<Real> stretches = separate_stretch(F);
    const Triples<Real>& from = stretches.frame;
    const Triples<Real>& image = stretches.image;
    const Triples<Real> plane = frame_along(stretches.turned_n);
    // The nearest rotation of the plane.
    const Wide<Real> x = inner(plane.s, image.s) + inner(plane.t, image.t);
    const Wide<Real> y = inner(plane.t, image.s) - inner(plane.s, image.t);
    const Wide<Real> squared = x * x + y * y;
    const auto is_unique = wide(Format<Real>::negligible) < squared;
    const Wide<Real> one = wide(Real(1));
    const Wide<Real> scale = inverse_root(select(is_unique, squared, one));
    const Triples<Real> to =
        turned(plane, select(is_unique, scale * x, one), select(is_unique, scale * y, wide(Real(0))));
    const auto row = [&](int i, const Wide<Real>& n, const Wide<Real>& s, const Wide<Real>& t) {
        const Wide<Real> entries[3] = {n * from.n.x + s * from.s.x + t * from.t.x,
                                       n * from.n.y + s * from.s.y + t * from.t.y,
                                       n * from.n.z + s * from.s.z + t * from.t.z};
        for (int j = 0; j < 3; ++j) {
            const Real identity = i == j ? Real(1) : Real(0);
            R[0].entry[3 * i + j] = power.low > Real(0) ? entries[j].low : Lanes<Real>{} + identity;
            R[1].entry[3 * i + j] = power.high > Real(0) ? entries[j].high : Lanes<Real>{} + identity;
        }
    };
    row(0, to.n.x, to.s.x, to.t.x);
    row(1, to.n.y, to.s.y, to.t.y);
    row(2, to.n.z, to.s.z, to.t.z);
}

} // namespace
} // namespace limber::KERNEL_NAMESPACE
