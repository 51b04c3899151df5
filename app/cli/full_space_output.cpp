// SPDX-License-Identifier: MIT
#include "app/cli/full_space_output.h"

#include "app/view/drawables.h"
#include "app/view/motion_file.h"

#include <array>
#include <utility>

namespace limber::app {

FullSpaceOutput::FullSpaceOutput(CharacterPtr character, FileSurfacePtr surface, MotionWriter writer)
    : character_(std::move(character)), surface_(std::move(surface)), writer_(std::move(writer)) {}

Result<FullSpaceOutput> FullSpaceOutput::open(const std::string& path, CharacterPtr character, std::uint64_t frames) {
    if (auto fault = fault_in_files(std::array{std::filesystem::path(path)}, std::array{character})) {
        return *fault;
    }
    auto surface = file_surface(*character);
    if (!surface) {
        return surface.error();
    }
    const Index points = surface.value() ? surface.value()->X.rows() : character->vertex_count();
    auto writer = MotionWriter::open(path, points, static_cast<Index>(frames), 1.0);
    if (!writer) {
        return writer.error();
    }
    return FullSpaceOutput(std::move(character), std::move(surface).value(), std::move(writer).value());
}

Result<Done> FullSpaceOutput::append(const Points& x, const AffineStack& P) {
    return writer_.append(surface_ ? carried_surface(x, *character_, P, *surface_) : x);
}

Result<Done> FullSpaceOutput::close() {
    return writer_.close();
}

} // namespace limber::app
