#pragma once

namespace limber::app {

/// Keys and stick are released: each character plays its own gait again.
struct ReleaseGaitKeys {};

/// The gait that plays was exchanged, and the new one fades in.
struct FadeToGait {};

} // namespace limber::app
