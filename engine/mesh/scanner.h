#pragma once

#include "engine/core/result.h"
#include "engine/linalg/types.h"

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

/// A place in the bytes of a file, and what can be read there: words, and numbers that are written
/// as text or as raw bytes of either order, so that the ASCII and the binary flavour of a format
/// share one parser.
///
/// The first fault is kept. After it every read gives zero or an empty word and the place stays,
/// so that a parser reads a whole section and asks `failed` once; only its loops ask at every turn.
/// Counts are compared with the bytes that are left before anything is allocated for them.
namespace limber {

enum class Encoding { text, little_endian, big_endian };
enum class NumberType { int8, uint8, int16, uint16, int32, uint32, int64, uint64, float32, float64 };

/// Of a raw number.
std::size_t byte_count(NumberType type);

class Scanner {
public:
    /// `where` names the source in errors. From a `comment` character to the end of its line is space.
    Scanner(std::string_view bytes, std::string_view where, char comment = '\0');

    /// How numbers are written from here on.
    void set_encoding(Encoding encoding) {
        encoding_ = encoding;
    }
    Encoding encoding() const {
        return encoding_;
    }

    /// The next word, or an empty one at the end.
    std::string_view word();
    /// The same without moving on.
    std::string_view next_word();
    /// Fails when the next word is another; case does not matter.
    void expect_word(std::string_view expected);
    /// True when only blanks and comments are left of this line. Moves to its end or to the next word.
    bool is_line_end();
    /// What is left of this line, without its end; moves on to the next line.
    std::string_view rest_of_line();
    /// Moves behind the next occurrence of `mark`; fails when there is none.
    void skip_behind(std::string_view mark);
    void skip_bytes(std::size_t count);

    /// `type` tells the size of a raw number; as text all types are alike.
    std::int64_t integer(NumberType type);
    /// Refuses what is not finite.
    double real(NumberType type);
    /// A count of `what`, each at least `bytes_each` long.
    Index count(NumberType type, std::string_view what, std::size_t bytes_each);
    /// Fails when `count` things of at least `bytes_each` cannot follow.
    void expect_room(std::int64_t count, std::string_view what, std::size_t bytes_each);
    /// An index in [base, base + size), returned less its base.
    int index(NumberType type, std::int64_t base, Index size);
    /// The next word as the name of a type of number.
    NumberType type_of(std::initializer_list<std::pair<std::string_view, NumberType>> names);
    /// The least bytes that so many numbers take in this encoding.
    std::size_t least_bytes(std::size_t numbers, NumberType type) const;

    std::size_t position() const {
        return position_;
    }
    std::size_t bytes_left() const {
        return bytes_.size() - position_;
    }

    bool failed() const {
        return fault_.has_value();
    }
    /// Keeps the first message only, with the line (text) or the byte (raw) of this place.
    void fail(std::string message);
    /// Only after a failure.
    Error error() const {
        return *fault_;
    }

private:
    void skip_space();
    std::string place() const;
    template <typename T>
    T raw();
    std::int64_t raw_integer(NumberType type);
    std::int64_t text_integer();
    double text_real();

    std::string_view bytes_;
    std::string where_;
    char comment_;
    std::size_t position_ = 0;
    Encoding encoding_ = Encoding::text;
    std::optional<Error> fault_;
};

std::string lower(std::string_view word);
/// A word from a file in quotation marks, fit for a sentence: short and printable.
std::string in_quotes(std::string_view word);

} // namespace limber
