// Answers: how are file names taken apart and put together, without asking the disk?
//
// Paths are plain strings with '/' between names. Everything here is lexical; symbolic links are the file
// system's business (FileSystem::RealPath).
#pragma once
#include <string>
#include <string_view>

namespace revmon {

// "a" + "b" -> "a/b"; an absolute second part wins; an empty part adds nothing.
[[nodiscard]] std::string JoinPath(std::string_view first, std::string_view second);
// Removes "//", "." and, where a name precedes it, ".."; never leaves the root. "" -> ".".
[[nodiscard]] std::string NormalizePath(std::string_view path);
// The last name: "a/b.jar" -> "b.jar"; "a/" -> "a"; "/" -> "".
[[nodiscard]] std::string_view BaseName(std::string_view path);
// All but the last name: "a/b" -> "a", "/a" -> "/", "a" -> ".".
[[nodiscard]] std::string_view DirName(std::string_view path);

}  // namespace revmon
