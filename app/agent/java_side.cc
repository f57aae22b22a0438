#include "app/agent/java_side.h"

#include <atomic>
#include <utility>

#include "app/agent/guard.h"

namespace revmon::agent {
namespace {

constexpr const char* kAgentClass = "revmon/rt/Agent";

std::atomic<JavaSideListener*> g_listener = nullptr;

std::string TextOf(JNIEnv* jni, jstring text) {
  if (text == nullptr) return "";
  const char* chars = jni->GetStringUTFChars(text, nullptr);
  if (chars == nullptr) {
    jni->ExceptionClear();
    return "";
  }
  std::string copy = chars;
  jni->ReleaseStringUTFChars(text, chars);
  return copy;
}

jbyteArray ArrayOf(JNIEnv* jni, const std::vector<uint8_t>& bytes) {
  jbyteArray array = jni->NewByteArray(static_cast<jsize>(bytes.size()));
  if (array != nullptr) {
    jni->SetByteArrayRegion(array, 0, static_cast<jsize>(bytes.size()),
                            reinterpret_cast<const jbyte*>(bytes.data()));
  }
  return array;
}

jbyteArray JNICALL SiteInfo(JNIEnv* jni, jclass, jint site) {
  JavaSideListener* listener = g_listener;
  std::vector<uint8_t> bytes;
  if (listener != nullptr) (void)Guarded([&] { bytes = listener->SiteInfo(static_cast<uint32_t>(site)); });
  return ArrayOf(jni, bytes);
}

void JNICALL Violation(JNIEnv* jni, jclass, jint spec, jint property, jint handler, jint site,
                       jstring message, jstring thread, jstring extra) {
  JavaSideListener* listener = g_listener;
  if (listener == nullptr) return;
  (void)Guarded([&] {
    listener->Violation({.spec = static_cast<uint32_t>(spec),
                         .property = static_cast<uint32_t>(property),
                         .handler = static_cast<uint32_t>(handler),
                         .site = static_cast<uint32_t>(site),
                         .message = TextOf(jni, message),
                         .thread = TextOf(jni, thread),
                         .extra = TextOf(jni, extra)});
  });
}

void JNICALL TestStarted(JNIEnv* jni, jclass, jint id, jstring name, jboolean container) {
  JavaSideListener* listener = g_listener;
  if (listener == nullptr) return;
  (void)Guarded([&] {
    listener->TestStarted(jni, static_cast<uint32_t>(id), TextOf(jni, name), container != JNI_FALSE);
  });
}

void JNICALL TestEnded(JNIEnv*, jclass, jint id, jint outcome, jlong nanos) {
  JavaSideListener* listener = g_listener;
  if (listener == nullptr) return;
  (void)Guarded([&] {
    listener->TestEnded(static_cast<uint32_t>(id), static_cast<uint32_t>(outcome),
                        static_cast<uint64_t>(nanos));
  });
}

void JNICALL Failure(JNIEnv* jni, jclass, jstring text) {
  JavaSideListener* listener = g_listener;
  if (listener != nullptr) (void)Guarded([&] { listener->Failure(TextOf(jni, text)); });
}

void JNICALL Record(JNIEnv* jni, jclass, jint spec, jbyteArray lines) {
  JavaSideListener* listener = g_listener;
  if (listener == nullptr || lines == nullptr) return;
  (void)Guarded([&] {
    std::vector<uint8_t> bytes(static_cast<size_t>(jni->GetArrayLength(lines)));
    jni->GetByteArrayRegion(lines, 0, static_cast<jsize>(bytes.size()),
                            reinterpret_cast<jbyte*>(bytes.data()));
    listener->Record(static_cast<uint32_t>(spec), bytes);
  });
}

void JNICALL Traces(JNIEnv* jni, jclass, jint kind, jbyteArray payload) {
  JavaSideListener* listener = g_listener;
  if (listener == nullptr || payload == nullptr) return;
  (void)Guarded([&] {
    std::vector<uint8_t> bytes(static_cast<size_t>(jni->GetArrayLength(payload)));
    jni->GetByteArrayRegion(payload, 0, static_cast<jsize>(bytes.size()),
                            reinterpret_cast<jbyte*>(bytes.data()));
    listener->Traces(static_cast<uint32_t>(kind), bytes);
  });
}

JNINativeMethod Native(const char* name, const char* signature, void* function) {
  return {const_cast<char*>(name), const_cast<char*>(signature), function};
}

}  // namespace

Status JavaSide::TakeException(std::string_view action) {
  jthrowable thrown = jni_->ExceptionOccurred();
  if (thrown == nullptr) return OkStatus();
  jni_->ExceptionClear();
  std::string text = std::string(action) + " failed";
  if (phase_ == Phase::kStart) return Error(ErrorCode::kUnsupported, text);
  jclass type = jni_->GetObjectClass(thrown);
  jmethodID describe = jni_->GetMethodID(type, "toString", "()Ljava/lang/String;");
  auto description =
      static_cast<jstring>(describe == nullptr ? nullptr : jni_->CallObjectMethod(thrown, describe));
  if (jni_->ExceptionCheck() != JNI_FALSE) {
    jni_->ExceptionClear();
  } else {
    text += ": " + TextOf(jni_, description);
  }
  return Error(ErrorCode::kUnsupported, text);
}

Result<jclass> JavaSide::DefineIn(jobject loader, std::string_view internal_name, Bytes bytes) {
  std::string name(internal_name);
  jclass defined = jni_->DefineClass(name.c_str(), loader, reinterpret_cast<const jbyte*>(bytes.data()),
                                     static_cast<jsize>(bytes.size()));
  REVMON_RETURN_IF_ERROR(TakeException("defining " + name));
  if (defined == nullptr) return Error(ErrorCode::kUnsupported, "defining " + name + " failed");
  return defined;
}

Status JavaSide::Define(std::string_view internal_name, Bytes bytes) {
  REVMON_ASSIGN_OR_RETURN(jclass defined, DefineIn(nullptr, internal_name, bytes));
  jni_->DeleteLocalRef(defined);
  return OkStatus();
}

Result<jclass> JavaSide::DefineGlobal(std::string_view internal_name, Bytes bytes) {
  REVMON_ASSIGN_OR_RETURN(jclass defined, DefineIn(nullptr, internal_name, bytes));
  auto global = static_cast<jclass>(jni_->NewGlobalRef(defined));
  jni_->DeleteLocalRef(defined);
  if (global == nullptr) return Error(ErrorCode::kLimit, "no memory for a reference to a class of ours");
  return global;
}

Status JavaSide::CallStatic(const char* internal_name, const char* method) {
  jclass type = jni_->FindClass(internal_name);
  REVMON_RETURN_IF_ERROR(TakeException(std::string("finding ") + internal_name));
  jmethodID id = jni_->GetStaticMethodID(type, method, "()V");
  if (id != nullptr) jni_->CallStaticVoidMethod(type, id);
  jni_->DeleteLocalRef(type);
  return TakeException(std::string("calling ") + internal_name + "." + method);
}

// ClassLoader.getPlatformClassLoader() since JDK 9; before, the parent of the system loader was its like.
Result<jobject> JavaSide::PlatformLoader() {
  jclass type = jni_->FindClass("java/lang/ClassLoader");
  REVMON_RETURN_IF_ERROR(TakeException("finding java.lang.ClassLoader"));
  jmethodID platform = jni_->GetStaticMethodID(type, "getPlatformClassLoader", "()Ljava/lang/ClassLoader;");
  if (platform != nullptr) {
    jobject loader = jni_->CallStaticObjectMethod(type, platform);
    REVMON_RETURN_IF_ERROR(TakeException("asking for the platform loader"));
    return loader;
  }
  jni_->ExceptionClear();
  jmethodID system = jni_->GetStaticMethodID(type, "getSystemClassLoader", "()Ljava/lang/ClassLoader;");
  jmethodID parent = jni_->GetMethodID(type, "getParent", "()Ljava/lang/ClassLoader;");
  REVMON_RETURN_IF_ERROR(TakeException("asking for the system loader"));
  jobject loader = jni_->CallStaticObjectMethod(type, system);
  if (loader != nullptr) loader = jni_->CallObjectMethod(loader, parent);
  REVMON_RETURN_IF_ERROR(TakeException("asking for the system loader"));
  return loader;
}

Result<jobject> JavaSide::SystemLoader() {
  jclass type = jni_->FindClass("java/lang/ClassLoader");
  REVMON_RETURN_IF_ERROR(TakeException("finding java.lang.ClassLoader"));
  jmethodID system = jni_->GetStaticMethodID(type, "getSystemClassLoader", "()Ljava/lang/ClassLoader;");
  jobject loader = system == nullptr ? nullptr : jni_->CallStaticObjectMethod(type, system);
  REVMON_RETURN_IF_ERROR(TakeException("asking for the system loader"));
  return loader;
}

Status JavaSide::DefineSupport(std::string_view internal_name, Bytes bytes, bool of_program) {
  Result<jobject> loader_found = of_program ? SystemLoader() : PlatformLoader();
  REVMON_ASSIGN_OR_RETURN(jobject loader, std::move(loader_found));
  REVMON_ASSIGN_OR_RETURN(jclass defined, DefineIn(loader, internal_name, bytes));
  REVMON_ASSIGN_OR_RETURN(jclass agent, AgentClass());
  jmethodID support = jni_->GetStaticMethodID(agent, "support", "(Ljava/lang/Class;)V");
  if (support != nullptr) jni_->CallStaticVoidMethod(agent, support, defined);
  jni_->DeleteLocalRef(defined);
  return TakeException("registering a support class");
}

Result<jclass> JavaSide::AgentClass() {
  jclass agent = jni_->FindClass(kAgentClass);
  REVMON_RETURN_IF_ERROR(TakeException("finding revmon.rt.Agent"));
  return agent;
}

Status JavaSide::Connect(JavaSideListener* listener) {
  JavaSideListener* nobody = nullptr;
  if (!g_listener.compare_exchange_strong(nobody, listener)) {
    return Error(ErrorCode::kInvalid, "another RevMon agent monitors this JVM already");
  }
  REVMON_ASSIGN_OR_RETURN(jclass agent, AgentClass());
  JNINativeMethod methods[] = {
      Native("siteInfo", "(I)[B", reinterpret_cast<void*>(SiteInfo)),
      Native("violation", "(IIIILjava/lang/String;Ljava/lang/String;Ljava/lang/String;)V",
             reinterpret_cast<void*>(Violation)),
      Native("testStarted", "(ILjava/lang/String;Z)V", reinterpret_cast<void*>(TestStarted)),
      Native("testEnded", "(IIJ)V", reinterpret_cast<void*>(TestEnded)),
      Native("record", "(I[B)V", reinterpret_cast<void*>(Record)),
      Native("traces", "(I[B)V", reinterpret_cast<void*>(Traces)),
      Native("failure", "(Ljava/lang/String;)V", reinterpret_cast<void*>(Failure)),
  };
  jni_->RegisterNatives(agent, methods, static_cast<jint>(std::size(methods)));
  return TakeException("registering native methods");
}

Status JavaSide::Start(const std::vector<uint8_t>& tables) {
  REVMON_ASSIGN_OR_RETURN(jclass agent, AgentClass());
  jmethodID start = jni_->GetStaticMethodID(agent, "start", "([B)V");
  if (start != nullptr) jni_->CallStaticVoidMethod(agent, start, ArrayOf(jni_, tables));
  return TakeException("starting the monitors");
}

Status JavaSide::Configure(uint32_t events, bool stats, bool record) {
  REVMON_ASSIGN_OR_RETURN(jclass agent, AgentClass());
  jmethodID configure = jni_->GetStaticMethodID(agent, "configure", "(IZZ)V");
  if (configure != nullptr)
    jni_->CallStaticVoidMethod(agent, configure, static_cast<jint>(events), stats, record);
  return TakeException("configuring the monitors");
}

Status JavaSide::KeepTraces(uint64_t bytes) {
  REVMON_ASSIGN_OR_RETURN(jclass agent, AgentClass());
  jmethodID keep = jni_->GetStaticMethodID(agent, "keepTraces", "(J)V");
  if (keep != nullptr) jni_->CallStaticVoidMethod(agent, keep, static_cast<jlong>(bytes));
  return TakeException("asking for traces");
}

Status JavaSide::Select(const trace::Selection& selection, uint64_t seed) {
  REVMON_ASSIGN_OR_RETURN(jclass agent, AgentClass());
  jmethodID select = jni_->GetStaticMethodID(agent, "select", "(I[DJ)V");
  std::array<double, 9> numbers = trace::NumbersOf(selection);
  jdoubleArray array = jni_->NewDoubleArray(static_cast<jsize>(numbers.size()));
  if (array != nullptr)
    jni_->SetDoubleArrayRegion(array, 0, static_cast<jsize>(numbers.size()), numbers.data());
  if (select != nullptr && array != nullptr) {
    jni_->CallStaticVoidMethod(agent, select, static_cast<jint>(selection.mode), array,
                               static_cast<jlong>(seed));
  }
  return TakeException("selecting monitors");
}

Status JavaSide::Call(const char* method) {
  REVMON_ASSIGN_OR_RETURN(jclass agent, AgentClass());
  jmethodID found = jni_->GetStaticMethodID(agent, method, "()V");
  if (found != nullptr) jni_->CallStaticVoidMethod(agent, found);
  jni_->DeleteLocalRef(agent);
  return TakeException(method);
}

Result<std::vector<uint8_t>> JavaSide::Ask(const char* name) {
  REVMON_ASSIGN_OR_RETURN(jclass agent, AgentClass());
  jmethodID method = jni_->GetStaticMethodID(agent, name, "()[B");
  auto array =
      static_cast<jbyteArray>(method == nullptr ? nullptr : jni_->CallStaticObjectMethod(agent, method));
  jni_->DeleteLocalRef(agent);
  REVMON_RETURN_IF_ERROR(TakeException(name));
  if (array == nullptr) return std::vector<uint8_t>();
  std::vector<uint8_t> bytes(static_cast<size_t>(jni_->GetArrayLength(array)));
  if (!bytes.empty()) {
    jni_->GetByteArrayRegion(array, 0, static_cast<jsize>(bytes.size()),
                             reinterpret_cast<jbyte*>(bytes.data()));
  }
  jni_->DeleteLocalRef(array);  // the ticker's thread never returns to Java, which would free it
  return bytes;
}

}  // namespace revmon::agent
