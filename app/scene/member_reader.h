#pragma once

#include "app/scene/json.h"

#include <string>
#include <string_view>
#include <vector>

/// Reading JSON members into values, with faults and warnings that name the member.
namespace limber::app {

/// What was found in a file: the first fault, if any, and what is strange but harmless.
struct Findings {
    std::string fault; // empty: none
    std::vector<std::string> warnings;

    void refuse(std::string sentence);
};

/// Reads the members of one object into variables that hold their defaults, each at most once; says by name
/// what is of the wrong type, and warns about those that nobody asked for.
class MemberReader {
public:
    /// `path` names the object itself: "" at the top, "material", "regions[2]".
    MemberReader(const Json& object, std::string path, Findings& findings);
    ~MemberReader();
    MemberReader(const MemberReader&) = delete;
    MemberReader& operator=(const MemberReader&) = delete;

    /// Null when there is no such member.
    const Json* take(std::string_view name);
    bool has(std::string_view name) const;
    std::string path_of(std::string_view name) const;

    bool read(std::string_view name, bool& value);
    bool read(std::string_view name, int& value);
    bool read(std::string_view name, Index& value);
    bool read(std::string_view name, std::uint64_t& value);
    bool read(std::string_view name, double& value);
    bool read(std::string_view name, std::string& value);
    bool read(std::string_view name, Vec3& value);
    bool read(std::string_view name, Affine& value);

    Findings& findings() {
        return *findings_;
    }

private:
    const Json::Object* object_;
    std::string path_;
    Findings* findings_;
    std::vector<bool> taken_;
};

/// The number in `json`, or a fault that names `path`.
bool read_number(const Json& json, const std::string& path, double& value, Findings& findings);
bool read_integer(const Json& json, const std::string& path, std::int64_t& value, Findings& findings);
bool read_numbers(const Json& json, const std::string& path, double* values, std::size_t count, Findings& findings);

/// Refuses what does not say {"format": format, "version": 1}.
void expect_format(MemberReader& members, std::string_view format);

} // namespace limber::app
