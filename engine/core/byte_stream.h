// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

/// Plain numbers and arrays of them in native byte order, for cache payloads.
namespace limber {

class ByteWriter {
public:
    template <typename T>
    void add(const T& number) {
        static_assert(std::is_arithmetic_v<T>);
        add(&number, 1);
    }
    template <typename T>
    void add(const T* numbers, std::size_t count) {
        static_assert(std::is_arithmetic_v<T>);
        if (count > 0) {
            bytes_.append(reinterpret_cast<const char*>(numbers), count * sizeof(T));
        }
    }
    const std::string& bytes() const {
        return bytes_;
    }

private:
    std::string bytes_;
};

/// Returns zeros after the end of the bytes.
class ByteReader {
public:
    explicit ByteReader(std::string_view bytes) : left_(bytes) {}

    template <typename T>
    T number() {
        static_assert(std::is_arithmetic_v<T>);
        T value{};
        fill(&value, 1);
        return value;
    }
    template <typename T>
    void fill(T* numbers, std::size_t count) {
        static_assert(std::is_arithmetic_v<T>);
        if (holds(count, sizeof(T)) && count > 0) {
            std::memcpy(numbers, left_.data(), count * sizeof(T));
            left_.remove_prefix(count * sizeof(T));
        }
    }
    /// Whether that many elements of this size are left; once it returns false, it always does. Call before allocating
    /// memory.
    bool holds(std::uint64_t count, std::size_t size) {
        is_sound_ = is_sound_ && count <= left_.size() / size;
        return is_sound_;
    }
    /// Marks the stream as invalid, for values that are out of range.
    void fail() {
        is_sound_ = false;
    }
    /// Whether all reads succeeded and no bytes are left.
    bool is_complete() const {
        return is_sound_ && left_.empty();
    }
    bool is_sound() const {
        return is_sound_;
    }

private:
    std::string_view left_;
    bool is_sound_ = true;
};

} // namespace limber
