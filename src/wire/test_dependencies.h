// Answers: what did each test depend on, and how is it stored so that a crash loses next to nothing?
//
//   "RVMDEPND", u32 version, u8 level, 3 bytes reserved                 (little-endian, like all numbers)
//   records: u32 length, u32 checksum (low half of XXH3-64), payload
//
// Append-only, one file a JVM, as results.h has it. The agent writes what it sees, in the order in which it
// sees it, and the reader draws the conclusions, so that the program does not wait for them:
//
//   elements     names get numbers: "pkg/Cls", "pkg/Cls.name(desc)ret"
//   class        its superclass and interfaces: whoever uses it uses them
//   opened       a test (or a class of tests, for what runs outside of its tests) starts, inside of another
//   use          what was used by a test, by the initialiser of a class, or by nobody in particular
//   closed       a test has ended
//   blind        a class of the program came to be that cannot be watched
//
// A method that was entered counts as a use of its class. What an initialiser uses is used by every test that
// uses its class, whichever test made it run; and so on for the classes that it uses. What nobody in
// particular used, and what is blind, counts for all tests that run at that moment or start later in this
// JVM: those that are not closed before. A test that never ended depends on everything, by name of the
// reason.
#pragma once
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"

namespace revmon::wire {

inline constexpr uint32_t kDependenciesVersion = 1;
// Files of the agent's out folder: the name of the JVM's results file with this instead of ".results".
inline constexpr std::string_view kDependenciesSuffix = ".dependencies";

// What is told apart: classes; methods; basic blocks of methods (classfile/basic_blocks.h) as well.
enum class DependencyLevel : uint8_t { kClass, kMethod, kBlock, kLast = kBlock };

// A method that ran on an object of class `type`, which may inherit it. Both are elements.
struct Receiver {
  uint32_t type = 0;
  uint32_t method = 0;
  friend auto operator<=>(const Receiver&, const Receiver&) = default;
};

// Blocks of a method that ran, ascending. At other levels there are none: a method that ran, ran as a whole.
struct BlockUse {
  uint32_t method = 0;  // element
  std::vector<uint32_t> blocks;
  friend bool operator==(const BlockUse&, const BlockUse&) = default;
};

struct TestDependencies {
  std::string test;                // pkg.Class, or pkg.Class#method
  std::string outer;               // that it ran inside of: its class, a suite, an enclosing class; "" = none
  std::vector<uint32_t> elements;  // ascending, each once
  bool everything = false;         // whatever changes can matter
  std::string why_everything;
  std::vector<std::string> files;   // opened by the program, absolute or relative to its folder; ascending
  std::vector<Receiver> receivers;  // only if asked for; ascending
  std::vector<BlockUse> blocks;     // ascending by method
  friend bool operator==(const TestDependencies&, const TestDependencies&) = default;
};

// One file as it reads: all conclusions drawn, a test once for each time that it ran.
struct DependencyFile {
  DependencyLevel level = DependencyLevel::kClass;
  std::vector<std::string> elements;  // no name twice
  std::vector<TestDependencies> tests;
  bool complete = false;  // the JVM came to its end
  size_t torn_bytes = 0;  // behind the last whole record
};

// Records, for the agent.
struct DependencyUse {
  enum class Of : uint8_t { kTest, kInitializer, kNobody, kLast = kNobody };
  Of of = Of::kNobody;
  uint32_t id = 0;  // of the test, or the element of the class
  std::vector<uint32_t> elements;
  std::vector<BlockUse> blocks;
  std::vector<Receiver> receivers;
  std::vector<std::string> files;
};
[[nodiscard]] std::vector<uint8_t> DependenciesHeader(DependencyLevel level);
// The names of the elements from number `first` on, which must be the number of those that were written.
[[nodiscard]] std::vector<uint8_t> EncodeElements(uint32_t first, const std::vector<std::string>& names);
[[nodiscard]] std::vector<uint8_t> EncodeClass(const std::string& name,
                                               const std::vector<std::string>& supertypes);
[[nodiscard]] std::vector<uint8_t> EncodeOpened(uint32_t test, const std::string& name, uint32_t outer = 0);
[[nodiscard]] std::vector<uint8_t> EncodeUse(const DependencyUse& use);
[[nodiscard]] std::vector<uint8_t> EncodeClosed(uint32_t test);
[[nodiscard]] std::vector<uint8_t> EncodeBlind(const std::string& name, const std::string& reason);
[[nodiscard]] std::vector<uint8_t> EncodeDependenciesEnd();

[[nodiscard]] Result<DependencyFile> ReadDependencies(Bytes bytes);

// Of all files, by test class or by test method, united over all runs of the same.
enum class TestUnit : uint8_t { kClass, kMethod };
struct Dependencies {
  DependencyLevel level = DependencyLevel::kClass;  // the coarsest of the files
  std::vector<std::string> elements;                // no name twice
  std::map<std::string, TestDependencies> tests;    // by name
};
// All runs of a method ("m[2]") are one. Whatever ran inside of another (a method of its class, a class of a
// suite or of an enclosing class) also has what that one used outside of its tests (@BeforeAll). By class,
// the outer one has what the inner ones have: who runs it runs them. By method, classes are left out that are
// there for their methods only.
[[nodiscard]] Dependencies MergeDependencies(std::span<const DependencyFile> files, TestUnit unit);

// "pkg.Class" of "pkg.Class#method[2]".
[[nodiscard]] std::string_view TestClassOf(std::string_view test);
// "pkg/Cls" of "pkg/Cls.name(desc)ret", and of itself.
[[nodiscard]] std::string_view ClassOfElement(std::string_view element);
[[nodiscard]] inline bool IsMethodElement(std::string_view element) {
  return element.find('(') != std::string_view::npos;
}

}  // namespace revmon::wire
