// Answers: how does the agent talk to its own classes inside the JVM?
//
// Defines them in the boot loader, gives revmon.rt.Agent its native methods, and calls it at the two ends of
// the program's life. Every call clears what Java may have thrown and gives it back as an Error.
//
// Native methods have no place for data of ours, so the object they serve is a process-wide pointer: one
// agent in a JVM monitors, a second one is refused.
#pragma once
#include <jni.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/agent/findings.h"
#include "base/bytes.h"
#include "base/result.h"
#include "trace/selection.h"

namespace revmon::agent {

// What the native methods of revmon.rt.Agent do. Called on threads of the program.
class JavaSideListener {
 public:
  virtual ~JavaSideListener() = default;
  virtual std::vector<uint8_t> SiteInfo(uint32_t site) = 0;
  virtual void Violation(ViolationEvent event) = 0;
  virtual void TestStarted(JNIEnv* jni, uint32_t id, std::string name, bool container) = 0;
  virtual void TestEnded(uint32_t id, uint32_t outcome, uint64_t nanos) = 0;
  virtual void Failure(std::string text) = 0;
  virtual void Record(uint32_t spec, Bytes lines) = 0;
  virtual void Traces(uint32_t kind, Bytes payload) = 0;
};

class JavaSide {
 public:
  // Before VMInit no Java may run, not even to ask an exception what it is.
  enum class Phase : uint8_t { kStart, kLive };
  explicit JavaSide(JNIEnv* jni, Phase phase = Phase::kLive) : jni_(jni), phase_(phase) {}

  // In the boot loader.
  [[nodiscard]] Status Define(std::string_view internal_name, Bytes bytes);
  // The same; gives a reference that stays.
  [[nodiscard]] Result<jclass> DefineGlobal(std::string_view internal_name, Bytes bytes);
  // A static method of one of our classes, without parameters and result.
  [[nodiscard]] Status CallStatic(const char* internal_name, const char* method);
  // A class of a spec's Java, in the platform loader: it may speak of java.sql and other modules that the
  // boot loader does not have. Known to revmon.rt from then on.
  // One that speaks of types of the program goes into the system loader instead.
  [[nodiscard]] Status DefineSupport(std::string_view internal_name, Bytes bytes, bool of_program);
  // revmon.rt.Agent must be defined. `listener` must live as long as the JVM.
  [[nodiscard]] Status Connect(JavaSideListener* listener);
  // What is asked for beyond violations; before Start.
  [[nodiscard]] Status Configure(uint32_t events, bool stats, bool record);
  [[nodiscard]] Status KeepTraces(uint64_t bytes);
  [[nodiscard]] Status Select(const trace::Selection& selection, uint64_t seed);
  [[nodiscard]] Status Start(const std::vector<uint8_t>& tables);
  [[nodiscard]] Status EndProgram() { return Call("endProgram"); }
  [[nodiscard]] Status ThreadStart() { return Call("threadStart"); }
  [[nodiscard]] Status ThreadEnd() { return Call("threadEnd"); }
  // What revmon.rt.Agent.counts() and statistics() say.
  [[nodiscard]] Result<std::vector<uint8_t>> Counts() { return Ask("counts"); }
  [[nodiscard]] Result<std::vector<uint8_t>> Statistics() { return Ask("statistics"); }

 private:
  [[nodiscard]] Status TakeException(std::string_view action);
  [[nodiscard]] Result<jclass> AgentClass();
  // A static method of revmon.rt.Agent without parameters.
  [[nodiscard]] Status Call(const char* method);
  [[nodiscard]] Result<std::vector<uint8_t>> Ask(const char* method);
  [[nodiscard]] Result<jclass> DefineIn(jobject loader, std::string_view internal_name, Bytes bytes);
  [[nodiscard]] Result<jobject> PlatformLoader();
  [[nodiscard]] Result<jobject> SystemLoader();

  JNIEnv* jni_;
  Phase phase_;
};

}  // namespace revmon::agent
