# Other people's headers that most sources include are parsed once for all sources of equal compile options: parsing
# them again and again was two thirds of a build. None of ours is among them. A source still includes what it uses:
# headers_alone (tests/architecture) is built without, and so is everything under -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON,
# which is also what a compiler cache wants.
set(parsed_once <algorithm> <array> <cmath> <cstdint> <functional> <limits> <memory> <numeric> <optional> <span>
    <sstream> <string> <string_view> <variant> <vector> <Eigen/Core>)

# What the rooms share.
file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/precompiled.cpp CONTENT "")
add_library(precompiled OBJECT ${CMAKE_CURRENT_BINARY_DIR}/precompiled.cpp)
target_link_libraries(precompiled PRIVATE Eigen3::Eigen warnings)
target_precompile_headers(precompiled PRIVATE ${parsed_once})
