// The rotations nearest to one matrix a lane: Newton's iteration for the polar decomposition, scaled while it is far
// from converged [Higham 1986, Computing the polar decomposition, with applications]. It starts from F itself, so it
// carries no state between steps and handles half a turn like any other. Vectors with a lane that is reflected, flat or
// strongly distorted use irregular_rotations.

namespace limber::KERNEL_NAMESPACE {
namespace {

template <typename Real>
struct Matrices {
    Lanes<Real> entry[9];
};

template <typename Real>
struct RotationLimits;
template <>
struct RotationLimits<float> {
    static constexpr float size_min = 1e-6f; // of |F|^2: keeps the products of its entries in range
    static constexpr float size_max = 1e6f;
    static constexpr float last_change = 1e-7f; // squared: the next iteration is exact to round-off
};
template <>
struct RotationLimits<double> {
    static constexpr double size_min = 1e-90;
    static constexpr double size_max = 1e90;
    static constexpr double last_change = 1e-14;
};
// |F|^3 / det beyond which Newton's iteration takes longer than irregular_rotations.
constexpr int distortion_max = 20;
constexpr int newton_iterations_max = 12;

template <typename Real>
inline Matrices<Real> cofactors(const Matrices<Real>& A) {
    const Lanes<Real>* a = A.entry;
    return {{a[4] * a[8] - a[5] * a[7], a[5] * a[6] - a[3] * a[8], a[3] * a[7] - a[4] * a[6], a[7] * a[2] - a[8] * a[1],
             a[8] * a[0] - a[6] * a[2], a[6] * a[1] - a[7] * a[0], a[1] * a[5] - a[2] * a[4], a[2] * a[3] - a[0] * a[5],
             a[0] * a[4] - a[1] * a[3]}};
}

template <typename Real>
inline Lanes<Real> inner(const Matrices<Real>& A, const Matrices<Real>& B) {
    const Lanes<Real>* a = A.entry;
    const Lanes<Real>* b = B.entry;
    return (a[0] * b[0] + a[1] * b[1] + a[2] * b[2]) + (a[3] * b[3] + a[4] * b[4] + a[5] * b[5]) +
           (a[6] * b[6] + a[7] * b[7] + a[8] * b[8]);
}

template <typename Real>
inline Lanes<Real> determinant(const Matrices<Real>& A, const Matrices<Real>& C) {
    return A.entry[0] * C.entry[0] + A.entry[1] * C.entry[1] + A.entry[2] * C.entry[2];
}

// A <- (a A + b cofactors(A)); returns the squared change.
template <typename Real>
inline Lanes<Real> blend(Matrices<Real>& A, const Matrices<Real>& C, Lanes<Real> a, Lanes<Real> b) {
    Matrices<Real> change;
    for (int i = 0; i < 9; ++i) {
        const Lanes<Real> next = a * A.entry[i] + b * C.entry[i];
        change.entry[i] = next - A.entry[i];
        A.entry[i] = next;
    }
    return inner(change, change);
}

// A <- (g A + A^-T / g) / 2 with g^2 = |A^-T| / |A|, for positive determinants; C and det are those of A.
template <typename Real>
inline Lanes<Real> scaled_newton(Matrices<Real>& A, const Matrices<Real>& C, Lanes<Real> det) {
    const Lanes<Real> inverse_det = Real(1) / det;
    const Lanes<Real> g = square_root(square_root(inner(C, C) / inner(A, A)) * inverse_det);
    return blend(A, C, Real(0.5) * g, Real(0.5) * inverse_det / g);
}

template <typename Real>
inline Lanes<Real> newton(Matrices<Real>& A, const Matrices<Real>& C, Lanes<Real> det) {
    return blend(A, C, Lanes<Real>{} + Real(0.5), Real(0.5) / det);
}

template <typename Real>
Matrices<Real> irregular_rotations(const Matrices<Real>& F);

template <typename Real>
void irregular_rotations(const Matrices<Real>& low, const Matrices<Real>& high, Matrices<Real>* R);

template <typename Real>
Matrices<Real> brought_into_range(const Matrices<Real>& F);

// Of |F|^2; not for NaN.
template <typename Real>
inline auto is_within_limits(const Lanes<Real>& size) {
    return (size > RotationLimits<Real>::size_min) & (size < RotationLimits<Real>::size_max);
}

// What the lanes of a vector of matrices allow.
enum class Kind { regular, irregular, out_of_range };

// Overwrites R with the nearest rotations if every lane is regular.
template <typename Real>
inline Kind regular_rotations(const Matrices<Real>& F, Matrices<Real>& R) {
    using Limits = RotationLimits<Real>;
    const Lanes<Real> size = inner(F, F);
    Matrices<Real> C = cofactors(F);
    Lanes<Real> det = determinant(F, C);
    const auto in_range = is_within_limits<Real>(size);
    const Lanes<Real> distorted = Real(distortion_max) * det;
    if (any(~(in_range & (det > Real(0)) & (distorted * distorted > size * size * size)))) {
        return any(~in_range) ? Kind::out_of_range : Kind::irregular;
    }
    R = F;
    // Near a rotation the scale is close to one, so bending bodies need no scaled iteration.
    const Lanes<Real> off = size - Real(3);
    const bool far = any((off * off > Real(1)) | (det < Real(0.5)));
    Lanes<Real> change = far ? scaled_newton(R, C, det) : newton(R, C, det);
    for (int i = 1; i < newton_iterations_max && any(change > Limits::last_change); ++i) {
        C = cofactors(R);
        det = determinant(R, C);
        change = any(change > Real(0.5)) ? scaled_newton(R, C, det) : newton(R, C, det);
    }
    return Kind::regular;
}

// Of matrices some of which are out of range. Rarely needed, so not inlined.
template <typename Real>
[[gnu::noinline]] void rotations_of_any_size(const Matrices<Real>& low, const Matrices<Real>& high, Matrices<Real>* R) {
    const Matrices<Real> F[2] = {brought_into_range(low), brought_into_range(high)};
    if (regular_rotations(F[0], R[0]) != Kind::regular || regular_rotations(F[1], R[1]) != Kind::regular) {
        irregular_rotations(F[0], F[1], R);
    }
}

template <typename Real>
inline void other_rotations(const Matrices<Real>& low, const Matrices<Real>& high, bool in_range, Matrices<Real>* R) {
    if (in_range) {
        irregular_rotations(low, high, R);
    } else {
        rotations_of_any_size(low, high, R);
    }
}

// Whether one vector of irregular matrices and two at once have the same bits. Where products and sums are fused, the
// compiler may choose other ones.
#if defined(__SSE2__) && !defined(__FMA__)
constexpr bool rounds_each_product = true;
#else
constexpr bool rounds_each_product = false;
#endif

// Two vectors at once, because irregular lanes are computed two vectors at a time. A vector with an irregular lane is
// computed without the iteration in all of its lanes.
template <typename Real>
inline void nearest_rotations(const Matrices<Real>* F, Matrices<Real>* R) {
    const Kind first = regular_rotations(F[0], R[0]);
    const Kind second = regular_rotations(F[1], R[1]);
    if (first != Kind::regular || second != Kind::regular) {
        const bool in_range = first != Kind::out_of_range && second != Kind::out_of_range;
        if (rounds_each_product && in_range && first != second) {
            const int other = first == Kind::regular ? 1 : 0;
            R[other] = irregular_rotations(F[other]);
            return;
        }
        Matrices<Real> exact[2];
        other_rotations(F[0], F[1], in_range, exact);
        if (first != Kind::regular) {
            R[0] = exact[0];
        }
        if (second != Kind::regular) {
            R[1] = exact[1];
        }
    }
}

template <typename Real>
inline Matrices<Real> nearest_rotations(const Matrices<Real>& F) {
    Matrices<Real> R;
    const Kind kind = regular_rotations(F, R);
    if (kind != Kind::regular) {
        Matrices<Real> exact[2];
        other_rotations(F, F, kind != Kind::out_of_range, exact);
        R = exact[0];
    }
    return R;
}

} // namespace
} // namespace limber::KERNEL_NAMESPACE
