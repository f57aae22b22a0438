// Answers: how does the agent reach the JVM it lives in?
//
// A thin owner of one JVMTI environment: capabilities are asked for in one place, callbacks are one table,
// and the object that the callbacks serve travels in JVMTI's environment-local storage, so the agent has no
// global state and two agents in one JVM do not meet.
#pragma once
#include <jvmti.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"

namespace revmon::agent {

// A class that is about to be defined, redefined or retransformed.
struct ClassEvent {
  std::string_view name;  // internal; "" for some hidden classes
  Bytes bytes;
  bool boot_loader = false;
  JNIEnv* jni = nullptr;       // null before VMStart
  jclass redefined = nullptr;  // the class whose new version this is, by redefinition or retransformation
};

// What the JVM tells us; implemented by what the agent does with it. Called on any thread, several at once.
class JvmListener {
 public:
  virtual ~JvmListener() = default;
  // True: `out` holds the bytes to define instead.
  virtual bool OnClassBytes(const ClassEvent& event, std::vector<uint8_t>& out) = 0;
  // Only where listening is early: classes can be defined now, and no Java code has run yet.
  virtual void OnVmStart(JNIEnv*) {}
  // The JVM can run Java code now; the program has not started.
  virtual void OnVmInit(JNIEnv*) {}
  // On a thread that starts or is about to end; only after EnableThreadEvents.
  virtual void OnThreadStart(JNIEnv*, jthread) {}
  virtual void OnThreadEnd(JNIEnv*, jthread) {}
  // The program is over; Java code can still run.
  virtual void OnVmDeath(JNIEnv*) {}
};

// From when on class bytes are sent. kFirst: from the very first class; only possible in OnLoad, and the JVM
// then does without class-data sharing. kStart: once Java can run; classes of archives pass too. kLive: from
// SendClassEvents on, so that the JVM starts as if nobody listened.
enum class ClassEvents : uint8_t { kFirst, kStart, kLive };

class Jvm {
 public:
  explicit Jvm(jvmtiEnv* env) : env_(env) {}

  // An environment of the oldest JVMTI version that has what we need (1.2: JDK 8 and later).
  [[nodiscard]] static Result<Jvm> Open(JavaVM* vm);

  // Sends what happens to `listener`, which must live as long as the JVM; class bytes from that moment on.
  [[nodiscard]] Status Listen(JvmListener* listener, ClassEvents from);
  // In OnVmInit: from now on classes that are not the boot loader's come to `listener` after all agents of
  // the command line have seen them, whatever their order. Those that read class files (Byte Buddy) look for
  // a superclass as a file, and java.util.RevBase is none. After an error everything comes as before.
  [[nodiscard]] Status ListenLast(JNIEnv* jni, JvmListener* listener) const;
  // With ClassEvents::kLive, in OnVmInit: from now on. Classes that are loaded already and for whose internal
  // names `wanted` is true are offered as retransformed, but for those of the boot loader.
  [[nodiscard]] Status SendClassEvents(const std::function<bool(std::string_view)>& wanted);

  // Platform threads only: virtual ones start and end too often to be told of.
  [[nodiscard]] Status EnableThreadEvents() const;
  // Is this a JVM that RevMon is tested with? An error that says so otherwise.
  [[nodiscard]] Status CheckSupported() const;
  // A java.lang.Thread that has not started, as a global reference.
  [[nodiscard]] Result<jobject> MakeThread(JNIEnv* jni) const;
  // Has it run `run` with `argument`; the JVM does not wait for it at its end.
  [[nodiscard]] Status StartThread(jobject thread, jvmtiStartFunction run, void* argument) const;
  // Offers those of these classes (internal names) that are loaded already to OnClassBytes once more.
  [[nodiscard]] Status RetransformLoaded(JNIEnv* jni, const std::vector<std::string_view>& names) const;

  // "java.home", "java.class.path"; "" where there is none.
  [[nodiscard]] std::string SystemProperty(const char* name) const;

  // Does this class have a static initialiser? Nothing where the JVM cannot say yet.
  [[nodiscard]] std::optional<bool> HasInitializer(jclass type) const;

 private:
  void Retransform(jclass type, const std::function<bool(std::string_view)>& wanted);
  [[nodiscard]] Error ErrorOf(jvmtiError code, std::string_view action) const;

  jvmtiEnv* env_;
};

// Is `base` the superclass of `type`?
[[nodiscard]] bool ExtendsDirectly(JNIEnv* jni, jclass type, jclass base);

}  // namespace revmon::agent
