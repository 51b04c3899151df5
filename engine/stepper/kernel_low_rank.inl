// Dense single-precision products and a Cholesky factorisation for the low-rank volume term. Row widths are multiples
// of cluster_lanes, so loops have no remainder.

namespace limber::KERNEL_NAMESPACE {
namespace {

// Quads first, so that the chain of dependent additions is short.
inline float sum_of(const Lanes<float>& value) {
    using Quad = typename VectorOf<float, 16>::type;
    const float* lanes = reinterpret_cast<const float*>(&value);
    Quad sum = load_as<Quad>(lanes);
    for (std::size_t at = 4; at < width<float>; at += 4) {
        sum += load_as<Quad>(lanes + at);
    }
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

constexpr std::size_t gram_rows = 8;

// Eight rows by `vectors` vectors of V' diag(scale) V.
template <std::size_t vectors>
inline void gram_tile(const Columns& V, const float* scale, std::size_t i0, std::size_t j0, float* triangle) {
    Lanes<float> sums[gram_rows][vectors] = {};
    for (std::size_t row = 0; row < V.rows; ++row) {
        const float* values = V.values + row * V.stride;
        Lanes<float> scaled[vectors];
        for (std::size_t v = 0; v < vectors; ++v) {
            scaled[v] = scale[row] * load(values + j0 + v * width<float>);
        }
        for (std::size_t i = 0; i < gram_rows; ++i) {
            for (std::size_t v = 0; v < vectors; ++v) {
                sums[i][v] += values[i0 + i] * scaled[v];
            }
        }
    }
    for (std::size_t i = 0; i < gram_rows; ++i) {
        for (std::size_t v = 0; v < vectors; ++v) {
            store(triangle + (i0 + i) * V.stride + j0 + v * width<float>, sums[i][v]);
        }
    }
}

// As many vectors as the registers of the sums leave room for: one load of a row for several products.
constexpr std::size_t gram_vectors = KERNEL_BYTES == 64 ? 3 : 1;

void gram(const Columns& V, const float* scale, float* triangle) {
    for (std::size_t i0 = 0; i0 < V.stride; i0 += gram_rows) {
        std::size_t j0 = i0 / width<float> * width<float>;
        for (; j0 + gram_vectors * width<float> <= V.stride; j0 += gram_vectors * width<float>) {
            gram_tile<gram_vectors>(V, scale, i0, j0, triangle);
        }
        for (; j0 < V.stride; j0 += width<float>) {
            gram_tile<1>(V, scale, i0, j0, triangle);
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

// Factors the rows first..first + panel_rows, from which the rows above are already subtracted. The diagonal gets its
// reciprocals.
constexpr std::size_t panel_rows = 8;

inline void factor_panel(std::size_t first, std::size_t size, float* triangle) {
    for (std::size_t j = first; j < first + panel_rows; ++j) {
        float* row = triangle + j * size;
        const float pivot = row[j] > 0.0f ? row[j] : 1e30f;
        const float inverse_root = 1.0f / __builtin_sqrtf(pivot);
        for (std::size_t i = j / width<float> * width<float>; i < size; i += width<float>) {
            store(row + i, inverse_root * load(row + i));
        }
        for (std::size_t below = j + 1; below < first + panel_rows; ++below) {
            add_row(below, size, -row[below], row, triangle + below * size);
        }
        row[j] = inverse_root;
    }
}

// Subtracts a whole panel from two rows below it, so that each passes through the registers once.
inline void subtract_panel(const float* panel, std::size_t i, std::size_t size, float* triangle) {
    float share[2][panel_rows];
    for (std::size_t p = 0; p < panel_rows; ++p) {
        share[0][p] = panel[p * size + i];
        share[1][p] = panel[p * size + i + 1];
    }
    float* row = triangle + i * size;
    for (std::size_t j = i / width<float> * width<float>; j < size; j += width<float>) {
        Lanes<float> first = load(row + j);
        Lanes<float> second = load(row + size + j);
        for (std::size_t p = 0; p < panel_rows; ++p) {
            const Lanes<float> above = load(panel + p * size + j);
            first -= share[0][p] * above;
            second -= share[1][p] * above;
        }
        store(row + j, first);
        store(row + size + j, second);
    }
}

void cholesky(std::size_t size, float* triangle) {
    for (std::size_t first = 0; first < size; first += panel_rows) {
        factor_panel(first, size, triangle);
        for (std::size_t i = first + panel_rows; i < size; i += 2) {
            subtract_panel(triangle + first * size, i, size, triangle);
        }
    }
}

// The unknowns that are solved for one after the other, before the rest is updated by all of them at once.
constexpr std::size_t solved_rows = 8;

// x <- U^-T x for `count` vectors x, side by side, so that they share the loads of U.
template <std::size_t count>
inline void solve_forward(std::size_t size, const float* U, float* vectors, std::size_t stride) {
    for (std::size_t first = 0; first < size; first += solved_rows) {
        for (std::size_t j = first; j < first + solved_rows; ++j) {
            for (std::size_t v = 0; v < count; ++v) {
                float* x = vectors + v * stride;
                x[j] *= U[j * size + j];
                for (std::size_t i = j + 1; i < first + solved_rows; ++i) {
                    x[i] -= x[j] * U[j * size + i];
                }
            }
        }
        std::size_t i = first + solved_rows;
        for (; i < size && i % width<float> != 0; ++i) {
            for (std::size_t j = first; j < first + solved_rows; ++j) {
                for (std::size_t v = 0; v < count; ++v) {
                    float* x = vectors + v * stride;
                    x[i] -= x[j] * U[j * size + i];
                }
            }
        }
        for (; i < size; i += width<float>) {
            Lanes<float> sums[count];
            for (std::size_t v = 0; v < count; ++v) {
                sums[v] = load(vectors + v * stride + i);
            }
            for (std::size_t j = first; j < first + solved_rows; ++j) {
                const Lanes<float> above = load(U + j * size + i);
                for (std::size_t v = 0; v < count; ++v) {
                    sums[v] -= vectors[v * stride + j] * above;
                }
            }
            for (std::size_t v = 0; v < count; ++v) {
                store(vectors + v * stride + i, sums[v]);
            }
        }
    }
}

// x <- U^-1 x.
inline void solve_backward(std::size_t size, const float* U, float* x) {
    for (std::size_t end = size; end > 0; end -= solved_rows) {
        const std::size_t first = end - solved_rows;
        Lanes<float> sums[solved_rows] = {};
        std::size_t i = (end + width<float> - 1) / width<float> * width<float>;
        const std::size_t aligned = i < size ? i : size;
        for (; i < size; i += width<float>) {
            const Lanes<float> later = load(x + i);
            for (std::size_t r = 0; r < solved_rows; ++r) {
                sums[r] += load(U + (first + r) * size + i) * later;
            }
        }
        for (std::size_t r = 0; r < solved_rows; ++r) {
            float sum = sum_of(sums[r]);
            for (std::size_t k = end; k < aligned; ++k) {
                sum += U[(first + r) * size + k] * x[k];
            }
            x[first + r] -= sum;
        }
        for (std::size_t j = end; j-- > first;) {
            x[j] *= U[j * size + j];
            for (std::size_t above = first; above < j; ++above) {
                x[above] -= U[above * size + j] * x[j];
            }
        }
    }
}

void cholesky_solve(std::size_t size, const float* U, float* x) {
    solve_forward<1>(size, U, x, size);
    solve_backward(size, U, x);
}

// Rows whose products with a vector are summed side by side.
constexpr std::size_t product_rows = 4;

void solve_rows(std::size_t size, const float* U, const Columns& B) {
    std::size_t row = 0;
    for (; row + product_rows <= B.rows; row += product_rows) {
        solve_forward<product_rows>(size, U, B.values + row * B.stride, B.stride);
    }
    for (; row < B.rows; ++row) {
        solve_forward<1>(size, U, B.values + row * B.stride, B.stride);
    }
}

void add_product(const Columns& V, const float* x, float* y) {
    std::size_t row = 0;
    for (; row + product_rows <= V.rows; row += product_rows) {
        Lanes<float> sums[product_rows] = {};
        for (std::size_t j = 0; j < V.stride; j += width<float>) {
            const Lanes<float> values = load(x + j);
            for (std::size_t r = 0; r < product_rows; ++r) {
                sums[r] += load(V.values + (row + r) * V.stride + j) * values;
            }
        }
        for (std::size_t r = 0; r < product_rows; ++r) {
            y[row + r] += sum_of(sums[r]);
        }
    }
    for (; row < V.rows; ++row) {
        Lanes<float> sums{};
        for (std::size_t j = 0; j < V.stride; j += width<float>) {
            sums += load(V.values + row * V.stride + j) * load(x + j);
        }
        y[row] += sum_of(sums);
    }
}

// `vectors` vectors of y, which stay in registers.
template <std::size_t vectors>
inline void add_transposed_tile(const Columns& V, const float* x, std::size_t j0, float* y) {
    Lanes<float> sums[vectors];
    for (std::size_t v = 0; v < vectors; ++v) {
        sums[v] = load(y + j0 + v * width<float>);
    }
    for (std::size_t row = 0; row < V.rows; ++row) {
        const float* values = V.values + row * V.stride + j0;
        for (std::size_t v = 0; v < vectors; ++v) {
            sums[v] += x[row] * load(values + v * width<float>);
        }
    }
    for (std::size_t v = 0; v < vectors; ++v) {
        store(y + j0 + v * width<float>, sums[v]);
    }
}

// The vectors from j0 on, which are at most `vectors`.
template <std::size_t vectors>
inline void add_transposed_rest(const Columns& V, const float* x, std::size_t j0, float* y) {
    if (V.stride - j0 == vectors * width<float>) {
        add_transposed_tile<vectors>(V, x, j0, y);
    } else if constexpr (vectors > 1) {
        add_transposed_rest<vectors - 1>(V, x, j0, y);
    }
}

void add_transposed(const Columns& V, const float* x, float* y) {
    constexpr std::size_t most = 8;
    std::size_t j0 = 0;
    for (; j0 + most * width<float> <= V.stride; j0 += most * width<float>) {
        add_transposed_tile<most>(V, x, j0, y);
    }
    add_transposed_rest<most - 1>(V, x, j0, y);
}

} // namespace
} // namespace limber::KERNEL_NAMESPACE
