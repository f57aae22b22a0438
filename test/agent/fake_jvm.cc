#include "fake_jvm.h"

#include <cstdarg>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <set>
#include <string>

namespace revmon::test {
namespace {

jvmtiError JNICALL NotAvailable() { return JVMTI_ERROR_NOT_AVAILABLE; }
void* JNICALL Nothing() { return nullptr; }

// A table in which every function is `stub` until it is set. What the agent calls is set to a function of its
// own type (the sanitizer for undefined behaviour looks at it).
template <typename Table, typename Stub>
Table* TableOf(Stub stub) {
  static_assert(sizeof(Table) % sizeof(void*) == 0);
  static Table table;
  auto* slots = reinterpret_cast<void**>(&table);
  for (size_t i = 0; i < sizeof(Table) / sizeof(void*); ++i) slots[i] = reinterpret_cast<void*>(stub);
  return &table;
}

// Does nothing and answers null, false or zero.
template <typename Answer, typename... Arguments>
void DoesNothing(Answer(JNICALL*& slot)(Arguments...)) {
  slot = [](Arguments...) -> Answer { return Answer(); };
}

template <typename Id>
Id Named(const char* name) {
  static std::mutex mutex;
  static std::set<std::string> names;
  std::lock_guard lock(mutex);
  return reinterpret_cast<Id>(const_cast<char*>(names.insert(name).first->c_str()));
}

}  // namespace

struct FakeJvm::Functions {
  static FakeJvm& Of(jvmtiEnv* env) { return *static_cast<OfJvmti*>(env)->owner; }
  static FakeJvm& Of(JNIEnv* env) { return *static_cast<OfJni*>(env)->owner; }

  static jvmtiError JNICALL Ok(jvmtiEnv*, const jvmtiCapabilities*) { return JVMTI_ERROR_NONE; }
  static jvmtiError JNICALL SetStorage(jvmtiEnv* env, const void* data) {
    Of(env).storage_ = data;
    return JVMTI_ERROR_NONE;
  }
  static jvmtiError JNICALL GetStorage(jvmtiEnv* env, void** data) {
    *data = const_cast<void*>(Of(env).storage_);
    return JVMTI_ERROR_NONE;
  }
  static jvmtiError JNICALL SetCallbacks(jvmtiEnv* env, const jvmtiEventCallbacks* callbacks, jint size) {
    std::memcpy(&Of(env).callbacks_, callbacks, static_cast<size_t>(size));
    return JVMTI_ERROR_NONE;
  }
  static jvmtiError JNICALL SetMode(jvmtiEnv*, jvmtiEventMode, jvmtiEvent, jthread, ...) {
    return JVMTI_ERROR_NONE;
  }
  static jvmtiError JNICALL Allocate(jvmtiEnv*, jlong size, unsigned char** memory) {
    *memory = static_cast<unsigned char*>(std::malloc(static_cast<size_t>(size)));
    return JVMTI_ERROR_NONE;
  }
  static jvmtiError JNICALL Deallocate(jvmtiEnv*, unsigned char* memory) {
    std::free(memory);
    return JVMTI_ERROR_NONE;
  }
  static jvmtiError JNICALL GetProperty(jvmtiEnv* env, const char* name, char** value) {
    auto found = Of(env).properties.find(name);
    if (found == Of(env).properties.end()) return JVMTI_ERROR_NOT_AVAILABLE;
    *value = strdup(found->second.c_str());
    return JVMTI_ERROR_NONE;
  }
  static jvmtiError JNICALL RunThread(jvmtiEnv* env, jthread, jvmtiStartFunction run, const void* argument,
                                      jint) {
    FakeJvm& jvm = Of(env);
    std::lock_guard lock(jvm.mutex_);
    jvm.threads_.emplace_back(
        [&jvm, env, run, argument] { run(env, jvm.jni(), const_cast<void*>(argument)); });
    return JVMTI_ERROR_NONE;
  }
  static jvmtiError JNICALL LoadedClasses(jvmtiEnv*, jint* count, jclass** classes) {
    *count = 0;
    *classes = nullptr;
    return JVMTI_ERROR_NONE;
  }

