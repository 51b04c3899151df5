// Dense single-precision products and a Cholesky factorisation for the low-rank change that holds volume. Rows are
// whole multiples of cluster_lanes wide, so that no loop has a remainder.

namespace limber::KERNEL_NAMESPACE {
namespace {

constexpr std::size_t gram_rows = 8;

// Eight rows by one vector of V' diag(scale) V.
inline void gram_tile(const Columns& V, const float* scale, std::size_t i0, std::size_t j0, float* triangle) {
    Lanes<float> sums[gram_rows] = {};
    for (std::size_t row = 0; row < V.rows; ++row) {
        const float* values = V.values + row * V.stride;
        const Lanes<float> scaled = scale[row] * load(values + j0);
        for (std::size_t i = 0; i < gram_rows; ++i) {
            sums[i] += values[i0 + i] * scaled;
        }
    }
    for (std::size_t i = 0; i < gram_rows; ++i) {
        store(triangle + (i0 + i) * V.stride + j0, sums[i]);
    }
}

void gram(const Columns& V, const float* scale, float* triangle) {
    for (std::size_t i0 = 0; i0 < V.stride; i0 += gram_rows) {
        for (std::size_t j0 = i0 / width<float> * width<float>; j0 < V.stride; j0 += width<float>) {
            gram_tile(V, scale, i0, j0, triangle);
        }
    }
}

// y[from..size) += a x[from..size), rounded down to whole vectors: what stands left of the diagonal is never read.
inline void add_row(std::size_t from, std::size_t size, float a, const float* x, float* y) {
    for (std::size_t j = from / width<float> * width<float>; j < size; j += width<float>) {
        store(y + j, load(y + j) + a * load(x + j));
    }
}

void cholesky(std::size_t size, float* triangle) {
    for (std::size_t j = 0; j < size; ++j) {
        float* row = triangle + j * size;
        const float pivot = row[j] > 0.0f ? row[j] : 1e30f;
        const float inverse_root = 1.0f / __builtin_sqrtf(pivot);
        for (std::size_t i = j + 1; i < size; ++i) {
            row[i] *= inverse_root;
        }
        row[j] = pivot * inverse_root;
        for (std::size_t i = j + 1; i < size; ++i) {
            add_row(i, size, -row[i], row, triangle + i * size);
        }
    }
}

inline float sum_of(Lanes<float> value) {
    float sum = 0.0f;
    for (std::size_t lane = 0; lane < width<float>; ++lane) {
        sum += value[lane];
    }
    return sum;
}

void cholesky_solve(std::size_t size, const float* U, float* x) {
    for (std::size_t j = 0; j < size; ++j) {
        const float* row = U + j * size;
        const float solved = x[j] / row[j];
        add_row(j + 1, size, -solved, row, x);
        x[j] = solved;
    }
    for (std::size_t j = size; j-- > 0;) {
        const float* row = U + j * size;
        float sum = x[j];
        std::size_t i = j + 1;
        for (; i < size && i % width<float> != 0; ++i) {
            sum -= row[i] * x[i];
        }
        Lanes<float> sums{};
        for (; i < size; i += width<float>) {
            sums += load(row + i) * load(x + i);
        }
        x[j] = (sum - sum_of(sums)) / row[j];
    }
}

void add_product(const Columns& V, const float* x, float* y) {
    for (std::size_t row = 0; row < V.rows; ++row) {
        Lanes<float> sums{};
        for (std::size_t j = 0; j < V.stride; j += width<float>) {
            sums += load(V.values + row * V.stride + j) * load(x + j);
        }
        y[row] += sum_of(sums);
    }
}

void add_transposed(const Columns& V, const float* x, float* y) {
    for (std::size_t row = 0; row < V.rows; ++row) {
        add_row(0, V.stride, x[row], V.values + row * V.stride, y);
    }
}

} // namespace
} // namespace limber::KERNEL_NAMESPACE
