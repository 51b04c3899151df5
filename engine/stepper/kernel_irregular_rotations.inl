// The rotations nearest to one matrix a lane, for every matrix: reflected, flat, of rank one, of any stretch.
//
// F maps an eigenvector n of F'F, and the plane orthogonal to it, to orthogonal directions. The rotation maps n to u:
// F n if n is stretched most, or, if it is stretched least, the direction orthogonal to the images of that plane, so
// that a flat or reflected n has one too. Reflections H and G bring n and u to the third axis [Householder 1958,
// Unitary triangularization of a nonsymmetric matrix]. Then R = G N H, where N turns the plane of the first two axes by
// the rotation nearest to that part of G F H, which has a closed form: R is orthogonal whatever F is. Of the three
// eigenvectors, n is the one at the end with the larger gap, which is computed without loss of digits [Eberly 2014, A
// robust eigensolver for 3 x 3 symmetric matrices]: an error e of n changes F n by no more than e |F|, so R'F is
// symmetric to round-off however small the other stretches are.
//
// Each lane is computed by the same fixed sequence of operations, so the result depends on F alone. Where the nearest
// rotation is not unique, the result is one of them.

namespace limber::KERNEL_NAMESPACE {
namespace {

// Two vectors, computed side by side: the sequence is one chain of dependent operations. Copied member by member,
// because GCC copies a plain struct of vectors through memory, in pieces of eight bytes.
template <typename Real>
struct Wide {
    Lanes<Real> low, high;

