// The rotations nearest to one matrix a lane, for every matrix: reflected, flat, of rank one, of any stretch.
//
// F maps an eigenvector n of F'F, and the plane orthogonal to it, to orthogonal directions. The rotation maps n to u:
// F n if n is stretched most, or, if it is stretched least, the direction orthogonal to the images of that plane, which
// the cofactors of F map n to, so that a flat or reflected n has one too. Reflections H and G bring n and u to the
// third axis [Householder 1958, Unitary triangularization of a nonsymmetric matrix]. Then R = G N H, where N turns the
// plane of the first two axes by the rotation nearest to that part of G F H, which has a closed form: R is orthogonal
// whatever F is. Of the three eigenvectors, n is the one at the end with the larger gap, which is computed without loss
// of digits [Eberly 2014, A robust eigensolver for 3 x 3 symmetric matrices]: an error e of n changes F n by no more
// than e |F|, so R'F is symmetric to round-off however small the other stretches are.
//
// Each lane is computed by the same fixed sequence of operations, so the result depends on F alone. Where the nearest
// rotation is not unique, the result is one of them.

namespace limber::KERNEL_NAMESPACE {
namespace {

template <typename Real>
struct Format;
template <>
struct Format<float> {
    static constexpr int sign = static_cast<int>(0x80000000u);
    static constexpr int exponent = 0x7f800000;
    static constexpr int least_exponent = 0x00800000;
    static constexpr float negligible = 1e-30f; // squared, relative
    static constexpr float separate = 0x1p-42f; // four units of the last place, squared
    static constexpr int root_iterations = 0;
};
template <>
struct Format<double> {
    static constexpr long long sign = static_cast<long long>(0x8000000000000000u);
    static constexpr long long exponent = 0x7ff0000000000000;
    static constexpr long long least_exponent = 0x0010000000000000;
    static constexpr double negligible = 1e-80;
    static constexpr double separate = 0x1p-100;
    static constexpr int root_iterations = 1;
};

template <typename Real>
using BitsOf = decltype(Lanes<Real>{} < Lanes<Real>{});

template <typename Real>
inline BitsOf<Real> bits(const Lanes<Real>& x) {
    return reinterpret_cast<BitsOf<Real>>(x);
}

template <typename Real>
inline Lanes<Real> from_bits(const BitsOf<Real>& x) {
    return reinterpret_cast<Lanes<Real>>(x);
}

// Below, V is one vector, Lanes<Real>, or two, Wide<Real>.
template <typename V>
struct RealOfVectors;
template <typename V>
using RealOf = typename RealOfVectors<V>::type;
template <>
struct RealOfVectors<Lanes<float>> {
    using type = float;
};
template <>
struct RealOfVectors<Lanes<double>> {
    using type = double;
};

template <typename V>
inline V constant(RealOf<V> value) {
    return V{} + value;
}

template <typename Mask, typename V>
inline V select(const Mask& mask, const V& x, const V& y) {
    return mask ? x : y;
}

template <typename V>
inline V absolute(const V& x) {
    using Real = RealOf<V>;
    return from_bits<Real>(bits<Real>(x) & ~Format<Real>::sign);
}

// x times the sign of another number.
template <typename V>
inline V times_sign_of(const V& other, const V& x) {
    using Real = RealOf<V>;
    return from_bits<Real>(bits<Real>(x) ^ (bits<Real>(other) & Format<Real>::sign));
}

template <typename V>
inline V inverse_root(const V& x) {
    return constant<V>(RealOf<V>(1)) / square_root(x);
}

// Two vectors, computed side by side: the sequence is one chain of dependent operations. Copied member by member,
// because GCC copies a plain struct of vectors through memory, in pieces of eight bytes.
template <typename Real>
struct Wide {
    Lanes<Real> low{}, high{};

