#include "app/agent/dependency_natives.h"

#include <atomic>
#include <string>
#include <vector>

#include "app/agent/guard.h"

namespace revmon::agent {
namespace {

constexpr const char* kClass = "revmon/rt/Deps";

std::atomic<Dependencies*> g_dependencies = nullptr;

std::string TextOf(JNIEnv* jni, jstring text) {
  const char* chars = text == nullptr ? nullptr : jni->GetStringUTFChars(text, nullptr);
  if (chars == nullptr) {
    jni->ExceptionClear();
    return "";
  }
  std::string copy = chars;
  jni->ReleaseStringUTFChars(text, chars);
  return copy;
}

// Runs `body`; memory that runs out in it leaves what was used unknown, which has to be said.
template <typename Body>
void Serve(Body body) {
  Dependencies* dependencies = g_dependencies;
  if (dependencies == nullptr || Guarded([&] { body(*dependencies); })) return;
  (void)Guarded([&] { dependencies->Blind("revmon", "out of memory"); });
}

void JNICALL Used(JNIEnv* jni, jclass, jint of, jint id, jintArray numbers, jstring receivers,
                  jstring files) {
  Serve([&](Dependencies& dependencies) {
    std::vector<int32_t> list(numbers == nullptr ? 0 : static_cast<size_t>(jni->GetArrayLength(numbers)));
    if (!list.empty()) jni->GetIntArrayRegion(numbers, 0, static_cast<jsize>(list.size()), list.data());
    dependencies.Used(static_cast<uint32_t>(of), static_cast<uint32_t>(id), list, TextOf(jni, receivers),
                      TextOf(jni, files));
  });
}

void JNICALL Opened(JNIEnv* jni, jclass, jint id, jstring name, jint outer) {
  Serve([&](Dependencies& dependencies) {
    dependencies.Opened(static_cast<uint32_t>(id), TextOf(jni, name), static_cast<uint32_t>(outer));
  });
}

void JNICALL Closed(JNIEnv*, jclass, jint id) {
  Serve([&](Dependencies& dependencies) { dependencies.Closed(static_cast<uint32_t>(id)); });
}

void JNICALL Finished(JNIEnv*, jclass) {
  Serve([](Dependencies& dependencies) { dependencies.Finished(); });
}

void JNICALL Blind(JNIEnv* jni, jclass, jstring name, jstring reason) {
  Serve([&](Dependencies& dependencies) { dependencies.Blind(TextOf(jni, name), TextOf(jni, reason)); });
}

jint JNICALL ClassNumber(JNIEnv* jni, jclass, jstring name) {
  jint number = -1;
  Serve([&](Dependencies& dependencies) { number = dependencies.ClassNumber(TextOf(jni, name)); });
  return number;
}

JNINativeMethod Native(const char* name, const char* signature, void* function) {
  return {const_cast<char*>(name), const_cast<char*>(signature), function};
}

}  // namespace

Status ConnectDependencies(JNIEnv* jni, Dependencies* dependencies, bool methods) {
  g_dependencies = dependencies;
  JNINativeMethod natives[] = {
      Native("used", "(II[ILjava/lang/String;Ljava/lang/String;)V", reinterpret_cast<void*>(Used)),
      Native("unitOpened", "(ILjava/lang/String;I)V", reinterpret_cast<void*>(Opened)),
      Native("unitClosed", "(I)V", reinterpret_cast<void*>(Closed)),
      Native("unitsFinished", "()V", reinterpret_cast<void*>(Finished)),
      Native("blind", "(Ljava/lang/String;Ljava/lang/String;)V", reinterpret_cast<void*>(Blind)),
      Native("classNumber", "(Ljava/lang/String;)I", reinterpret_cast<void*>(ClassNumber)),
  };
  jclass deps = jni->FindClass(kClass);
  jmethodID install = nullptr;
  if (deps != nullptr && jni->RegisterNatives(deps, natives, static_cast<jint>(std::size(natives))) == JNI_OK)
    install = jni->GetStaticMethodID(deps, "install", "(Z)V");
  if (install != nullptr) jni->CallStaticVoidMethod(deps, install, static_cast<jboolean>(methods));
  if (jni->ExceptionCheck() == JNI_FALSE && install != nullptr) return OkStatus();
  jni->ExceptionClear();
  return Error(ErrorCode::kUnsupported, "starting to collect dependencies failed");
}

}  // namespace revmon::agent
