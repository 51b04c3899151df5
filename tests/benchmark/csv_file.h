// SPDX-License-Identifier: MIT
#pragma once

#include <fstream>
#include <initializer_list>
#include <string>
#include <string_view>

/// The numbers of a chart as comma-separated values, which charts.py draws.
namespace limber {

class CsvFile {
public:
    /// The header names the columns: "modes,clusters,milliseconds".
    CsvFile(const std::string& path, std::string_view header) : out_(path) {
        out_ << header << '\n';
    }

    /// A row starts with the labels, which contain no comma.
    void add(std::initializer_list<std::string_view> labels, std::initializer_list<double> values) {
        const char* separator = "";
        for (const std::string_view label : labels) {
            out_ << separator << label;
            separator = ",";
        }
        for (const double value : values) {
            out_ << separator << value;
            separator = ",";
        }
        out_ << '\n';
    }
    /// Returns whether all rows could be written.
    bool close() {
        out_.close();
        return out_.good();
    }

private:
    std::ofstream out_;
};

} // namespace limber
