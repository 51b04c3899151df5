// SPDX-License-Identifier: MIT
#include "engine/replay/motion_reader.h"

#include "engine/core/file_bytes.h"

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>

namespace limber {
namespace {

static_assert(std::endian::native == std::endian::little, "both formats are read as little-endian");

using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

constexpr std::string_view npy_start = "\x93NUMPY";
constexpr std::string_view pc2_start("POINTCACHE2\0", 12);
constexpr std::size_t pc2_header = 32; // bytes
constexpr std::uint64_t numbers_max = std::uint64_t{1} << 31U;

struct Array {
    std::vector<std::uint64_t> shape;
    std::vector<double> numbers; // rows first
};

Error fault(std::string_view where, const std::string& message) {
    return {ErrorKind::bad_input, message, std::string(where)};
}

template <typename T>
T number_at(std::string_view bytes, std::size_t offset) {
    T number;
    std::memcpy(&number, bytes.data() + offset, sizeof(T));
    return number;
}

// The text after 'key': in a header, a Python dictionary.
std::optional<std::string_view> value_of(std::string_view header, std::string_view key) {
    const std::string quoted = "'" + std::string(key) + "':";
    const std::size_t at = header.find(quoted);
    if (at == std::string_view::npos) {
        return std::nullopt;
    }
    const std::size_t start = header.find_first_not_of(' ', at + quoted.size());
    return start == std::string_view::npos ? std::nullopt : std::optional(header.substr(start));
}

// "(2, 3)" as numbers.
std::optional<std::vector<std::uint64_t>> shape_in(std::string_view text) {
    std::vector<std::uint64_t> shape;
    if (text.empty() || text.front() != '(') {
        return std::nullopt;
    }
    text.remove_prefix(1);
    while (true) {
        const std::size_t start = text.find_first_not_of(" ,");
        if (start == std::string_view::npos || text[start] == ')') {
            return start == std::string_view::npos ? std::nullopt : std::optional(shape);
        }
        std::uint64_t size = 0;
        const auto [end, error] = std::from_chars(text.data() + start, text.data() + text.size(), size);
        if (error != std::errc()) {
            return std::nullopt;
        }
        shape.push_back(size);
        text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    }
}

std::optional<std::uint64_t> product_of(const std::vector<std::uint64_t>& shape) {
    std::uint64_t product = 1;
    for (const std::uint64_t size : shape) {
        if (size > numbers_max || (product *= size) > numbers_max) {
            return std::nullopt;
        }
    }
    return product;
}

template <typename T>
bool copy_finite(std::string_view bytes, std::vector<double>& numbers) {
    bool are_finite = true;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        numbers[i] = static_cast<double>(number_at<T>(bytes, i * sizeof(T)));
        are_finite = are_finite && std::isfinite(numbers[i]);
    }
    return are_finite;
}

// The numbers of an array that is stored columns first, rows first.
std::vector<double> rows_first(const std::vector<std::uint64_t>& shape, const std::vector<double>& columns_first) {
    std::vector<double> numbers(columns_first.size());
    std::vector<std::uint64_t> index(shape.size(), 0);
    for (double& number : numbers) {
        std::uint64_t from = 0;
        for (std::size_t axis = shape.size(); axis-- > 0;) {
            from = from * shape[axis] + index[axis];
        }
        number = columns_first[from];
        for (std::size_t axis = shape.size(); axis-- > 0 && ++index[axis] == shape[axis];) {
            index[axis] = 0;
        }
    }
    return numbers;
}

// The header and the data of a NumPy file.
struct NpyParts {
    std::string_view header;
    std::string_view data;
};

std::optional<NpyParts> npy_parts(std::string_view bytes) {
    if (!bytes.starts_with(npy_start) || bytes.size() < 12) {
        return std::nullopt;
    }
    const bool is_short = bytes[6] == 1;
    const std::size_t preamble = is_short ? 10 : 12;
    const std::size_t length = is_short ? number_at<std::uint16_t>(bytes, 8) : number_at<std::uint32_t>(bytes, 8);
    if (bytes.size() - preamble < length) {
        return std::nullopt;
    }
    return NpyParts{bytes.substr(preamble, length), bytes.substr(preamble + length)};
}

Result<Array> array_in(std::string_view bytes, std::string_view where) {
    const auto parts = npy_parts(bytes);
    if (!parts) {
        return fault(where, "is not a NumPy array (.npy)");
    }
    const auto type = value_of(parts->header, "descr");
    const auto order = value_of(parts->header, "fortran_order");
    const auto shape_text = value_of(parts->header, "shape");
    const auto shape = shape_text ? shape_in(*shape_text) : std::nullopt;
    if (!type || !order || !shape) {
        return fault(where, "has a header that is not NumPy's");
    }
    const bool is_double = type->starts_with("'<f8'");
    if (!is_double && !type->starts_with("'<f4'")) {
        return fault(where, "must hold little-endian float32 or float64 numbers");
    }
    const auto count = product_of(*shape);
    if (!count) {
        return fault(where, "holds more numbers than can be read, 2^31");
    }
    if (parts->data.size() < *count * (is_double ? 8U : 4U)) {
        return fault(where, "ends before the last of its numbers");
    }
    Array array{*shape, std::vector<double>(*count)};
    const bool are_finite =
        is_double ? copy_finite<double>(parts->data, array.numbers) : copy_finite<float>(parts->data, array.numbers);
    if (!are_finite) {
        return fault(where, "holds a number that is not finite");
    }
    if (order->starts_with("True")) {
        array.numbers = rows_first(array.shape, array.numbers);
    }
    return array;
}

std::vector<Points> frames_of(const Array& array) {
    const auto n = static_cast<Index>(array.shape[1]);
    std::vector<Points> frames;
    for (std::size_t frame = 0; frame < array.shape[0]; ++frame) {
        const double* first = array.numbers.data() + frame * static_cast<std::size_t>(3 * n);
        frames.emplace_back(Eigen::Map<const Points>(first, n, 3));
    }
    return frames;
}

// A version, the number of vertices, the first frame, frames a sample, and the number of samples, 4 bytes each.
Result<Array> point_cache_in(std::string_view bytes, std::string_view where) {
    if (bytes.size() < pc2_header) {
        return fault(where, "ends within its header");
    }
    const auto vertices = number_at<std::int32_t>(bytes, 16);
    const auto samples = number_at<std::int32_t>(bytes, 28);
    if (vertices < 0 || samples < 0) {
        return fault(where, "has a negative number of vertices or frames");
    }
    const std::vector<std::uint64_t> shape{static_cast<std::uint64_t>(samples), static_cast<std::uint64_t>(vertices),
                                           3};
    const auto count = product_of(shape);
    if (!count || (bytes.size() - pc2_header) / sizeof(float) < *count) {
        return fault(where, "ends before the last of its frames");
    }
    Array array{shape, std::vector<double>(*count)};
    if (!copy_finite<float>(bytes.substr(pc2_header), array.numbers)) {
        return fault(where, "holds a number that is not finite");
    }
    return array;
}

} // namespace

