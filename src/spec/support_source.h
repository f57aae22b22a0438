// Answers: which Java class does the embedded Java of a spec become?
//
// One class per spec, a subclass of revmon.rt.SpecMonitor, compiled with --release 8. The spec's code is put
// into it verbatim, on the line it has in the spec file wherever the order of the pieces allows that, so that
// line numbers of stack traces are those of the spec; a SourceMap places javac's errors exactly. Each piece
// of code becomes a private method that may throw anything and, behind all pieces, a public one that contains
// what it throws (support_names.h has the names):
//
//   static boolean guard<i>_<event>(variables...)       false when it threw
//   boolean condition<i>_<event>(variables...)          false when it threw
//   int body_<event>(revmon.rt.Site, variables...)      bits of SpecMonitor: RESET, SKIP, FAILED
//   int handler_<property>_<category>(revmon.rt.Site)   the same
//   int raw_<property>(revmon.rt.Site)                  the same
//   static <class> revmonCreate(), revmonNew()          a new object; null when a field's initialiser threw
//   static String[] revmonCodes()                       names of those that are not static
//   boolean revmonAsk(code, variables)                  the condition with this number in revmonCodes()
//   int revmonDo(code, site, variables)                 the body or handler: what the engine calls
//
// The variables are those of the event in order of declaration, as declared. A parameter of the spec that the
// event does not bind but the code names is asked from the monitor (SpecMonitor.revmonUsedParameters).
//
// The text is changed in these places only, always by token, never inside strings and comments: the macros
// (in bodies and handlers); RVMLogging.out/err and System.out/err where something is printed, which learn the
// spec and the site (and never reach stdout by themselves); and the packages org.aspectj.lang and
// com.runtimeverification.rvmonitor.java.rt, which mean ours: the boot loader defines these classes, and
// under their own names they would take the place of the AspectJ that a program brings along.
#pragma once
#include <string>

#include "spec/model.h"
#include "spec/source.h"
#include "spec/source_map.h"

namespace revmon::spec {

struct SupportSource {
  std::string class_name;  // internal: "revmon/spec/Iterator_HasNextMonitor"
  std::string text;
  SourceMap map;
};

// `source` is the text the spec was loaded from. What has no meaning here (__ACTIVITY) is reported. Only for
// specs whose `java.any()`.
[[nodiscard]] SupportSource WriteSupportSource(const Spec& spec, const SourceText& source,
                                               Diagnostics* diagnostics);

}  // namespace revmon::spec
