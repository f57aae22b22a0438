// Answers: how does a class say which of its code runs, so that tests know what they depend on?
//
// Every method with code gets a probe on entry, whatever made it (lambda bodies, bridges, constructors,
// default methods):
//
//   RevDeps.SEEN[n] = 1        8 bytes and no branch: a test of the byte was tried first, and made C2 compile
//                              everything twice, since it bets on what the next test then clears
//
// n stands for a set of things that are used together: the method (or its class, if methods are not told
// apart) and the classes that its first basic block uses from outside (class_uses.h). Another block gets a
// probe of its own if it uses classes that the first does not, or if blocks are told apart. So a class costs
// about one probe a method. Other calls are:
//
//   <clinit>      RevDeps.enter(class) ... leave(), also where it throws
//   instance      RevDeps.receiver(this, n), if asked for; not where nobody can override: private, final
//   putstatic     RevDeps.stored(value, class): who uses the class later meets that object
//   a class got by name (Class.forName, loadClass): RevDeps.type(class)
//
// No field, method or initialiser is added: any other agent may redefine the class. A method that would pass
// the size beyond which HotSpot never compiles it says everything on entry instead, as if all of it ran. If
// the editor refuses a method, the class stays as it is, and the error says why.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "classfile/class_file.h"
#include "weave/class_uses.h"
#include "wire/test_dependencies.h"

namespace revmon::weave {

inline constexpr std::string_view kDependencyHook = "java/util/RevDeps";
// Numbers from here on have no byte: their places call every time (java/runtime, RevDeps.SEEN).
inline constexpr uint32_t kSeenBytes = 1u << 22;

// What one number stands for.
struct Probe {
  std::string method;  // "pkg/Cls.name(desc)ret", or "" if methods are not told apart
  std::vector<uint32_t> blocks;
  std::vector<std::string> classes;
  friend auto operator<=>(const Probe&, const Probe&) = default;
};
// Gives equal probes equal numbers.
using ProbeNumbers = std::function<uint32_t(const Probe&)>;

struct ProbeOptions {
  wire::DependencyLevel level = wire::DependencyLevel::kClass;
  bool receivers = false;
  bool calls = false;  // RevDeps.hit(n) instead: needed where tests run side by side
  IsWatched watched;
};

// Empty if the class has no code.
[[nodiscard]] Result<std::vector<uint8_t>> WeaveProbes(const classfile::ClassFile& file,
                                                       const ProbeOptions& options,
                                                       const ProbeNumbers& numbers);

// "pkg/Cls.name(desc)ret".
[[nodiscard]] std::string MethodElement(const classfile::ClassFile& file, const classfile::Member& method);

}  // namespace revmon::weave
