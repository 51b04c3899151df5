// SPDX-License-Identifier: MIT
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

/// A position in the bytes of a file, and readers for words and for numbers, written as text or as raw bytes of either
/// order, so that the ASCII and the binary form of a format share one parser.
///
/// The first error is stored. After it every read returns zero or an empty word and the position stays, so that a
/// parser can read a whole section and check `failed` once; only loops check it in every iteration. Counts are compared
/// with the remaining bytes before memory is allocated for them.
namespace limber {

enum class Encoding { text, little_endian, big_endian };
enum class NumberType { int8, uint8, int16, uint16, int32, uint32, int64, uint64, float32, float64 };

/// Size of a raw number.
std::size_t byte_count(NumberType type);

class Scanner {
public:
    /// `where` names the source in errors. Text from a `comment` character to the end of its line is skipped.
    Scanner(std::string_view bytes, std::string_view where, char comment = '\0');

    /// The encoding of the following numbers.
    void set_encoding(Encoding encoding) {
        encoding_ = encoding;
    }
    Encoding encoding() const {
        return encoding_;
    }

    /// The next word, or an empty one at the end.
    std::string_view word();
    /// The same without advancing.
    std::string_view next_word();
    /// Fails when the next word is different, ignoring case.
    void expect_word(std::string_view expected);
    /// True when only blanks and comments remain on this line. Advances to its end or to the next word.
    bool is_line_end();
    /// The rest of this line without its end; advances to the next line.
    std::string_view rest_of_line();
    /// Advances past the next occurrence of `mark`; fails when there is none.
    void skip_past(std::string_view mark);
    void skip_bytes(std::size_t count);

    /// `type` is the type of a raw number; it is ignored for text.
    std::int64_t integer(NumberType type);
    /// Fails if the number is not finite.
    double real(NumberType type);
    /// A count of `what`, each at least `bytes_each` long.
    Index count(NumberType type, std::string_view what, std::size_t bytes_each);
    /// Fails when the remaining bytes cannot contain `count` items of at least `bytes_each`.
    void expect_room(std::int64_t count, std::string_view what, std::size_t bytes_each);
    /// An index in [base, base + size), returned minus its base.
    int index(NumberType type, std::int64_t base, Index size);
    /// Reads the name of a number type.
    NumberType type_of(std::initializer_list<std::pair<std::string_view, NumberType>> names);
    /// The minimum size of so many numbers in this encoding.
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
    /// Stores the first message only, with the line (text) or byte (raw) of the current position.
    void fail(std::string message);
    /// Precondition: failed().
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

/// A word from a file in quotation marks for use in a message, shortened and printable.
std::string in_quotes(std::string_view word);

} // namespace limber
