#include "app/agent/vm_arguments.h"

#include <dlfcn.h>

#include <cstring>
#include <string_view>

namespace revmon::agent {
namespace {

constexpr int kMaxArguments = 100000;

// The library that this JVM is in: its symbols need not be global.
void* OpenJvmLibrary(JavaVM* vm) {
  Dl_info info = {};
  if (dladdr(reinterpret_cast<void*>(vm->functions->GetEnv), &info) == 0) return nullptr;
  return dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
}

template <typename T>
T ValueAt(const void* address) {
  T value;
  std::memcpy(&value, address, sizeof value);
  return value;
}

// gHotSpotVMStructs: entries of {type name, field name, ..., address of a static field}, at offsets which are
// exported as well; an entry without type name ends the table.
class VmStructs {
 public:
  explicit VmStructs(void* library) : library_(library) {
    table_ = Exported<const char*>("gHotSpotVMStructs");
    type_ = Exported<uint64_t>("gHotSpotVMStructEntryTypeNameOffset");
    field_ = Exported<uint64_t>("gHotSpotVMStructEntryFieldNameOffset");
    address_ = Exported<uint64_t>("gHotSpotVMStructEntryAddressOffset");
    stride_ = Exported<uint64_t>("gHotSpotVMStructEntryArrayStride");
  }

  // The address of a static field, null if there is none of that name.
  [[nodiscard]] const void* Find(std::string_view type, std::string_view field) const {
    if (table_ == nullptr || stride_ == 0) return nullptr;
    for (const char* entry = table_;; entry += stride_) {
      const char* of = ValueAt<const char*>(entry + type_);
      const char* name = ValueAt<const char*>(entry + field_);
      if (of == nullptr || name == nullptr) return nullptr;
      if (type == of && field == name) return ValueAt<const void*>(entry + address_);
    }
  }

 private:
  template <typename T>
  [[nodiscard]] T Exported(const char* name) const {
    const void* symbol = dlsym(library_, name);
    return symbol == nullptr ? T() : ValueAt<T>(symbol);
  }

  void* library_;
  const char* table_ = nullptr;
  uint64_t type_ = 0;
  uint64_t field_ = 0;
  uint64_t address_ = 0;
  uint64_t stride_ = 0;
};

bool AppendTexts(const void* count_at, const void* texts_at, std::vector<std::string>& out) {
  if (count_at == nullptr || texts_at == nullptr) return false;
  int count = ValueAt<int>(count_at);
  const char* const* texts = ValueAt<const char* const*>(texts_at);
  for (int i = 0; texts != nullptr && i < count && i < kMaxArguments; ++i) {
    if (texts[i] != nullptr) out.emplace_back(texts[i]);
  }
  return true;
}

}  // namespace

std::optional<std::vector<std::string>> VmArguments(JavaVM* vm) {
  void* library = OpenJvmLibrary(vm);
  if (library == nullptr) return std::nullopt;
  VmStructs structs(library);
  std::vector<std::string> arguments;
  (void)AppendTexts(structs.Find("Arguments", "_num_jvm_flags"),
                    structs.Find("Arguments", "_jvm_flags_array"), arguments);
  bool known = AppendTexts(structs.Find("Arguments", "_num_jvm_args"),
                           structs.Find("Arguments", "_jvm_args_array"), arguments);
  dlclose(library);
  if (!known) return std::nullopt;
  return arguments;
}

Sharing SharingOf(std::span<const std::string> arguments) {
  std::string_view share;
  std::string_view mode;
  bool archive = false;
  bool cache = false;
  bool recorded = false;
  for (std::string_view argument : arguments) {
    if (argument.starts_with("-Xshare:")) share = argument.substr(8);
    if (argument.starts_with("-XX:AOTMode=")) mode = argument.substr(12);
    if (argument.starts_with("-XX:AOTCache=")) cache = true;
    if (argument.starts_with("-XX:SharedArchiveFile=") || argument == "-XX:+RequireSharedSpaces") {
      archive = true;
    }
    if (argument.starts_with("-XX:ArchiveClassesAtExit=") || argument.starts_with("-XX:AOTCacheOutput=") ||
        argument == "-XX:+RecordDynamicDumpInfo" || argument == "-XX:+AutoCreateSharedArchive" ||
        argument == "-XX:+DumpSharedSpaces") {
      recorded = true;
    }
  }
  if (recorded || share == "dump" || mode == "record" || mode == "create") return Sharing::kRecorded;
  if (mode == "on" || (cache && mode != "off" && share != "off")) return Sharing::kCache;
  return share == "on" || (archive && share != "off") ? Sharing::kArchive : Sharing::kFree;
}

}  // namespace revmon::agent
