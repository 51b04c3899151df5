// SPDX-License-Identifier: MIT
#include "engine/mesh/msh_sections.h"
#include "engine/mesh/tet_mesh_file.h"

namespace limber {
namespace {

enum class MshVersion { v22, v41 };

// The body of a binary file starts with the integer 1, whose bytes give the byte order.
Encoding byte_order(Scanner& scanner) {
    constexpr std::int64_t swapped_one = 1 << 24;
    scanner.set_encoding(Encoding::little_endian);
    const std::int64_t one = scanner.integer(NumberType::int32);
    if (one != 1 && one != swapped_one) {
        scanner.fail("the four bytes that tell the byte order do not hold the number 1; the file is damaged, perhaps "
                     "by a transfer as text: export or download it again");
    }
    return one == 1 ? Encoding::little_endian : Encoding::big_endian;
}

MshVersion read_format(Scanner& scanner, MshContent& content) {
    const std::string_view version = scanner.word();
    const std::int64_t is_binary = scanner.integer(NumberType::int32);
    const std::int64_t size = scanner.integer(NumberType::int32);
    const bool is_known = version == "2.2" || version == "2" || version == "2.1" || version == "4.1";
    if (!scanner.failed() && !is_known) {
        scanner.fail("this is version " + in_quotes(version) + " of the Gmsh format: save it as version 4.1 or 2.2");
    }
    if (!scanner.failed() && (size != 8 || is_binary < 0 || is_binary > 1)) {
        scanner.fail("the format line should read '" + std::string(version) +
                     " 0 8' (text) or end in '1 8' (binary): save the file again with 8-byte numbers");
    }
    if (is_binary == 1) {
        scanner.rest_of_line();
        content.encoding = byte_order(scanner);
        scanner.set_encoding(Encoding::text);
    }
    return version == "4.1" ? MshVersion::v41 : MshVersion::v22;
}

// Sections in any order, except that the format comes before the nodes and these before the elements.
class MshReader {
public:
    MshReader(std::string_view bytes, std::string_view where) : scanner_(bytes, where) {}

    Result<Repaired<TetMesh>> read() {
        while (!scanner_.failed() && !scanner_.next_word().empty()) {
            read_section(scanner_.word());
        }
        if (!has_elements_) {
            scanner_.fail("there is no section $Elements; the file is truncated or no Gmsh mesh: export it again");
        }
        if (scanner_.failed()) {
            return scanner_.error();
        }
        return content_.builder.mesh();
    }

private:
    void read_section(std::string_view name) {
        if (!name.starts_with('$') || name.size() < 2) {
            scanner_.fail(in_quotes(name) +
                          " stands where a section such as $Nodes should start: export the file again");
            return;
        }
        if (name == "$MeshFormat") {
            version_ = read_format(scanner_, content_);
            has_format_ = true;
        } else if (name == "$Nodes" && expect(has_format_, name, "$MeshFormat")) {
            version_ == MshVersion::v41 ? read_msh_41_nodes(scanner_, content_) : read_msh_22_nodes(scanner_, content_);
            has_nodes_ = true;
        } else if (name == "$Elements" && expect(has_nodes_, name, "$Nodes")) {
            version_ == MshVersion::v41 ? read_msh_41_elements(scanner_, content_)
                                        : read_msh_22_elements(scanner_, content_);
            has_elements_ = true;
        } else {
            scanner_.skip_past("$End" + std::string(name.substr(1)));
            return;
        }
        close(name);
    }

    bool expect(bool is_there, std::string_view name, std::string_view before) {
        if (!is_there) {
            scanner_.fail(std::string(name) + " stands before " + std::string(before) + ": export the file again");
        }
        return is_there;
    }

    void close(std::string_view name) {
        const std::string closing = "$End" + std::string(name.substr(1));
        const std::string_view found = scanner_.next_word();
        if (!scanner_.failed() && found != closing) {
            scanner_.fail((found.empty() ? "the file ends" : in_quotes(found) + " stands") + " where " + closing +
                          " should; the counts are wrong or the file is truncated: export it again");
        }
        scanner_.word();
    }

    Scanner scanner_;
    MshContent content_;
    MshVersion version_ = MshVersion::v22;
    bool has_format_ = false;
    bool has_nodes_ = false;
    bool has_elements_ = false;
};

} // namespace

Result<Repaired<TetMesh>> parse_msh(std::string_view bytes, std::string_view where) {
    return MshReader(bytes, where).read();
}

} // namespace limber
