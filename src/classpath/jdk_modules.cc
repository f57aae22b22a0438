#include "classpath/jdk_modules.h"

#include <utility>

#include "classpath/jimage_unpack.h"

namespace revmon::classpath {
namespace {

constexpr uint64_t kLargestResource = uint64_t{256} << 20;

bool IsClass(const JImageResource& resource) {
  return resource.extension == "class" && resource.base != "module-info" && resource.module != "modules" &&
         resource.module != "packages";
}

}  // namespace

JdkModules::JdkModules(MappedFile content, JImage image, std::string library_path)
    : content_(std::move(content)), image_(std::move(image)), library_path_(std::move(library_path)) {}

Result<std::unique_ptr<JdkModules>> JdkModules::Open(const FileSystem& fs, const std::string& modules_path,
                                                     std::string library_path) {
  REVMON_ASSIGN_OR_RETURN(MappedFile content, fs.Map(modules_path));
  REVMON_ASSIGN_OR_RETURN(JImage image, JImage::Open(content.bytes(), modules_path));
  return std::unique_ptr<JdkModules>(
      new JdkModules(std::move(content), std::move(image), std::move(library_path)));
}

Result<std::optional<FoundClass>> JdkModules::Find(std::string_view name) const {
  const size_t slash = name.rfind('/');
  if (slash == std::string_view::npos)
    return std::optional<FoundClass>();  // no module has an unnamed package
  REVMON_ASSIGN_OR_RETURN(std::string_view module, image_.ModuleOfPackage(name.substr(0, slash)));
  if (module.empty()) return std::optional<FoundClass>();
  std::string path(name);
  path += kClassSuffix;
  REVMON_ASSIGN_OR_RETURN(std::optional<JImageResource> resource, image_.Find(module, path));
  if (!resource.has_value()) return std::optional<FoundClass>();
  REVMON_ASSIGN_OR_RETURN(Blob content, Read(*resource));
  return std::optional(FoundClass{std::move(content), OriginOf(*resource)});
}

Status JdkModules::ForEach(const Visitor& visit) const {
  // The slot is the token; ForEach of the image counts them in order.
  uint64_t slot = 0;
  std::string name;
  return image_.ForEach([&](const JImageResource& resource) {
    const uint64_t token = slot++;
    if (!IsClass(resource)) return;
    name.assign(resource.parent);
    if (!name.empty()) name += '/';
    name += resource.base;
    visit(name, token);
  });
}

Result<Blob> JdkModules::Read(std::string_view, uint64_t token) const {
  REVMON_ASSIGN_OR_RETURN(JImageResource resource, image_.At(static_cast<uint32_t>(token)));
  return Read(resource);
}

std::string JdkModules::OriginOf(std::string_view, uint64_t token) const {
  Result<JImageResource> resource = image_.At(static_cast<uint32_t>(token));
  return resource.ok() ? OriginOf(*resource) : location();
}

std::string JdkModules::OriginOf(const JImageResource& resource) const {
  return location() + "!" + resource.FullName();
}

Result<Blob> JdkModules::Read(const JImageResource& resource) const {
  if (resource.compressed) return Unpack(resource);
  REVMON_ASSIGN_OR_RETURN(Bytes bytes, image_.Stored(resource));
  return Blob::View(bytes);
}

Result<Blob> JdkModules::Unpack(const JImageResource& resource) const {
  Result<std::vector<uint8_t>> content = UnpackResource(image_, resource, kLargestResource);
  if (!content.ok() && content.error().code() == ErrorCode::kUnsupported) {
    Result<std::vector<uint8_t>> theirs = UnpackByLibrary(resource);
    // Outside a JVM the library does not even load; that the packer is unknown is the better explanation.
    if (theirs.ok()) content = std::move(theirs);
  }
  if (!content.ok()) return std::move(content).error().At(OriginOf(resource));
  return Blob::Own(std::move(content).value());
}

Result<std::vector<uint8_t>> JdkModules::UnpackByLibrary(const JImageResource& resource) const {
  std::lock_guard lock(mutex_);
  if (library_ == nullptr) {
    REVMON_ASSIGN_OR_RETURN(library_, JImageLibrary::Open(library_path_, location()));
  }
  const std::string full = resource.FullName();
  const size_t path_start = resource.module.size() + 2;  // behind "/module/"
  REVMON_ASSIGN_OR_RETURN(
      std::optional<std::vector<uint8_t>> content,
      library_->Read(std::string(resource.module), full.substr(path_start), kLargestResource));
  if (content.has_value()) return std::move(*content);
  return Error(ErrorCode::kUnsupported, "the JDK's libjimage does not find a resource of its own image")
      .At(OriginOf(resource));
}

}  // namespace revmon::classpath
