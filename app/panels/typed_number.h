// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace limber::app {

/// The unit that a format shows after its number: "kPa" of "%.0f kPa", "%" of "%.0f %%"; empty if there is none.
std::string unit_of_format(std::string_view format);

/// The number that was typed into a field that shows `before` in `unit`: "1.5", "0,7", "1e5", and "*2", "/4" and "+3"
/// as changes of `before`. A unit may follow: "3 MPa" is 3000 where kPa is shown. Returns nothing if the text is not a
/// finite number, or if its unit measures something else.
std::optional<double> read_typed_number(std::string_view text, std::string_view unit, double before);

} // namespace limber::app
