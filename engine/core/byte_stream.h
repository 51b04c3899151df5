#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

/// Plain numbers and arrays of them, one after the other, as this machine holds them: what a cache's payload is made
/// of.
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

/// Gives zeros from the first number on that is not there any more.
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
    /// Whether so many things of this size are left; from the first no on, nothing is. Ask before memory is taken.
    bool holds(std::uint64_t count, std::size_t size) {
        is_sound_ = is_sound_ && count <= left_.size() / size;
        return is_sound_;
    }
    /// For who has read something that cannot be.
    void give_up() {
        is_sound_ = false;
    }
    /// Whether everything was there, and nothing is left.
    bool ends_well() const {
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
