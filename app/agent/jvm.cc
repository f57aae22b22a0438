#include "app/agent/jvm.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <unordered_set>

#include "app/agent/guard.h"

namespace revmon::agent {
namespace {

// As java.vm.specification.version says it.
constexpr std::array<std::string_view, 2> kTestedJdks = {"17", "25"};

JvmListener* ListenerOf(jvmtiEnv* env) {
  void* listener = nullptr;
  if (env->GetEnvironmentLocalStorage(&listener) != JVMTI_ERROR_NONE) return nullptr;
  return static_cast<JvmListener*>(listener);
}

// Hands new class bytes to the JVM, in memory that the JVM frees.
void ReturnBytes(jvmtiEnv* env, const std::vector<uint8_t>& bytes, jint* new_length,
                 unsigned char** new_data) {
  unsigned char* memory = nullptr;
  if (env->Allocate(static_cast<jlong>(bytes.size()), &memory) != JVMTI_ERROR_NONE) return;
  std::memcpy(memory, bytes.data(), bytes.size());
  *new_data = memory;
  *new_length = static_cast<jint>(bytes.size());
}

// Which loaders' classes an environment cares for.
bool IsForAll(jobject) { return true; }
bool IsForBoot(jobject loader) { return loader == nullptr; }
bool IsForOthers(jobject loader) { return loader != nullptr; }

template <bool (*IsFor)(jobject)>
void JNICALL ClassFileLoadHook(jvmtiEnv* env, JNIEnv* jni, jclass redefined, jobject loader, const char* name,
                               jobject, jint length, const unsigned char* data, jint* new_length,
                               unsigned char** new_data) {
  JvmListener* listener = ListenerOf(env);
  if (listener == nullptr || length <= 0 || !IsFor(loader)) return;
  std::vector<uint8_t> out;
  bool replaced = false;
  bool finished = Guarded([&] {
    ClassEvent event = {.name = name == nullptr ? std::string_view() : std::string_view(name),
                        .bytes = Bytes(data, static_cast<size_t>(length)),
                        .boot_loader = loader == nullptr,
                        .jni = jni,
                        .redefined = redefined};
    replaced = listener->OnClassBytes(event, out);
  });
  if (finished && replaced) ReturnBytes(env, out, new_length, new_data);
}

void JNICALL VmStart(jvmtiEnv* env, JNIEnv* jni) {
  JvmListener* listener = ListenerOf(env);
  if (listener != nullptr) (void)Guarded([&] { listener->OnVmStart(jni); });
}

void JNICALL VmInit(jvmtiEnv* env, JNIEnv* jni, jthread) {
  JvmListener* listener = ListenerOf(env);
  if (listener != nullptr) (void)Guarded([&] { listener->OnVmInit(jni); });
}

void JNICALL ThreadStart(jvmtiEnv* env, JNIEnv* jni, jthread thread) {
  JvmListener* listener = ListenerOf(env);
  if (listener != nullptr) (void)Guarded([&] { listener->OnThreadStart(jni, thread); });
}

void JNICALL ThreadEnd(jvmtiEnv* env, JNIEnv* jni, jthread thread) {
  JvmListener* listener = ListenerOf(env);
  if (listener != nullptr) (void)Guarded([&] { listener->OnThreadEnd(jni, thread); });
}

void JNICALL VmDeath(jvmtiEnv* env, JNIEnv* jni) {
  JvmListener* listener = ListenerOf(env);
  if (listener != nullptr) (void)Guarded([&] { listener->OnVmDeath(jni); });
}

jvmtiEventCallbacks Callbacks(jvmtiEventClassFileLoadHook hook) {
  jvmtiEventCallbacks callbacks = {};
  callbacks.ClassFileLoadHook = hook;
  callbacks.VMStart = VmStart;
  callbacks.VMInit = VmInit;
  callbacks.VMDeath = VmDeath;
  callbacks.ThreadStart = ThreadStart;
  callbacks.ThreadEnd = ThreadEnd;
  return callbacks;
}

}  // namespace

Result<Jvm> Jvm::Open(JavaVM* vm) {
  void* env = nullptr;
  if (vm->GetEnv(&env, JVMTI_VERSION_1_2) != JNI_OK || env == nullptr) {
    return Error(ErrorCode::kUnsupported, "this JVM offers no JVMTI 1.2")
        .Hint("RevMon needs HotSpot, JDK 8 or later");
  }
  return Jvm(static_cast<jvmtiEnv*>(env));
}

Status Jvm::Listen(JvmListener* listener, ClassEvents from) {
  jvmtiCapabilities wanted = {};
  wanted.can_generate_all_class_hook_events = 1;
  wanted.can_retransform_classes = 1;
  if (from == ClassEvents::kFirst) {
    wanted.can_generate_early_class_hook_events = 1;
    wanted.can_generate_early_vmstart = 1;
  }
  if (auto code = env_->AddCapabilities(&wanted)) return ErrorOf(code, "ask for class events");

  if (auto code = env_->SetEnvironmentLocalStorage(listener)) return ErrorOf(code, "keep agent data");
  jvmtiEventCallbacks callbacks = Callbacks(ClassFileLoadHook<IsForAll>);
  if (auto code = env_->SetEventCallbacks(&callbacks, sizeof callbacks))
    return ErrorOf(code, "set callbacks");
  for (jvmtiEvent event :
       {JVMTI_EVENT_CLASS_FILE_LOAD_HOOK, JVMTI_EVENT_VM_START, JVMTI_EVENT_VM_INIT, JVMTI_EVENT_VM_DEATH}) {
    if (event == JVMTI_EVENT_VM_START && from != ClassEvents::kFirst) continue;
    if (event == JVMTI_EVENT_CLASS_FILE_LOAD_HOOK && from == ClassEvents::kLive) continue;
    if (auto code = env_->SetEventNotificationMode(JVMTI_ENABLE, event, nullptr))
      return ErrorOf(code, "enable events");
  }
  return OkStatus();
}

Status Jvm::ListenLast(JNIEnv* jni, JvmListener* listener) const {
  JavaVM* vm = nullptr;
  if (jni->GetJavaVM(&vm) != JNI_OK || vm == nullptr)
    return Error(ErrorCode::kUnsupported, "the JVM does not say which it is");
  REVMON_ASSIGN_OR_RETURN(Jvm last, Open(vm));
  jvmtiCapabilities wanted = {};
  wanted.can_generate_all_class_hook_events = 1;
  wanted.can_retransform_classes = 1;
  if (auto code = last.env_->AddCapabilities(&wanted)) return ErrorOf(code, "ask for class events");
  if (auto code = last.env_->SetEnvironmentLocalStorage(listener)) return ErrorOf(code, "keep agent data");
  jvmtiEventCallbacks others = {};
  others.ClassFileLoadHook = ClassFileLoadHook<IsForOthers>;
  if (auto code = last.env_->SetEventCallbacks(&others, sizeof others)) return ErrorOf(code, "set callbacks");
  jvmtiEventCallbacks boot = Callbacks(ClassFileLoadHook<IsForBoot>);
  if (auto code = env_->SetEventCallbacks(&boot, sizeof boot)) return ErrorOf(code, "set callbacks");
  auto hook = JVMTI_EVENT_CLASS_FILE_LOAD_HOOK;
  if (auto code = last.env_->SetEventNotificationMode(JVMTI_ENABLE, hook, nullptr)) {
    jvmtiEventCallbacks all = Callbacks(ClassFileLoadHook<IsForAll>);
    (void)env_->SetEventCallbacks(&all, sizeof all);
    return ErrorOf(code, "enable events");
  }
  return OkStatus();
}

Status Jvm::EnableThreadEvents() const {
  for (jvmtiEvent event : {JVMTI_EVENT_THREAD_START, JVMTI_EVENT_THREAD_END}) {
    if (auto code = env_->SetEventNotificationMode(JVMTI_ENABLE, event, nullptr))
      return ErrorOf(code, "tell of threads");
  }
  return OkStatus();
}

Status Jvm::CheckSupported() const {
  std::string version = SystemProperty("java.vm.specification.version");
  std::string name = SystemProperty("java.vm.name");
  bool hotspot = name.find("HotSpot") != std::string::npos || name.find("OpenJDK") != std::string::npos;
  if (hotspot && std::find(kTestedJdks.begin(), kTestedJdks.end(), version) != kTestedJdks.end())
    return OkStatus();
  std::string tested;
  for (std::string_view each : kTestedJdks) tested += (tested.empty() ? "" : ", ") + std::string(each);
  return Error(ErrorCode::kUnsupported,
               name + " " + version + " is no JVM that RevMon is tested with (HotSpot " + tested + ")")
      .Hint("add the agent option force to try");
}

Result<jobject> Jvm::MakeThread(JNIEnv* jni) const {
  Error failed(ErrorCode::kUnsupported, "the JVM refused to make a thread");
  jclass type = jni->FindClass("java/lang/Thread");
  jmethodID make = type == nullptr ? nullptr : jni->GetMethodID(type, "<init>", "(Ljava/lang/String;)V");
  jstring name = make == nullptr ? nullptr : jni->NewStringUTF("RevMon");
  jobject thread = name == nullptr ? nullptr : jni->NewObject(type, make, name);
  if (jni->ExceptionCheck() != JNI_FALSE) jni->ExceptionClear();
  jobject global = thread == nullptr ? nullptr : jni->NewGlobalRef(thread);
  if (global == nullptr) return failed;
  return global;
}

Status Jvm::StartThread(jobject thread, jvmtiStartFunction run, void* argument) const {
  if (auto code = env_->RunAgentThread(thread, run, argument, JVMTI_THREAD_NORM_PRIORITY))
    return ErrorOf(code, "start a thread");
  return OkStatus();
}

Status Jvm::RetransformLoaded(JNIEnv* jni, const std::vector<std::string_view>& names) const {
  jint count = 0;
  jclass* loaded = nullptr;
  if (auto code = env_->GetLoadedClasses(&count, &loaded)) return ErrorOf(code, "list its classes");
  std::unordered_set<std::string_view> known(names.begin(), names.end());
  std::vector<jclass> meant;
  for (jint i = 0; i < count; ++i) {
    char* signature = nullptr;
    bool wanted = false;
    if (env_->GetClassSignature(loaded[i], &signature, nullptr) == JVMTI_ERROR_NONE) {
      std::string_view text = signature;  // "Ljava/util/List;"
      text = text.size() > 2 ? text.substr(1, text.size() - 2) : "";
      wanted = known.contains(text);
      env_->Deallocate(reinterpret_cast<unsigned char*>(signature));
    }
    if (wanted) {
      meant.push_back(loaded[i]);
    } else {
      jni->DeleteLocalRef(loaded[i]);
    }
  }
  env_->Deallocate(reinterpret_cast<unsigned char*>(loaded));
  jvmtiError code = meant.empty() ? JVMTI_ERROR_NONE
                                  : env_->RetransformClasses(static_cast<jint>(meant.size()), meant.data());
  for (jclass type : meant) jni->DeleteLocalRef(type);
  if (code != JVMTI_ERROR_NONE) return ErrorOf(code, "look at loaded classes again");
  return OkStatus();
}

Status Jvm::SendClassEvents(const std::function<bool(std::string_view)>& wanted) {
  if (auto code = env_->SetEventNotificationMode(JVMTI_ENABLE, JVMTI_EVENT_CLASS_FILE_LOAD_HOOK, nullptr)) {
    return ErrorOf(code, "enable class events");
  }
  jint count = 0;
  jclass* classes = nullptr;
  if (auto code = env_->GetLoadedClasses(&count, &classes)) return ErrorOf(code, "list its classes");
  for (jint i = 0; i < count; ++i) Retransform(classes[i], wanted);
  env_->Deallocate(reinterpret_cast<unsigned char*>(classes));
  return OkStatus();
}

// One by one: a class that cannot be retransformed keeps no other from it.
void Jvm::Retransform(jclass type, const std::function<bool(std::string_view)>& wanted) {
  jobject loader = nullptr;
  jboolean modifiable = JNI_FALSE;
  char* signature = nullptr;
  if (env_->GetClassLoader(type, &loader) != JVMTI_ERROR_NONE || loader == nullptr) return;
  if (env_->IsModifiableClass(type, &modifiable) != JVMTI_ERROR_NONE || modifiable == JNI_FALSE) return;
  if (env_->GetClassSignature(type, &signature, nullptr) != JVMTI_ERROR_NONE) return;
  std::string_view name = signature;
  if (name.size() > 2 && name.front() == 'L' && wanted(name.substr(1, name.size() - 2))) {
    (void)env_->RetransformClasses(1, &type);
  }
  env_->Deallocate(reinterpret_cast<unsigned char*>(signature));
}

std::string Jvm::SystemProperty(const char* name) const {
  char* value = nullptr;
  if (env_->GetSystemProperty(name, &value) != JVMTI_ERROR_NONE) return "";
  std::string text = value;
  env_->Deallocate(reinterpret_cast<unsigned char*>(value));
  return text;
}

std::optional<bool> Jvm::HasInitializer(jclass type) const {
  jint count = 0;
  jmethodID* methods = nullptr;
  if (env_->GetClassMethods(type, &count, &methods) != JVMTI_ERROR_NONE) return std::nullopt;
  bool found = false;
  for (jint i = 0; i < count && !found; ++i) {
    char* name = nullptr;
    if (env_->GetMethodName(methods[i], &name, nullptr, nullptr) != JVMTI_ERROR_NONE) continue;
    found = std::string_view(name) == "<clinit>";
    env_->Deallocate(reinterpret_cast<unsigned char*>(name));
  }
  env_->Deallocate(reinterpret_cast<unsigned char*>(methods));
  return found;
}

bool ExtendsDirectly(JNIEnv* jni, jclass type, jclass base) {
  jclass super = jni->GetSuperclass(type);
  bool same = super != nullptr && jni->IsSameObject(super, base) != JNI_FALSE;
  if (super != nullptr) jni->DeleteLocalRef(super);
  return same;
}

Error Jvm::ErrorOf(jvmtiError code, std::string_view action) const {
  std::string text = "the JVM refused to " + std::string(action);
  char* name = nullptr;
  if (env_->GetErrorName(code, &name) == JVMTI_ERROR_NONE) {
    text += std::string(": ") + name;
    env_->Deallocate(reinterpret_cast<unsigned char*>(name));
  }
  return Error(ErrorCode::kUnsupported, text);
}

}  // namespace revmon::agent
