#include "classpath/jimage_library.h"

#include <dlfcn.h>

namespace revmon::classpath {

// The C interface of libjimage: an image is opaque, a location a 64-bit number (0: not found).
struct JImageLibrary::Functions {
  using IteratorVisitor = bool (*)(void* image, const char* module, const char* version, const char* package,
                                   const char* name, const char* extension, void* argument);
  void* (*open)(const char* path, int32_t* error) = nullptr;
  void (*close)(void* image) = nullptr;
  int64_t (*find_resource)(void* image, const char* module, const char* version, const char* name,
                           int64_t* size) = nullptr;
  int64_t (*get_resource)(void* image, int64_t location, char* buffer, int64_t size) = nullptr;
  const char* (*package_to_module)(void* image, const char* package) = nullptr;
  void (*iterate)(void* image, IteratorVisitor visitor, void* argument) = nullptr;
};

namespace {

template <typename Function>
bool Load(void* handle, const char* symbol, Function& function) {
  function = reinterpret_cast<Function>(dlsym(handle, symbol));
  return function != nullptr;
}

}  // namespace

Result<std::unique_ptr<JImageLibrary>> JImageLibrary::Open(const std::string& library_path,
                                                           const std::string& image_path) {
  std::unique_ptr<JImageLibrary> library(new JImageLibrary());
  library->handle_ = dlopen(library_path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library->handle_ == nullptr) {
    const char* reason = dlerror();
    return Error(ErrorCode::kIo,
                 std::string("cannot load: ") + (reason != nullptr ? reason : "no reason given"))
        .At(library_path);
  }
  library->functions_ = std::make_unique<Functions>();
  Functions& f = *library->functions_;
  void* handle = library->handle_;
  if (!Load(handle, "JIMAGE_Open", f.open) || !Load(handle, "JIMAGE_Close", f.close) ||
      !Load(handle, "JIMAGE_FindResource", f.find_resource) ||
      !Load(handle, "JIMAGE_GetResource", f.get_resource)) {
    return Error(ErrorCode::kUnsupported, "not the jimage library of a JDK: a function is missing")
        .At(library_path);
  }
  // Not used by the JVM itself, so a JDK may drop them.
  Load(handle, "JIMAGE_PackageToModule", f.package_to_module);
  Load(handle, "JIMAGE_ResourceIterator", f.iterate);
  int32_t error = 0;
  library->image_ = f.open(image_path.c_str(), &error);
  if (library->image_ == nullptr) {
    return Error(ErrorCode::kMalformed, "the JDK cannot open its image (error " + std::to_string(error) + ")")
        .At(image_path);
  }
  return library;
}

JImageLibrary::~JImageLibrary() {
  if (image_ != nullptr) functions_->close(image_);
  if (handle_ != nullptr) dlclose(handle_);
}

Result<std::optional<std::vector<uint8_t>>> JImageLibrary::Read(const std::string& module,
                                                                const std::string& path,
                                                                uint64_t limit) const {
  int64_t size = 0;
  const int64_t location = functions_->find_resource(image_, module.c_str(), "9.0", path.c_str(), &size);
  if (location == 0) return std::optional<std::vector<uint8_t>>();
  if (size < 0 || static_cast<uint64_t>(size) > limit) {
    return Error(ErrorCode::kLimit, "resource of " + std::to_string(size) + " bytes").At(module + "/" + path);
  }
  std::vector<uint8_t> content(static_cast<size_t>(size));
  if (size > 0) functions_->get_resource(image_, location, reinterpret_cast<char*>(content.data()), size);
  return std::optional(std::move(content));
}

std::string JImageLibrary::ModuleOfPackage(const std::string& package) const {
  if (functions_->package_to_module == nullptr) return "";
  const char* module = functions_->package_to_module(image_, package.c_str());
  return module != nullptr ? module : "";
}

void JImageLibrary::ForEach(const Visitor& visit) const {
  if (functions_->iterate == nullptr) return;
  functions_->iterate(
      image_,
      [](void*, const char* module, const char*, const char* package, const char* name, const char* extension,
         void* argument) {
        (*static_cast<const Visitor*>(argument))(module, package, name, extension);
        return true;
      },
      const_cast<Visitor*>(&visit));
}

}  // namespace revmon::classpath
