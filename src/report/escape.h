// Answers: how does text of any origin go into HTML and XML without breaking out?
#pragma once
#include <string>
#include <string_view>

namespace revmon::report {

// The text as valid UTF-8: what is not becomes U+FFFD.
[[nodiscard]] std::string ValidUtf8(std::string_view text);

// For content and quoted attributes of HTML and XML: &<>"' escaped, UTF-8 made valid, and characters that XML
// forbids (most controls, U+FFFE, U+FFFF) replaced by U+FFFD.
[[nodiscard]] std::string EscapeMarkup(std::string_view text);

// A path as a relative URI reference: everything but unreserved characters and '/' as %XX.
[[nodiscard]] std::string UriPath(std::string_view path);

}  // namespace revmon::report
