// Jars: whatever opens must list, find and read without a crash, and every listed class must be found again.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "classpath/jar.h"

using namespace revmon;
using namespace revmon::classpath;

namespace {

constexpr uint64_t kReadLimit = 1 << 20;

void Exercise(const JarContainer& container, const ZipArchive& archive) {
  size_t listed = 0;
  (void)container
      .ForEach([&](std::string_view name, uint64_t token) {
        if (++listed > 64) return;
        if (archive.entries()[token].size > kReadLimit) return;
        const Result<Blob> content = container.Read(name, token);
        const Result<std::optional<FoundClass>> found = container.Find(name);
        if (content.ok() != found.ok()) std::abort();
        if (!found.ok()) return;
        if (!found->has_value() || (*found)->origin != container.OriginOf(name, token)) std::abort();
        if (AsText((*found)->content.bytes()) != AsText(content->bytes())) std::abort();
      })
      .ok();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  Result<std::shared_ptr<const Jar>> jar =
      Jar::Open(MappedFile(std::vector<uint8_t>(data, data + size)), "fuzz.jar");
  if (!jar.ok()) {
    const Place& place = jar.error().place();
    if (place.file != "fuzz.jar" || place.offset == Place::kNoOffset) std::abort();
    return 0;
  }
  size_t read = 0;
  for (const ZipEntry& entry : (*jar)->archive().entries()) {
    if (++read > 64) break;
    (void)(*jar)->archive().Read(entry, kReadLimit).ok();
  }
  Exercise(JarContainer(*jar, "", 0), (*jar)->archive());
  const Jar::Layout layout = (*jar)->FindLayout();
  Exercise(JarContainer(*jar, "", 25, {layout.classes_root.empty() ? "BOOT-INF/" : layout.classes_root}),
           (*jar)->archive());
  if (!layout.classes_root.empty()) Exercise(JarContainer(*jar, layout.classes_root, 0), (*jar)->archive());
  uint64_t budget = kReadLimit;
  for (const ZipEntry* entry : layout.libraries) {
    Result<std::shared_ptr<const Jar>> nested = Jar::OpenNested(*jar, *entry, budget);
    if (nested.ok()) Exercise(JarContainer(*nested, "", 17), (*nested)->archive());
  }
  for (const std::string& url : (*jar)->manifest().class_path) (void)PathOfUrl(url, "/folder").size();
  return 0;
}
