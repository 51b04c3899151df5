// Vectors of KERNEL_BYTES, and the operations on them that the language lacks.

#include <cstddef>
#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace limber::KERNEL_NAMESPACE {
namespace {

template <typename Real, std::size_t bytes>
struct VectorOf {
    typedef Real type __attribute__((vector_size(bytes)));
};
template <typename Real>
using Lanes = typename VectorOf<Real, KERNEL_BYTES>::type;
template <typename Real>
constexpr std::size_t width = KERNEL_BYTES / sizeof(Real);

template <typename Vector, typename Real>
inline Vector load_as(const Real* from) {
    Vector value;
    __builtin_memcpy(&value, from, sizeof(value));
    return value;
}

template <typename Real>
inline Lanes<Real> load(const Real* from) {
    return load_as<Lanes<Real>>(from);
}

// Loads into a register that several products share; without the barrier compilers load again for each.
template <typename Real>
inline Lanes<Real> load_once(const Real* from) {
    Lanes<Real> value = load(from);
#if defined(__SSE2__)
    asm("" : "+v"(value));
#endif
    return value;
}

template <typename Vector, typename Real>
inline void store(Real* to, const Vector& value) {
    __builtin_memcpy(to, &value, sizeof(value));
}

#if defined(__SSE2__) && KERNEL_BYTES == 64
inline Lanes<float> square_root(Lanes<float> x) {
    return _mm512_maskz_sqrt_ps(0xffff, x); // the unmasked intrinsic triggers a false warning in GCC 12
}
inline Lanes<double> square_root(Lanes<double> x) {
    return _mm512_maskz_sqrt_pd(0xff, x);
}
template <typename Mask>
inline bool any(Mask mask) {
    const auto bits = reinterpret_cast<__m512i>(mask);
    return _mm512_test_epi32_mask(bits, bits) != 0;
}
#elif defined(__SSE2__) && KERNEL_BYTES == 32
inline Lanes<float> square_root(Lanes<float> x) {
    return _mm256_sqrt_ps(x);
}
inline Lanes<double> square_root(Lanes<double> x) {
    return _mm256_sqrt_pd(x);
}
template <typename Mask>
inline bool any(Mask mask) {
    const auto bits = reinterpret_cast<__m256i>(mask);
    return _mm256_testz_si256(bits, bits) == 0;
}
#elif defined(__SSE2__) && KERNEL_BYTES == 16
inline Lanes<float> square_root(Lanes<float> x) {
    return _mm_sqrt_ps(x);
}
inline Lanes<double> square_root(Lanes<double> x) {
    return _mm_sqrt_pd(x);
}
template <typename Mask>
inline bool any(Mask mask) {
    return _mm_movemask_epi8(reinterpret_cast<__m128i>(mask)) != 0;
}
#else
inline Lanes<float> square_root(Lanes<float> x) {
    for (std::size_t i = 0; i < width<float>; ++i) {
        x[i] = __builtin_sqrtf(x[i]);
    }
    return x;
}
inline Lanes<double> square_root(Lanes<double> x) {
    for (std::size_t i = 0; i < width<double>; ++i) {
        x[i] = __builtin_sqrt(x[i]);
    }
    return x;
}
template <typename Mask>
inline bool any(Mask mask) {
    bool seen = false;
    for (std::size_t i = 0; i < sizeof(mask) / sizeof(mask[0]); ++i) {
        seen = seen || mask[i] != 0;
    }
    return seen;
}
#endif

} // namespace
} // namespace limber::KERNEL_NAMESPACE
