// SPDX-License-Identifier: MIT
#include "app/panels/plot_table.h"

#include "engine/core/file_bytes.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <system_error>

namespace limber::app {
namespace {

// The shortest text that is read back as the same number.
std::string text_of_number(float value) {
    std::array<char, 32> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
    return {text.data(), end};
}

std::string quoted(const std::string& name) {
    std::string text = "\"";
    for (const char c : name) {
        text += c == '"' ? "\"\"" : std::string(1, c);
    }
    return text + "\"";
}

} // namespace

std::string csv_of(const std::vector<TableColumn>& columns) {
    std::size_t rows = 0;
    std::string text;
    for (const TableColumn& column : columns) {
        rows = std::max(rows, column.values.size());
        text += (text.empty() ? "" : ",") + quoted(column.name);
    }
    text += "\r\n";
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t i = 0; i < columns.size(); ++i) {
            const std::vector<float>& values = columns[i].values;
            const std::size_t missing = rows - values.size();
            text += (i == 0 ? "" : ",") + (row < missing ? std::string() : text_of_number(values[row - missing]));
        }
        text += "\r\n";
    }
    return text;
}

std::vector<float> values_of(const Series& series) {
    return {series.values.begin(), series.values.end()};
}

std::string csv_tooltip(const std::string& contents, const PanelContext& context) {
    const std::filesystem::path& folder = context.ui_state.files.folder;
    std::error_code ignored;
    const std::filesystem::path place = folder.empty() ? std::filesystem::current_path(ignored) : folder;
    return contents + ", as a new table (CSV) in the folder " + place.string();
}

void save_as_csv(PanelContext& context, const std::string& what, std::vector<TableColumn> columns) {
    const auto write = [columns = std::move(columns)](const std::filesystem::path& path) {
        return write_file(path, csv_of(columns));
    };
    context.request(WriteNewFile{context.ui_state.files.name + "_" + what, ".csv", write});
}

} // namespace limber::app