Result<std::vector<Points>> parse_motion(std::string_view bytes, std::string_view where) {
    const auto array = bytes.starts_with(pc2_start) ? point_cache_in(bytes, where) : array_in(bytes, where);
    if (!array) {
        return array.error();
    }
    const std::vector<std::uint64_t>& shape = array.value().shape;
    if (shape.size() != 3 || shape[2] != 3 || shape[0] == 0 || shape[1] == 0) {
        return fault(where, "is no motion: it must have frames x vertices x 3 numbers");
    }
    return frames_of(array.value());
}

Result<std::vector<Points>> read_motion(const std::filesystem::path& path) {
    const auto bytes = file_bytes(path);
    return bytes ? parse_motion(bytes.value(), path.string()) : bytes.error();
}

Result<Matrix> parse_npy(std::string_view bytes, std::string_view where) {
    const auto array = array_in(bytes, where);
    if (!array) {
        return array.error();
    }
    std::vector<std::uint64_t> shape = array.value().shape;
    if (shape.size() == 1) {
        shape.push_back(1);
    }
    if (shape.size() != 2 || shape[0] == 0 || shape[1] == 0) {
        return fault(where, "must have rows x columns numbers");
    }
    return Matrix(Eigen::Map<const Rows>(array.value().numbers.data(), static_cast<Index>(shape[0]),
                                         static_cast<Index>(shape[1])));
}

Result<Matrix> read_npy(const std::filesystem::path& path) {
    const auto bytes = file_bytes(path);
    return bytes ? parse_npy(bytes.value(), path.string()) : bytes.error();
}

} // namespace limber
