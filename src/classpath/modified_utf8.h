// Answers: how is a class called in an archive, and how in a class file?
//
// Class files write names in the JVM's modified UTF-8: characters beyond U+FFFF are two surrogates of three
// bytes each. Archives and disks use plain UTF-8: one sequence of four bytes. Nearly every name is the same
// in both; only names with such a character are converted. Anything that is no UTF-8 stays as it is.
#pragma once
#include <string>
#include <string_view>

namespace revmon::classpath {

[[nodiscard]] std::string ToModifiedUtf8(std::string_view utf8);
[[nodiscard]] std::string FromModifiedUtf8(std::string_view modified);

// True if the name differs between the two, so that it must be converted.
[[nodiscard]] bool HasFourByteSequence(std::string_view utf8);
[[nodiscard]] bool HasSurrogates(std::string_view modified);

}  // namespace revmon::classpath
