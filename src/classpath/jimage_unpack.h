// Answers: what does a resource hold that jlink has packed into a JDK image?
//
// A packed resource is one or more layers, each a header of 29 bytes (sizes, name of the packer) and its
// data. Both packers that JDK 9 to 25 have are understood: "zip" (a zlib stream) and "compact-cp" (a class
// whose constant pool shares its strings with the image). This is done here because the JDK's own library
// cannot do it outside a running JVM: it needs libjvm.so and libzip.so of that JVM. Sizes are checked before
// anything is allocated; output beyond the declared size is an error.
#pragma once
#include <cstdint>
#include <vector>

#include "base/result.h"
#include "classpath/jimage.h"

namespace revmon::classpath {

// The content of a resource that is marked compressed; kUnsupported where a packer is unknown.
[[nodiscard]] Result<std::vector<uint8_t>> UnpackResource(const JImage& image, const JImageResource& resource,
                                                          uint64_t limit);

}  // namespace revmon::classpath
