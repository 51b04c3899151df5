// Dense single-precision products and a Cholesky factorisation for the low-rank volume term. Row widths are multiples
// of cluster_lanes, so loops have no remainder.

namespace limber::KERNEL_NAMESPACE {
namespace {

inline float sum_of(Lanes<float> value) {
    float sum = 0.0f;
    for (std::size_t lane = 0; lane < width<float>; ++lane) {
        sum += value[lane];
    }
    return sum;
}

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

constexpr std::size_t tile_rows = 4;

// Four rows by four of V diag(weight) V'.
inline void row_gram_tile(const Columns& V, const float* weight, std::size_t i0, std::size_t j0, float* triangle) {
    Lanes<float> sums[tile_rows][tile_rows] = {};
    for (std::size_t c = 0; c < V.stride; c += width<float>) {
        Lanes<float> weighted[tile_rows];
        for (std::size_t i = 0; i < tile_rows; ++i) {
            weighted[i] = load(weight + c) * load(V.values + (i0 + i) * V.stride + c);
        }
        for (std::size_t j = 0; j < tile_rows; ++j) {
            const Lanes<float> values = load(V.values + (j0 + j) * V.stride + c);
            for (std::size_t i = 0; i < tile_rows; ++i) {
                sums[i][j] += weighted[i] * values;
            }
        }
    }
    for (std::size_t i = 0; i < tile_rows; ++i) {
        for (std::size_t j = 0; j < tile_rows; ++j) {
            triangle[(i0 + i) * V.rows + j0 + j] = sum_of(sums[i][j]);
        }
    }
}

void row_gram(const Columns& V, const float* weight, float* triangle) {
    for (std::size_t i0 = 0; i0 < V.rows; i0 += tile_rows) {
        for (std::size_t j0 = i0; j0 < V.rows; j0 += tile_rows) {
            row_gram_tile(V, weight, i0, j0, triangle);
        }
    }
}

// y[from..size) += a x[from..size), with `from` rounded down to whole vectors: entries left of the diagonal are never
// read.
inline void add_row(std::size_t from, std::size_t size, float a, const float* x, float* y) {
    for (std::size_t j = from / width<float> * width<float>; j < size; j += width<float>) {
        store(y + j, load(y + j) + a * load(x + j));
    }
}

// Factors the rows first..first + panel_rows, from which the rows above are already subtracted.
constexpr std::size_t panel_rows = 4;

inline void factor_panel(std::size_t first, std::size_t size, float* triangle) {
    for (std::size_t j = first; j < first + panel_rows; ++j) {
        float* row = triangle + j * size;
        for (std::size_t above = first; above < j; ++above) {
            const float* other = triangle + above * size;
            add_row(j, size, -other[j], other, row);
        }
        const float pivot = row[j] > 0.0f ? row[j] : 1e30f;
        const float inverse_root = 1.0f / __builtin_sqrtf(pivot);
        for (std::size_t i = j + 1; i < size; ++i) {
            row[i] *= inverse_root;
        }
        row[j] = pivot * inverse_root;
    }
}

// Subtracts a whole panel from a row below it, so that the row passes through the registers once.
inline void subtract_panel(const float* panel, std::size_t i, std::size_t size, float* row) {
    float share[panel_rows];
    for (std::size_t p = 0; p < panel_rows; ++p) {
        share[p] = panel[p * size + i];
    }
    for (std::size_t j = i / width<float> * width<float>; j < size; j += width<float>) {
        Lanes<float> sum = load(row + j);
        for (std::size_t p = 0; p < panel_rows; ++p) {
            sum -= share[p] * load(panel + p * size + j);
        }
        store(row + j, sum);
    }
}

void cholesky(std::size_t size, float* triangle) {
    for (std::size_t first = 0; first < size; first += panel_rows) {
        factor_panel(first, size, triangle);
        for (std::size_t i = first + panel_rows; i < size; ++i) {
            subtract_panel(triangle + first * size, i, size, triangle + i * size);
        }
    }
}

void cholesky_solve(std::size_t size, const float* U, float* x) {
    for (std::size_t j = 0; j < size; ++j) {
        const float* row = U + j * size;
        x[j] /= row[j];
        std::size_t i = j + 1;
        for (; i < size && i % width<float> != 0; ++i) {
            x[i] -= x[j] * row[i];
        }
        add_row(i, size, -x[j], row, x);
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