    Wide(const Lanes<Real>& first, const Lanes<Real>& second) : low(first), high(second) {}
    Wide(const Wide& other) : low(other.low), high(other.high) {}
    Wide& operator=(const Wide& other) {
        low = other.low;
        high = other.high;
        return *this;
    }
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

template <typename Real>
inline Wide<Real> absolute(const Wide<Real>& x) {
    constexpr auto sign = Format<Real>::sign;
    return {from_bits<Real>(bits<Real>(x.low) & ~sign), from_bits<Real>(bits<Real>(x.high) & ~sign)};
}

// A number that is not negative, with the sign of another.
template <typename Real>
inline Wide<Real> with_sign_of(const Wide<Real>& other, const Wide<Real>& x) {
    constexpr auto sign = Format<Real>::sign;
    return {from_bits<Real>(bits<Real>(x.low) | (bits<Real>(other.low) & sign)),
            from_bits<Real>(bits<Real>(x.high) | (bits<Real>(other.high) & sign))};
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

template <typename Real>
inline Directions<Real> operator-(const Directions<Real>& a, const Directions<Real>& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}

template <typename Mask, typename Real>
inline Directions<Real> select(const WideMask<Mask>& mask, const Directions<Real>& a, const Directions<Real>& b) {
    return {select(mask, a.x, b.x), select(mask, a.y, b.y), select(mask, a.z, b.z)};
}

template <typename Real>
inline Directions<Real> cross(const Directions<Real>& a, const Directions<Real>& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

// The columns of a matrix a lane.
template <typename Real>
struct ColumnsOf {
    Directions<Real> x, y, z;
};

// H = I - scale normal normal', which brings a direction to the third axis: to the negative half if its z is positive,
// and to the positive half otherwise.
template <typename Real>
struct Reflections {
    Directions<Real> normal;
    Wide<Real> scale;
};

template <typename Real>
inline Reflections<Real> reflections_to_third_axis(const Directions<Real>& p) {
    const Wide<Real> length = square_root(inner(p, p));
    const Wide<Real> scale = wide(Real(1)) / (length * (length + absolute(p.z)));
    return {{p.x, p.y, p.z + with_sign_of(p.z, length)}, scale};
}

// A x.
template <typename Real>
inline Directions<Real> product(const ColumnsOf<Real>& A, const Directions<Real>& x) {
    return {A.x.x * x.x + A.y.x * x.y + A.z.x * x.z, A.x.y * x.x + A.y.y * x.y + A.z.y * x.z,
            A.x.z * x.x + A.y.z * x.y + A.z.z * x.z};
}

// A H.
template <typename Real>
inline ColumnsOf<Real> reflected(const ColumnsOf<Real>& A, const Reflections<Real>& H) {
    const Directions<Real>& n = H.normal;
    const Directions<Real> along = H.scale * product(A, n);
    return {A.x - n.x * along, A.y - n.y * along, A.z - n.z * along};
}

// H (x, y, 0)'.
template <typename Real>
inline Directions<Real> reflected(const Reflections<Real>& H, const Wide<Real>& x, const Wide<Real>& y) {
    const Directions<Real>& n = H.normal;
    const Wide<Real> along = H.scale * (n.x * x + n.y * y);
    return {x - along * n.x, y - along * n.y, -(along * n.z)};
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
    const Wide<Real> scale = select(is_separate, inverse_root(squared), wide(Real(0)));
    A = {scale * A.xx, scale * A.yy, scale * A.zz, scale * A.xy, scale * A.xz, scale * A.yz};
    const Wide<Real> determinant =
        A.xx * (A.yy * A.zz - A.yz * A.yz) - A.xy * (A.xy * A.zz - A.yz * A.xz) + A.xz * (A.xy * A.yz - A.yy * A.xz);
    const Wide<Real> sign = select(determinant < wide(Real(0)), -one, one);
    const Wide<Real> two = wide(Real(2));
    const Wide<Real> size = sign * determinant;
    const Wide<Real> d = select(size < two, size, two);
    // The largest eigenvalue of sign A, from sqrt(3) to 2, with a gap of at least sqrt(3): 2 cos(acos(d / 2) / 3), by a
    // polynomial within 3e-8 of it (at Chebyshev nodes), and Newton's iteration.
    constexpr double coefficients[] = {8.47824549e-06, -9.13384531e-05, 4.79018859e-04, -1.7861956e-03,
                                       6.09809596e-03, -2.40386752e-02, 0.166665043,    1.73205083};
    Wide<Real> y = wide(Real(0));
    for (const double coefficient : coefficients) {
        y = y * d + wide(static_cast<Real>(coefficient));
    }
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
inline Wide<Real> wide_entry(const Matrices<Real>& low, const Matrices<Real>& high, int i) {
    return {low.entry[i], high.entry[i]};
}

template <typename Real>
struct Angles {
    Wide<Real> cosine, sine;
};

// Those of (x, y); zero where it is negligible, squared.
template <typename Real>
inline Angles<Real> angles_of(const Wide<Real>& x, const Wide<Real>& y, const Wide<Real>& negligible) {
    const Wide<Real> squared = x * x + y * y;
    const auto is_unique = negligible < squared;
    const Wide<Real> scale = inverse_root(squared);
    return {select(is_unique, scale * x, wide(Real(1))), select(is_unique, scale * y, wide(Real(0)))};
}

// Of the orthogonal matrices with determinant -1 whose last column has the direction of u, the nearest to F H: G N,
// where N has the block (c, -sign s; s, sign c), the nearest with determinant `sign` to that of G F H, and then `sign`.
template <typename Real>
inline ColumnsOf<Real> nearest_with_last_column(const Directions<Real>& u, const ColumnsOf<Real>& FH,
                                                const Wide<Real>& negligible) {
    const Reflections<Real> G = reflections_to_third_axis(u);
    const Directions<Real>& g = G.normal;
    const Wide<Real> sign = with_sign_of(-u.z, wide(Real(1))); // of the third entry of G u
    const Wide<Real> a = G.scale * inner(g, FH.x);
    const Wide<Real> b = G.scale * inner(g, FH.y);
    const auto [c, s] = angles_of((FH.x.x - a * g.x) + sign * (FH.y.y - b * g.y),
                                  (FH.x.y - a * g.y) - sign * (FH.y.x - b * g.x), negligible);
    const Wide<Real> along = sign * G.scale * g.z;
    return {
        reflected(G, c, s), reflected(G, -(sign * s), sign * c), {-(along * g.x), -(along * g.y), sign - along * g.z}};
}

// Replaces R by the nearest rotations of two vectors of matrices, whose sizes are within RotationLimits. Not inlined,
// so that it takes no registers from the iteration for regular matrices.
template <typename Real>
[[gnu::noinline]] void irregular_rotations(const Matrices<Real>& low, const Matrices<Real>& high, Matrices<Real>* R) {
    const ColumnsOf<Real> F{{wide_entry(low, high, 0), wide_entry(low, high, 3), wide_entry(low, high, 6)},
                            {wide_entry(low, high, 1), wide_entry(low, high, 4), wide_entry(low, high, 7)},
                            {wide_entry(low, high, 2), wide_entry(low, high, 5), wide_entry(low, high, 8)}};
    const SymmetricMatrices<Real> A{inner(F.x, F.x), inner(F.y, F.y), inner(F.z, F.z),
                                    inner(F.x, F.y), inner(F.x, F.z), inner(F.y, F.z)};
    const Eigenvectors<Real> separate = separate_eigenvectors(A);
    const Reflections<Real> H = reflections_to_third_axis(separate.direction);
    const ColumnsOf<Real> FH = reflected(F, H);
    // The smallest image may be zero, or reflected: the other two, which are large, give its direction.
    const auto is_smallest = separate.sign < wide(Real(0));
    const Directions<Real> u = select(is_smallest, cross(FH.y, FH.x), FH.z);
    const Wide<Real> negligible = Format<Real>::negligible * (A.xx + A.yy + A.zz);
    const ColumnsOf<Real> found = reflected(nearest_with_last_column(u, FH, negligible), H);
    const Directions<Real>& x = found.x;
    const Directions<Real>& y = found.y;
    const Directions<Real>& z = found.z;
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
