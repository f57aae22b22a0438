#include "app/agent/dependency_natives.h"

#include <algorithm>
#include <atomic>
#include <cstring>
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

// No critical section: the collector may run, and what is set meanwhile stays for the next time.
jintArray JNICALL Take(JNIEnv* jni, jclass, jbyteArray seen) {
  std::vector<int32_t> numbers;
  Serve([&](Dependencies& dependencies) {
    size_t size = std::min(dependencies.probe_count(), static_cast<size_t>(jni->GetArrayLength(seen)));
    std::vector<jbyte> bytes(size);
    jni->GetByteArrayRegion(seen, 0, static_cast<jsize>(size), bytes.data());
    const jbyte zero = 0;
    for (size_t i = 0; i < size; ++i) {
      uint64_t word = 0;
      if (i % 8 == 0 && i + 8 <= size) {
        std::memcpy(&word, bytes.data() + i, 8);
        if (word == 0) {
          i += 7;
          continue;
        }
      }
      if (bytes[i] == 0) continue;
      numbers.push_back(static_cast<int32_t>(i));
      jni->SetByteArrayRegion(seen, static_cast<jsize>(i), 1, &zero);
    }
  });
  jintArray array = jni->NewIntArray(static_cast<jsize>(numbers.size()));
  if (array != nullptr) jni->SetIntArrayRegion(array, 0, static_cast<jsize>(numbers.size()), numbers.data());
  return array;
}

void JNICALL CallFromNowOn(JNIEnv* jni, jclass) {
  Serve([&](Dependencies& dependencies) { dependencies.CallFromNowOn(jni); });
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
      Native("take", "([B)[I", reinterpret_cast<void*>(Take)),
      Native("callFromNowOn", "()V", reinterpret_cast<void*>(CallFromNowOn)),
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
