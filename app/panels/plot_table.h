// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panel_context.h"

#include <string>
#include <vector>

/// The values of plots as tables for other programs.
namespace limber::app {

struct TableColumn {
    std::string name; // with its unit
    std::vector<float> values;
};

/// Comma-separated values (RFC 4180): a row of names, then one for each value, oldest first. The newest values of all
/// columns are in the last row, and shorter columns are empty above. Numbers are read back as they are.
std::string csv_of(const std::vector<TableColumn>& columns);

std::vector<float> values_of(const Series& series);

/// What a button that saves a table says before it is pressed: what the table has, and in which folder it will be.
std::string csv_tooltip(const std::string& contents, const PanelContext& context);

/// Writes the table in the background, beside the character's other new files.
void save_as_csv(PanelContext& context, const std::string& what, std::vector<TableColumn> columns);

} // namespace limber::app
