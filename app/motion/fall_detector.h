// SPDX-License-Identifier: MIT
#pragma once

/// Detects that a walking body has fallen and does not get up: it leans by more than 70 degrees for longer than 1.5 s.
namespace limber::app {

class FallDetector {
public:
    /// Whether the next check is due for this character at this time [s] of its motion: every tenth of a second.
    bool is_due(int id, double time) const;
    /// `upright`: the cosine of the lean angle. Returns true once per fall, after the body has lain for long enough.
    bool has_fallen(int id, double time, double upright);

private:
    int id_ = 0;
    double checked_at_ = 0.0; // [s]
    double lies_since_ = 0.0;
    bool lies_ = false;
    bool is_reported_ = false;
};

} // namespace limber::app