    Wide() = default;
    Wide(const Lanes<Real>& first, const Lanes<Real>& second) : low(first), high(second) {}
    Wide(const Wide& other) : low(other.low), high(other.high) {}
    Wide& operator=(const Wide& other) {
        low = other.low;
        high = other.high;
        return *this;
    }
};

template <typename Real>
struct RealOfVectors<Wide<Real>> {
    using type = Real;
};

template <typename Mask>
struct WideMask {
    Mask low, high;
};

template <typename Real>
inline Wide<Real> operator+(const Wide<Real>& x, Real y) {
    return {x.low + y, x.high + y};
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
    return {select(mask.low, x.low, y.low), select(mask.high, x.high, y.high)};
}
template <typename Real>
inline Wide<Real> square_root(const Wide<Real>& x) {
    return {square_root(x.low), square_root(x.high)};
}
template <typename Real>
inline Wide<Real> absolute(const Wide<Real>& x) {
    return {absolute(x.low), absolute(x.high)};
}
template <typename Real>
inline Wide<Real> times_sign_of(const Wide<Real>& other, const Wide<Real>& x) {
    return {times_sign_of(other.low, x.low), times_sign_of(other.high, x.high)};
}

template <typename V>
struct Directions {
    V x, y, z;
};

template <typename V>
inline V inner(const Directions<V>& a, const Directions<V>& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

template <typename V>
inline Directions<V> operator*(const V& a, const Directions<V>& x) {
    return {a * x.x, a * x.y, a * x.z};
}

template <typename V>
inline Directions<V> operator-(const Directions<V>& a, const Directions<V>& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}

template <typename Mask, typename V>
inline Directions<V> select(const Mask& mask, const Directions<V>& a, const Directions<V>& b) {
    return {select(mask, a.x, b.x), select(mask, a.y, b.y), select(mask, a.z, b.z)};
}

template <typename V>
inline Directions<V> cross(const Directions<V>& a, const Directions<V>& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

// The columns of a matrix a lane.
template <typename V>
struct ColumnsOf {
    Directions<V> x, y, z;
};

// H = I - scale normal normal', which brings a direction to the third axis: to the negative half if its z is positive,
// and to the positive half otherwise.
template <typename V>
struct Reflections {
    Directions<V> normal;
    V scale;
};

template <typename V>
inline Reflections<V> reflections_to_third_axis(const Directions<V>& p) {
    const V length = square_root(inner(p, p));
    const V scale = constant<V>(RealOf<V>(1)) / (length * (length + absolute(p.z)));
    return {{p.x, p.y, p.z + times_sign_of(p.z, length)}, scale};
}

// A x.
template <typename V>
inline Directions<V> product(const ColumnsOf<V>& A, const Directions<V>& x) {
    return {A.x.x * x.x + A.y.x * x.y + A.z.x * x.z, A.x.y * x.x + A.y.y * x.y + A.z.y * x.z,
            A.x.z * x.x + A.y.z * x.y + A.z.z * x.z};
}

// A H.
template <typename V>
inline ColumnsOf<V> reflected(const ColumnsOf<V>& A, const Reflections<V>& H) {
    const Directions<V>& n = H.normal;
    const Directions<V> along = H.scale * product(A, n);
    return {A.x - n.x * along, A.y - n.y * along, A.z - n.z * along};
}

// H (x, y, 0)'.
template <typename V>
inline Directions<V> reflected(const Reflections<V>& H, const V& x, const V& y) {
    const Directions<V>& n = H.normal;
    const V along = H.scale * (n.x * x + n.y * y);
    return {x - along * n.x, y - along * n.y, -(along * n.z)};
}

// Of degree seven, with the constant coefficient first. Pairs of terms, then pairs of these, are summed side by side:
// three dependent steps, not seven.
template <typename V>
inline V polynomial(const V& x, const double (&coefficients)[8]) {
    const auto linear = [&](int i) {
        return constant<V>(static_cast<RealOf<V>>(coefficients[i])) + static_cast<RealOf<V>>(coefficients[i + 1]) * x;
    };
    const V squared = x * x;
    const V low = linear(0) + squared * linear(2);
    const V high = linear(4) + squared * linear(6);
    return low + squared * squared * high;
}

// A symmetric matrix a lane.
template <typename V>
struct SymmetricMatrices {
    V xx, yy, zz, xy, xz, yz;
};

// An eigenvector of each A, not of unit length: that of the largest eigenvalue or, where the two largest are closer
// than the two smallest, that of the smallest.
template <typename V>
struct Eigenvectors {
    Directions<V> direction;
    V sign; // one: of the largest eigenvalue, minus one: of the smallest
};

template <typename V>
inline Eigenvectors<V> separate_eigenvectors(SymmetricMatrices<V> A) {
    const V one = constant<V>(RealOf<V>(1));
    const V mean = RealOf<V>(1.0 / 3.0) * (A.xx + A.yy + A.zz);
    A.xx = A.xx - mean;
    A.yy = A.yy - mean;
    A.zz = A.zz - mean;
    // With |A|^2 = 6, the eigenvalues of A are the roots of y^3 - 3 y - det A, and |det A| is at most two.
    const V squared = RealOf<V>(1.0 / 6.0) * (A.xx * A.xx + A.yy * A.yy + A.zz * A.zz) +
                      RealOf<V>(1.0 / 3.0) * (A.xy * A.xy + A.xz * A.xz + A.yz * A.yz);
    // Smaller differences are the round-off of the mean.
    const auto is_separate = Format<RealOf<V>>::separate * (mean * mean) < squared;
    const V scale = select(is_separate, inverse_root(squared), constant<V>(RealOf<V>(0)));
    A = {scale * A.xx, scale * A.yy, scale * A.zz, scale * A.xy, scale * A.xz, scale * A.yz};
    const V determinant =
        A.xx * (A.yy * A.zz - A.yz * A.yz) - A.xy * (A.xy * A.zz - A.yz * A.xz) + A.xz * (A.xy * A.yz - A.yy * A.xz);
    const V sign = select(determinant < constant<V>(RealOf<V>(0)), -one, one);
    const V two = constant<V>(RealOf<V>(2));
    const V size = absolute(determinant);
    const V d = select(size < two, size, two);
    // The largest eigenvalue of sign A, from sqrt(3) to 2, with a gap of at least sqrt(3): 2 cos(acos(d / 2) / 3), by a
    // polynomial within 3e-8 of it (at Chebyshev nodes), and Newton's iteration.
    V y = polynomial(d, {1.73205083, 0.166665043, -2.40386752e-02, 6.09809596e-03, -1.7861956e-03, 4.79018859e-04,
                         -9.13384531e-05, 8.47824549e-06});
    for (int i = 0; i < Format<RealOf<V>>::root_iterations; ++i) {
        const V y2 = y * y;
        y = (RealOf<V>(2) * y * y2 + d) / (RealOf<V>(3) * y2 - constant<V>(RealOf<V>(3)));
    }
    // The adjugate of y I - sign A is a multiple of q q', at least 3 in size: its column of the largest diagonal entry.
    // One for multiples of I, such that a cluster at rest has exactly the identity.
    y = select(is_separate, times_sign_of(sign, y), one);
    const SymmetricMatrices<V> M{A.xx - y, A.yy - y, A.zz - y, A.xy, A.xz, A.yz};
    const SymmetricMatrices<V> C{M.yy * M.zz - M.yz * M.yz, M.xx * M.zz - M.xz * M.xz, M.xx * M.yy - M.xy * M.xy,
                                 M.yz * M.xz - M.xy * M.zz, M.xy * M.yz - M.yy * M.xz, M.xy * M.xz - M.xx * M.yz};
    const auto y_leads = C.xx < C.yy;
    const Directions<V> leading = select(y_leads, Directions<V>{C.xy, C.yy, C.yz}, Directions<V>{C.xx, C.xy, C.xz});
    const auto z_leads = select(y_leads, C.yy, C.xx) < C.zz;
    return {select(z_leads, Directions<V>{C.xz, C.yz, C.zz}, leading), sign};
}

// The direction of (x, y), which `scale` brings to unit length; that of the first axis where (x, y) is negligible,
// squared.
template <typename V>
struct PlaneDirections {
    V x, y, scale;
};

template <typename V>
inline PlaneDirections<V> plane_directions(const V& x, const V& y, const V& negligible) {
    const V squared = x * x + y * y;
    const auto is_unique = negligible < squared;
    const V one = constant<V>(RealOf<V>(1));
    return {select(is_unique, x, one), select(is_unique, y, constant<V>(RealOf<V>(0))),
            select(is_unique, inverse_root(squared), one)};
}

// Of the orthogonal matrices with determinant -1 and the last column sign G e_3, the nearest to F H: G N, where N has
// the block (c, -sign s; s, sign c), the nearest with determinant `sign` to that of G F H, and then `sign`.
template <typename V>
inline ColumnsOf<V> nearest_with_last_column(const Reflections<V>& G, const V& sign, const ColumnsOf<V>& FH,
                                             const V& negligible) {
    const Directions<V>& g = G.normal;
    const V a = G.scale * inner(g, FH.x);
    const V b = G.scale * inner(g, FH.y);
    const auto [c, s, scale] = plane_directions((FH.x.x - a * g.x) + times_sign_of(sign, FH.y.y - b * g.y),
                                                (FH.x.y - a * g.y) - times_sign_of(sign, FH.y.x - b * g.x), negligible);
    const V along = times_sign_of(sign, G.scale) * g.z;
    return {scale * reflected(G, c, s),
            scale * reflected(G, times_sign_of(-sign, s), times_sign_of(sign, c)),
            {-(along * g.x), -(along * g.y), sign - along * g.z}};
}

template <typename V>
inline ColumnsOf<V> irregular_rotation(const ColumnsOf<V>& F) {
    const SymmetricMatrices<V> A{inner(F.x, F.x), inner(F.y, F.y), inner(F.z, F.z),
                                 inner(F.x, F.y), inner(F.x, F.z), inner(F.y, F.z)};
    const Eigenvectors<V> separate = separate_eigenvectors(A);
    const Directions<V>& n = separate.direction;
    // The smallest image may be zero, or reflected: the other two, which are large, give its direction.
    const auto is_smallest = separate.sign < constant<V>(RealOf<V>(0));
    const ColumnsOf<V> cofactors{cross(F.y, F.z), cross(F.z, F.x), cross(F.x, F.y)};
    const Directions<V> u = select(is_smallest, product(cofactors, n), product(F, n));
    const Reflections<V> H = reflections_to_third_axis(n);
    const Reflections<V> G = reflections_to_third_axis(u);
    // The product of the third entries of G u and H n.
    const V sign = times_sign_of(u.z, times_sign_of(n.z, constant<V>(RealOf<V>(1))));
    const V negligible = Format<RealOf<V>>::negligible * (A.xx + A.yy + A.zz);
    return reflected(nearest_with_last_column(G, sign, reflected(F, H), negligible), H);
}

// The nearest rotations of a vector of matrices whose sizes are within RotationLimits. Not inlined, so that it takes no
// registers from the iteration for regular matrices.
template <typename Real>
[[gnu::noinline]] Matrices<Real> irregular_rotations(const Matrices<Real>& F) {
    const auto column = [&](int i) {
        return Directions<Lanes<Real>>{F.entry[i], F.entry[i + 3], F.entry[i + 6]};
    };
    const auto [x, y, z] = irregular_rotation(ColumnsOf<Lanes<Real>>{column(0), column(1), column(2)});
    return {{x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z}};
}

// The same for two vectors. Replaces R.
template <typename Real>
[[gnu::noinline]] void irregular_rotations(const Matrices<Real>& low, const Matrices<Real>& high, Matrices<Real>* R) {
    const auto entry = [&](int i) {
        return Wide<Real>{low.entry[i], high.entry[i]};
    };
    const auto column = [&](int i) {
        return Directions<Wide<Real>>{entry(i), entry(i + 3), entry(i + 6)};
    };
    const auto [x, y, z] = irregular_rotation(ColumnsOf<Wide<Real>>{column(0), column(1), column(2)});
    R[0] = {{x.x.low, y.x.low, z.x.low, x.y.low, y.y.low, z.y.low, x.z.low, y.z.low, z.z.low}};
    R[1] = {{x.x.high, y.x.high, z.x.high, x.y.high, y.y.high, z.y.high, x.z.high, y.z.high, z.z.high}};
}

// The matrices of one vector with those whose size is outside of RotationLimits multiplied by a power of two, or
// replaced by the identity if they are zero or an entry is not finite.
template <typename Real>
Matrices<Real> brought_into_range(const Matrices<Real>& F) {
    using Limits = Format<Real>;
    using Bits = BitsOf<Real>;
    Bits largest{}; // of the magnitudes, which are in the order of their bits, the last of which are not finite
    for (const Lanes<Real>& entry : F.entry) {
        const Bits magnitude = bits<Real>(entry) & ~Limits::sign;
        largest = magnitude > largest ? magnitude : largest;
    }
    const auto is_in_range = is_within_limits<Real>(inner(F, F));
    const auto is_defined = (largest >= Limits::least_exponent) & (largest < Limits::exponent);
    // Brings the largest entry between two and four.
    const auto power = reinterpret_cast<Lanes<Real>>(Limits::exponent - (largest & Limits::exponent));
    Matrices<Real> scaled;
    for (int i = 0; i < 9; ++i) {
        const Lanes<Real> identity = Lanes<Real>{} + (i % 4 == 0 ? Real(1) : Real(0));
        const Lanes<Real> other = is_defined ? power * F.entry[i] : identity;
        scaled.entry[i] = is_in_range ? F.entry[i] : other;
    }
    return scaled;
}

} // namespace
} // namespace limber::KERNEL_NAMESPACE
