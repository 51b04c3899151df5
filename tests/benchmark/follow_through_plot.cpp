#include "tests/support/jerked_bar.h"

#include <array>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>

/// What the momentum leak does to the free end of a bar whose rig is moved sideways at once: how far it is ahead of the
/// rig, for three amounts of leak.
///
///     follow_through_plot OUT.svg
namespace limber {
namespace {

using testing::JerkedBar;

constexpr double seconds = 1.2;
constexpr double left = 70, top = 70, width = 760, height = 340;
constexpr double reach = 0.15; // [m] up and down

struct Amount {
    double leak;
    const char* colour;
};
constexpr std::array amounts{Amount{0.2, "#8fb8de"}, Amount{0.5, "#3d6fa5"}, Amount{0.9, "#e07a5f"}};

double x_of(double time) {
    return left + width * time / seconds;
}

double y_of(double lead) {
    return top + 0.5 * height * (1.0 - lead / reach);
}

class Plot {
public:
    Plot() {
        const double stop = x_of(JerkedBar::duration);
        box(left, 0.5 * (left + stop), "#f3ead8");
        box(0.5 * (left + stop), stop, "#e6eef6");
        write(left + 0.25 * (stop - left), top + height - 8, "rig speeds up", 12);
        write(left + 0.75 * (stop - left), top + height - 8, "slows down", 12);
        write(0.5 * (stop + left + width), top + height - 8, "rig at rest", 12);
        for (const double lead : {-0.1, -0.05, 0.0, 0.05, 0.1}) {
            line({left, y_of(lead)}, {left + width, y_of(lead)}, lead == 0.0 ? "#888" : "#ddd");
            std::array<char, 16> text{};
            std::snprintf(text.data(), text.size(), "%+.2f", lead);
            write(left - 30, y_of(lead) + 5, text.data(), 13);
        }
        for (int tenth = 0; tenth <= 12; tenth += 2) {
            std::array<char, 16> text{};
            std::snprintf(text.data(), text.size(), "%.1f", 0.1 * tenth);
            write(x_of(0.1 * tenth), top + height + 20, text.data(), 13);
        }
        write(left + 0.5 * width, top + height + 42, "time [s]", 14);
        write(left + 0.5 * width, 26, "How far the free end of a soft bar is ahead of its rig [m]", 17);
        write(left + 0.5 * width, 48, "below: it drags behind (anticipation); above: it follows through", 13);
    }

    void add(const Amount& amount, const std::vector<double>& lead, int place) {
        out_ << "<polyline fill='none' stroke-width='3' stroke='" << amount.colour << "' points='" << left << ","
             << y_of(0.0);
        for (std::size_t i = 0; i < lead.size(); ++i) {
            out_ << " " << x_of((static_cast<double>(i) + 1.0) * JerkedBar::time_step) << "," << y_of(lead[i]);
        }
        out_ << "'/>\n";
        std::array<char, 32> text{};
        std::snprintf(text.data(), text.size(), "leak %.1f", amount.leak);
        write(left + width - 60, top + 24 + 22 * place, text.data(), 15, amount.colour);
    }

    std::string finished() const {
        std::ostringstream svg;
        svg << "<svg xmlns='http://www.w3.org/2000/svg' width='" << left + width + 30 << "' height='"
            << top + height + 60 << "' font-family='sans-serif'>\n<rect width='100%' height='100%' fill='white'/>\n"
            << out_.str() << "</svg>\n";
        return svg.str();
    }

private:
    void box(double from, double to, const char* colour) {
        out_ << "<rect x='" << from << "' y='" << top << "' width='" << to - from << "' height='" << height
             << "' fill='" << colour << "'/>\n";
    }
    void line(const std::array<double, 2>& from, const std::array<double, 2>& to, const char* colour) {
        out_ << "<line x1='" << from[0] << "' y1='" << from[1] << "' x2='" << to[0] << "' y2='" << to[1] << "' stroke='"
             << colour << "'/>\n";
    }
    void write(double x, double y, const std::string& text, int size, const char* colour = "#333") {
        out_ << "<text x='" << x << "' y='" << y << "' font-size='" << size << "' text-anchor='middle' fill='" << colour
             << "'>" << text << "</text>\n";
    }

    std::ostringstream out_;
};

void plot(const char* path) {
    Plot plot;
    int place = 0;
    for (const Amount& amount : amounts) {
        const std::vector<double> lead = JerkedBar::lead_of_the_end(amount.leak, seconds);
        const auto [least, most] = std::minmax_element(lead.begin(), lead.end());
        std::printf("leak %.1f: from %+.4f to %+.4f m\n", amount.leak, *least, *most);
        plot.add(amount, lead, place++);
    }
    std::ofstream(path) << plot.finished();
}

} // namespace
} // namespace limber

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fprintf(stderr, "follow_through_plot OUT.svg\n");
        return 2;
    }
    limber::plot(argv[1]);
    return 0;
}
