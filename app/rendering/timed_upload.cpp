// SPDX-License-Identifier: MIT
#include "app/rendering/timed_upload.h"

#include <cstddef>

namespace limber::app {
namespace {

constexpr std::size_t bytes_a_part = 1 << 20; // takes well below a millisecond

} // namespace

bool send_until(Renderer& renderer, MeshHandle mesh, UploadClock::time_point until) {
    bool is_complete = renderer.send_more(mesh, bytes_a_part);
    while (!is_complete && UploadClock::now() < until) {
        is_complete = renderer.send_more(mesh, bytes_a_part);
    }
    return is_complete;
}

} // namespace limber::app
