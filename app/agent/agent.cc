// The entry points of librevmon.so: parse the options, open the JVM, start listening.
//
// Whatever fails here is said in one line on stderr, and the JVM goes on unmonitored; with `strict` it does
// not start. Nothing is ever printed to stdout, which belongs to the program (and to Surefire's protocol).
#include <jvmti.h>

#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/agent/guard.h"
#include "app/agent/jvm.h"
#include "app/agent/monitoring.h"
#include "app/agent/options.h"
#include "app/agent/plan_file.h"
#include "app/agent/selftest.h"
#include "app/agent/vm_arguments.h"
#include "base/result.h"

namespace revmon::agent {
namespace {

void Say(std::string_view text) {
  std::fprintf(stderr, "revmon: %.*s\n", static_cast<int>(text.size()), text.data());
}

// Listeners live as long as the JVM, which calls them until its very end: they are never freed.
Status StartSelfTest(Jvm jvm, const Options& options, bool at_start) {
  auto listener = std::make_unique<SelfTestListener>(options.selftest);
  REVMON_RETURN_IF_ERROR(jvm.Listen(listener.get(), at_start ? ClassEvents::kFirst : ClassEvents::kStart));
  (void)listener.release();
  return OkStatus();
}

// From when on may we see classes? That the first one is best is for the listener to say.
Result<ClassEvents> FromWhenOn(JavaVM* vm, const Options& options, bool at_start) {
  std::optional<std::vector<std::string>> arguments = VmArguments(vm);
  if (!at_start || !arguments) return ClassEvents::kStart;
  switch (SharingOf(*arguments)) {
    case Sharing::kFree: return options.slots ? ClassEvents::kFirst : ClassEvents::kStart;
    case Sharing::kArchive: return ClassEvents::kStart;
    case Sharing::kCache: return ClassEvents::kLive;
    case Sharing::kRecorded: break;
  }
  return Error(ErrorCode::kUnsupported,
               "this JVM records an archive of classes, which has to be without ours");
}

Status StartMonitoring(JavaVM* vm, Jvm jvm, const Options& options, bool at_start) {
  if (options.plan.empty() && !options.deps) {
    return Error(ErrorCode::kInvalid, "no plan given")
        .Hint("plan=FILE,out=DIR; revmon specs compile makes a plan");
  }
  if (options.out.empty())
    return Error(ErrorCode::kInvalid, "no folder for results given").Hint("add out=DIR");
  REVMON_ASSIGN_OR_RETURN(ClassEvents from, FromWhenOn(vm, options, at_start));
  wire::Plan plan;  // without one: dependencies only
  if (!options.plan.empty()) {
    REVMON_ASSIGN_OR_RETURN(plan, LoadPlan(options.plan));
  }
  if (!options.force) REVMON_RETURN_IF_ERROR(jvm.CheckSupported());
  auto listener = std::make_unique<Monitoring>(jvm, std::move(plan), options);
  REVMON_RETURN_IF_ERROR(listener->Open());
  REVMON_ASSIGN_OR_RETURN(from, listener->Prepare(from));
  REVMON_RETURN_IF_ERROR(jvm.Listen(listener.get(), from));
  Monitoring* monitoring = listener.release();
  void* jni = nullptr;
  if (!at_start && vm->GetEnv(&jni, JNI_VERSION_1_6) == JNI_OK)
    monitoring->OnAttach(static_cast<JNIEnv*>(jni));
  return OkStatus();
}

Status StartAgent(JavaVM* vm, const Options& options, bool at_start) {
  REVMON_ASSIGN_OR_RETURN(Jvm jvm, Jvm::Open(vm));
  if (options.selftest != SelfTest::kOff) return StartSelfTest(jvm, options, at_start);
  return StartMonitoring(vm, jvm, options, at_start);
}

// JNI_ERR only where the user prefers no program to an unmonitored one.
jint Load(JavaVM* vm, const char* text, bool at_start) {
  jint result = JNI_OK;
  bool finished = Guarded([&] {
    Result<Options> options = ParseOptions(text == nullptr ? "" : text);
    if (!options.ok()) {
      // Options that cannot be read may still say what their author wants of failures.
      bool strict = std::string_view(text).find("strict") != std::string_view::npos;
      Say(options.error().Text() + (strict ? "; strict: not starting" : "; running unmonitored"));
      if (strict) result = JNI_ERR;
      return;
    }
    Status started = StartAgent(vm, *options, at_start);
    if (started.ok()) return;
    Say(started.error().Text() + (options->strict ? "; strict: not starting" : "; running unmonitored"));
    if (options->strict) result = JNI_ERR;
  });
  if (!finished) std::fputs("revmon: out of memory at start; running unmonitored\n", stderr);
  return result;
}

}  // namespace
}  // namespace revmon::agent

extern "C" {

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM* vm, char* options, void*) {
  return revmon::agent::Load(vm, options, true);
}

JNIEXPORT jint JNICALL Agent_OnAttach(JavaVM* vm, char* options, void*) {
  return revmon::agent::Load(vm, options, false);
}

JNIEXPORT void JNICALL Agent_OnUnload(JavaVM*) {}

}  // extern "C"