  static jclass JNICALL FindClass(JNIEnv*, const char* name) { return Named<jclass>(name); }
  static jclass JNICALL DefineClass(JNIEnv*, const char* name, jobject, const jbyte*, jsize) {
    return Named<jclass>(name);
  }
  static jmethodID JNICALL GetMethod(JNIEnv*, jclass, const char* name, const char*) {
    return Named<jmethodID>(name);
  }
  static jobject JNICALL NewObject(JNIEnv* env, jclass, jmethodID, va_list) { return Of(env).AnyObject(); }
  static jobject JNICALL NewReference(JNIEnv*, jobject object) { return object; }
  static jint JNICALL Register(JNIEnv* env, jclass, const JNINativeMethod* methods, jint count) {
    for (jint i = 0; i < count; ++i) Of(env).natives_[methods[i].name] = methods[i].fnPtr;
    return JNI_OK;
  }
  static jstring JNICALL NewText(JNIEnv* env, const char* text) { return Of(env).Text(text); }
  static const char* JNICALL TextChars(JNIEnv*, jstring text, jboolean*) {
    return reinterpret_cast<const std::string*>(text)->c_str();
  }
  static jbyteArray JNICALL NewArray(JNIEnv* env, jsize size) {
    return Of(env).Array(std::vector<uint8_t>(static_cast<size_t>(size)));
  }
  static jsize JNICALL ArrayLength(JNIEnv*, jarray array) {
    return static_cast<jsize>(reinterpret_cast<std::vector<uint8_t>*>(array)->size());
  }
  static void JNICALL SetRegion(JNIEnv*, jbyteArray array, jsize start, jsize size, const jbyte* from) {
    if (size > 0)
      std::memcpy(reinterpret_cast<std::vector<uint8_t>*>(array)->data() + start, from,
                  static_cast<size_t>(size));
  }
  static void JNICALL GetRegion(JNIEnv*, jbyteArray array, jsize start, jsize size, jbyte* to) {
    if (size > 0)
      std::memcpy(to, reinterpret_cast<std::vector<uint8_t>*>(array)->data() + start,
                  static_cast<size_t>(size));
  }
  static jobject JNICALL CallObject(JNIEnv* env, jclass, jmethodID method, va_list) {
    FakeJvm& jvm = Of(env);
    std::string name = reinterpret_cast<const char*>(method);
    if (!jvm.answer) return nullptr;
    return jvm.Array(jvm.answer(name));
  }
};

FakeJvm::FakeJvm() {
  auto* jvmti = TableOf<jvmtiInterface_1_>(NotAvailable);
  jvmti->AddCapabilities = Functions::Ok;
  jvmti->SetEnvironmentLocalStorage = Functions::SetStorage;
  jvmti->GetEnvironmentLocalStorage = Functions::GetStorage;
  jvmti->SetEventCallbacks = Functions::SetCallbacks;
  jvmti->SetEventNotificationMode = Functions::SetMode;
  jvmti->Allocate = Functions::Allocate;
  jvmti->Deallocate = Functions::Deallocate;
  jvmti->GetSystemProperty = Functions::GetProperty;
  jvmti->RunAgentThread = Functions::RunThread;
  jvmti->GetLoadedClasses = Functions::LoadedClasses;
  jvmti_.functions = jvmti;
  jvmti_.owner = this;

  auto* jni = TableOf<JNINativeInterface_>(Nothing);
  jni->FindClass = Functions::FindClass;
  jni->DefineClass = Functions::DefineClass;
  jni->GetMethodID = Functions::GetMethod;
  jni->GetStaticMethodID = Functions::GetMethod;
  jni->NewObjectV = Functions::NewObject;
  jni->NewGlobalRef = Functions::NewReference;
  jni->RegisterNatives = Functions::Register;
  jni->NewStringUTF = Functions::NewText;
  jni->GetStringUTFChars = Functions::TextChars;
  jni->NewByteArray = Functions::NewArray;
  jni->GetArrayLength = Functions::ArrayLength;
  jni->SetByteArrayRegion = Functions::SetRegion;
  jni->GetByteArrayRegion = Functions::GetRegion;
  jni->CallStaticObjectMethodV = Functions::CallObject;
  DoesNothing(jni->ExceptionOccurred);
  DoesNothing(jni->ExceptionCheck);
  DoesNothing(jni->ExceptionClear);
  DoesNothing(jni->DeleteLocalRef);
  DoesNothing(jni->ReleaseStringUTFChars);
  DoesNothing(jni->IsSameObject);
  DoesNothing(jni->GetObjectClass);
  DoesNothing(jni->GetSuperclass);
  DoesNothing(jni->GetJavaVM);
  DoesNothing(jni->CallObjectMethodV);
  DoesNothing(jni->CallStaticVoidMethodV);
  jni_.functions = jni;
  jni_.owner = this;
}

FakeJvm::~FakeJvm() {
  for (std::thread& thread : threads_) thread.join();
}

void* FakeJvm::native(const std::string& name) const {
  auto found = natives_.find(name);
  return found == natives_.end() ? nullptr : found->second;
}

jstring FakeJvm::Text(const std::string& text) {
  std::lock_guard lock(mutex_);
  texts_.push_back(std::make_unique<std::string>(text));
  return reinterpret_cast<jstring>(texts_.back().get());
}

jbyteArray FakeJvm::Array(std::vector<uint8_t> bytes) {
  std::lock_guard lock(mutex_);
  arrays_.push_back(std::make_unique<std::vector<uint8_t>>(std::move(bytes)));
  return reinterpret_cast<jbyteArray>(arrays_.back().get());
}

}  // namespace revmon::test
