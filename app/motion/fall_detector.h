#pragma once

/// Tells when a body that walks has fallen over and does not get up: for longer than a tumble
/// takes, what was up at rest leans by more than 70 degrees.
namespace limber::app {

class FallDetector {
public:
    /// Whether it is time to look again, at who this is and what its motion's time [s] is: every tenth of a second.
    bool is_due(int who, double time) const;
    /// `upright`: the cosine of its lean. Whether it has just lain for long enough, which is said once a fall.
    bool has_fallen(int who, double time, double upright);

private:
    int who_ = 0;
    double gait_candidate_ = 0.0; // [s]
    double lies_since_ = 0.0;
    bool lies_ = false;
    bool is_told_ = false;
};

} // namespace limber::app
