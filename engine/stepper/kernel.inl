// The body of the kernel, compiled once per instruction set with KERNEL_NAMESPACE and KERNEL_BYTES (the width of a
// vector) defined. Headers with inline functions are not included here: the linker could use their copies, compiled for
// this instruction set, on machines without it.

#include "engine/stepper/kernel.h"

#include "engine/stepper/kernel_lanes.inl"
#include "engine/stepper/kernel_rotations.inl"

#include "engine/stepper/kernel_irregular_rotations.inl"
#include "engine/stepper/kernel_low_rank.inl"

namespace limber::KERNEL_NAMESPACE {
namespace {

template <typename Real>
inline Matrices<Real> load_matrices(const Real* entries) {
    Matrices<Real> F;
    for (std::size_t i = 0; i < 9; ++i) {
        F.entry[i] = load(entries + i * cluster_lanes);
    }
    return F;
}

template <typename Real>
inline void store_matrices(const Matrices<Real>& F, Real* entries) {
    for (std::size_t i = 0; i < 9; ++i) {
        store(entries + i * cluster_lanes, F.entry[i]);
    }
}

// F += sum_k Z_k' S_k: nine multiply-adds a coordinate, which has three numbers.
template <typename Real>
inline void add_gradients(std::size_t coordinate_count, const Real* S, const Real* Z, Matrices<Real>& F) {
    for (std::size_t k = 0; k < coordinate_count; ++k, Z += 3, S += 3 * cluster_lanes) {
        const Lanes<Real> s0 = load_once(S);
        const Lanes<Real> s1 = load_once(S + cluster_lanes);
        const Lanes<Real> s2 = load_once(S + 2 * cluster_lanes);
        for (int i = 0; i < 3; ++i) {
            F.entry[3 * i] += Z[i] * s0;
            F.entry[3 * i + 1] += Z[i] * s1;
            F.entry[3 * i + 2] += Z[i] * s2;
        }
    }
}

// One vector of clusters: the start of their S, and their weighted rotations s R.
template <typename Real>
struct WeightedRotations {
    const Real* S = nullptr;
    Matrices<Real> sR;
};

// pull_k += sum_j (s R)_ij S_kj, lane by lane: nine products for each coordinate and vector of clusters. Several
// vectors at once share one load and store of the sum.
template <std::size_t count, typename Real>
inline void add_pull(std::size_t coordinate_count, const WeightedRotations<Real>* clusters, Real* pull) {
    for (std::size_t k = 0; k < coordinate_count; ++k, pull += 3 * width<Real>) {
        Lanes<Real> x = load(pull);
        Lanes<Real> y = load(pull + width<Real>);
        Lanes<Real> z = load(pull + 2 * width<Real>);
        for (std::size_t v = 0; v < count; ++v) {
            const Real* S = clusters[v].S + k * 3 * cluster_lanes;
            const Lanes<Real> s0 = load_once(S);
            const Lanes<Real> s1 = load_once(S + cluster_lanes);
            const Lanes<Real> s2 = load_once(S + 2 * cluster_lanes);
            const Lanes<Real>* sR = clusters[v].sR.entry;
            x += sR[0] * s0 + sR[1] * s1 + sR[2] * s2;
            y += sR[3] * s0 + sR[4] * s1 + sR[5] * s2;
            z += sR[6] * s0 + sR[7] * s1 + sR[8] * s2;
        }
        // Written out, because compilers spill an array of these to memory.
        store(pull, x);
        store(pull + width<Real>, y);
        store(pull + 2 * width<Real>, z);
    }
}

// F += sum_k z_k S_k: nine multiply-adds a coordinate, which is one number.
template <typename Real>
inline void add_dense_gradients(std::size_t coordinate_count, const Real* S, const Real* z, Matrices<Real>& F) {
    for (std::size_t k = 0; k < coordinate_count; ++k, S += 9 * cluster_lanes) {
        for (std::size_t i = 0; i < 9; ++i) {
            F.entry[i] += z[k] * load(S + i * cluster_lanes);
        }
    }
}

// pull_k += <s R, S_k>, lane by lane.
template <std::size_t count, typename Real>
inline void add_dense_pull(std::size_t coordinate_count, const WeightedRotations<Real>* clusters, Real* pull) {
    for (std::size_t k = 0; k < coordinate_count; ++k, pull += width<Real>) {
        Lanes<Real> sum = load(pull);
        for (std::size_t v = 0; v < count; ++v) {
            const Real* S = clusters[v].S + k * 9 * cluster_lanes;
            const Lanes<Real>* sR = clusters[v].sR.entry;
            for (std::size_t i = 0; i < 9; i += 3) {
                sum += sR[i] * load(S + i * cluster_lanes) + sR[i + 1] * load(S + (i + 1) * cluster_lanes) +
                       sR[i + 2] * load(S + (i + 2) * cluster_lanes);
            }
        }
        store(pull, sum);
    }
}

// I_3 (x) S: three numbers a coordinate, and three of S.
struct SkinningProducts {
    static constexpr std::size_t numbers = 3;
    static constexpr std::size_t rows = 3;
    template <typename Real>
    static void gradients(std::size_t coordinate_count, const Real* S, const Real* Z, Matrices<Real>& F) {
        add_gradients(coordinate_count, S, Z, F);
    }
    template <std::size_t count, typename Real>
    static void pull(std::size_t coordinate_count, const WeightedRotations<Real>* clusters, Real* pull) {
        add_pull<count>(coordinate_count, clusters, pull);
    }
};

// Dense S: one number a coordinate, and nine of S.
struct DenseProducts {
    static constexpr std::size_t numbers = 1;
    static constexpr std::size_t rows = 9;
    template <typename Real>
    static void gradients(std::size_t coordinate_count, const Real* S, const Real* z, Matrices<Real>& F) {
        add_dense_gradients(coordinate_count, S, z, F);
    }
    template <std::size_t count, typename Real>
    static void pull(std::size_t coordinate_count, const WeightedRotations<Real>* clusters, Real* pull) {
        add_dense_pull<count>(coordinate_count, clusters, pull);
    }
};

// Sums in a fixed order.
template <typename Real>
inline Real sum_of_lanes(const Real* lanes) {
    using Quad = typename VectorOf<Real, 16>::type;
    constexpr std::size_t quad = 16 / sizeof(Real);
    Quad sum = load_as<Quad>(lanes);
    for (std::size_t at = quad; at < width<Real>; at += quad) {
        sum += load_as<Quad>(lanes + at);
    }
    if constexpr (quad == 4) {
        return (sum[0] + sum[1]) + (sum[2] + sum[3]);
    } else {
        return sum[0] + sum[1];
    }
}

template <typename Real>
struct LaneSums {
    Lanes<Real> stretch{};
    Lanes<Real> volume{};
};

// The v-th vector of clusters: where its arrays start.
template <typename Real>
struct VectorPlace {
    std::size_t weights = 0;
    std::size_t entries = 0;
    const Real* S = nullptr;
};

template <typename Products, typename Real>
inline VectorPlace<Real> place_of(const ClusterPass<Real>& pass, std::size_t v) {
    const std::size_t block = v * width<Real> / cluster_lanes;
    const std::size_t first = v * width<Real> % cluster_lanes;
    return {v * width<Real>, block * 9 * cluster_lanes + first,
            pass.S + block * pass.coordinate_count * Products::rows * cluster_lanes + first};
}

template <typename Products, typename Real>
inline Matrices<Real> gradients(const ClusterPass<Real>& pass, const VectorPlace<Real>& place) {
    Matrices<Real> F = load_matrices(pass.rig_F + place.entries);
    Products::gradients(pass.coordinate_count, place.S, pass.Z, F);
    return F;
}

// Stores the rotations and multiplies them by their weights s.
template <typename Real>
inline WeightedRotations<Real> weighted_rotations(const ClusterPass<Real>& pass, const VectorPlace<Real>& place,
                                                  const Matrices<Real>& F, const Matrices<Real>& R,
                                                  LaneSums<Real>& sums) {
    if (pass.rotations) {
        store_matrices(R, pass.rotations + place.entries);
    }
    const Lanes<Real> w = load(pass.w + place.weights);
    const Lanes<Real> t = inner(R, F) - Real(3);
    const Lanes<Real> lt = pass.l_scale * load(pass.l + place.weights) * t;
    sums.stretch += w * t;
    sums.volume += Real(0.5) * lt * t;
    WeightedRotations<Real> clusters{place.S, R};
    for (Lanes<Real>& entry : clusters.sR.entry) {
        entry *= w - lt;
    }
    return clusters;
}

template <typename Products, typename Real>
PassSums cluster_pass(const ClusterPass<Real>& pass, Real* pull) {
    const std::size_t size = Products::numbers * pass.coordinate_count;
    for (std::size_t i = 0; i < size; ++i) {
        store(pass.pull_lanes + i * width<Real>, Lanes<Real>{});
    }
    LaneSums<Real> sums;
    const std::size_t vector_count = pass.block_count * (cluster_lanes / width<Real>);
    std::size_t v = 0;
    for (; v + 2 <= vector_count; v += 2) {
        const VectorPlace<Real> places[2] = {place_of<Products>(pass, v), place_of<Products>(pass, v + 1)};
        const Matrices<Real> F[2] = {gradients<Products>(pass, places[0]), gradients<Products>(pass, places[1])};
        Matrices<Real> R[2];
        nearest_rotations(F, R);
        const WeightedRotations<Real> pair[2] = {weighted_rotations(pass, places[0], F[0], R[0], sums),
                                                 weighted_rotations(pass, places[1], F[1], R[1], sums)};
        Products::template pull<2>(pass.coordinate_count, pair, pass.pull_lanes);
    }
    if (v < vector_count) {
        const VectorPlace<Real> place = place_of<Products>(pass, v);
        const Matrices<Real> F = gradients<Products>(pass, place);
        const WeightedRotations<Real> last = weighted_rotations(pass, place, F, nearest_rotations(F), sums);
        Products::template pull<1>(pass.coordinate_count, &last, pass.pull_lanes);
    }
    for (std::size_t i = 0; i < size; ++i) {
        pull[i] = sum_of_lanes(pass.pull_lanes + i * width<Real>);
    }
    return {static_cast<double>(sum_of_lanes(reinterpret_cast<const Real*>(&sums.stretch))),
            static_cast<double>(sum_of_lanes(reinterpret_cast<const Real*>(&sums.volume)))};
}

template <typename Real>
void rig_gradients(std::size_t block_count, std::size_t rows, const double* S, const double* P, Real* F) {
    using Narrow = typename VectorOf<Real, width<double> * sizeof(Real)>::type;
    for (std::size_t block = 0; block < block_count; ++block) {
        for (std::size_t first = 0; first < cluster_lanes; first += width<double>) {
            Matrices<double> sum{};
            add_gradients(rows, S + block * rows * 3 * cluster_lanes + first, P, sum);
            for (std::size_t i = 0; i < 9; ++i) {
                store(F + (block * 9 + i) * cluster_lanes + first, __builtin_convertvector(sum.entry[i], Narrow));
            }
        }
    }
}

template <typename Real>
void rotations(std::size_t block_count, const Real* F, Real* R) {
    for (std::size_t block = 0; block < block_count; ++block) {
        for (std::size_t first = 0; first < cluster_lanes; first += width<Real>) {
            const std::size_t at = block * 9 * cluster_lanes + first;
            store_matrices(nearest_rotations(load_matrices(F + at)), R + at);
        }
    }
}

void volume_columns(const ClusterPass<float>& pass, std::size_t first_column, const Columns& V) {
    for (std::size_t block = 0; block < pass.block_count; ++block) {
        for (std::size_t first = 0; first < cluster_lanes; first += width<float>) {
            const Matrices<float> R = load_matrices(pass.rotations + block * 9 * cluster_lanes + first);
            const float* S = pass.S + block * pass.coordinate_count * 3 * cluster_lanes + first;
            float* to = V.values + first_column + block * cluster_lanes + first;
            for (std::size_t k = 0; k < pass.coordinate_count; ++k, S += 3 * cluster_lanes) {
                for (std::size_t i = 0; i < 3; ++i, to += V.stride) {
                    store(to, R.entry[3 * i] * load(S) + R.entry[3 * i + 1] * load(S + cluster_lanes) +
                                  R.entry[3 * i + 2] * load(S + 2 * cluster_lanes));
                }
            }
        }
    }
}

double dot(std::size_t count, const double* a, const double* b) {
    Lanes<double> sums[2] = {};
    std::size_t i = 0;
    for (; i + 2 * width<double> <= count; i += 2 * width<double>) {
        sums[0] += load(a + i) * load(b + i);
        sums[1] += load(a + i + width<double>) * load(b + i + width<double>);
    }
    sums[0] += sums[1];
    double sum = 0.0;
    for (std::size_t lane = 0; lane < width<double>; ++lane) {
        sum += sums[0][lane];
    }
    for (; i < count; ++i) {
        sum += a[i] * b[i];
    }
    return sum;
}

template <typename Real>
void add_scaled(std::size_t count, Real a, const Real* x, Real* y) {
    std::size_t i = 0;
    for (; i + width<Real> <= count; i += width<Real>) {
        store(y + i, load(y + i) + a * load(x + i));
    }
    for (; i < count; ++i) {
        y[i] += a * x[i];
    }
}

} // namespace

extern const Kernel functions;
const Kernel functions{cluster_pass<SkinningProducts, float>,
                       cluster_pass<SkinningProducts, double>,
                       cluster_pass<DenseProducts, float>,
                       cluster_pass<DenseProducts, double>,
                       rig_gradients<float>,
                       rig_gradients<double>,
                       rotations<float>,
                       rotations<double>,
                       volume_columns,
                       gram,
                       row_gram,
                       cholesky,
                       cholesky_solve,
                       solve_rows,
                       add_product,
                       add_transposed,
                       dot,
                       add_scaled<double>,
                       add_scaled<float>};

} // namespace limber::KERNEL_NAMESPACE
