// JDK images: whatever opens must answer every question without a crash, and a lookup that succeeds must give
// the resource of that very name.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "classpath/jimage.h"
#include "classpath/jimage_unpack.h"

using namespace revmon;
using namespace revmon::classpath;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  Result<JImage> image = JImage::Open(Bytes(data, size), "fuzz");
  if (!image.ok()) {
    if (image.error().place().offset == Place::kNoOffset) std::abort();
    return 0;
  }
  for (std::string_view package : {"java/lang", "java.lang", "", "a/b/c"}) {
    (void)image->ModuleOfPackage(package).ok();
  }
  size_t seen = 0;
  (void)image
      ->ForEach([&](const JImageResource& resource) {
        if (++seen > 64) return;
        const Result<Bytes> stored = image->Stored(resource);
        if (stored.ok() && stored->size() > size) std::abort();
        if (resource.compressed) {
          const auto content = UnpackResource(*image, resource, 1 << 20);
          if (content.ok() && content->size() != resource.size) std::abort();
        }
        (void)image->ModuleOfPackage(resource.parent).ok();
        const std::string full = resource.FullName();
        if (resource.module.empty()) return;
        const std::string path = full.substr(resource.module.size() + 2);
        const auto found = image->Find(resource.module, path);
        if (found.ok() && found->has_value() && (*found)->FullName() != full) std::abort();
      })
      .ok();
  return 0;
}
