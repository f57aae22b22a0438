#include "runtime/classes.h"

namespace revmon::runtime {

Hash128 ClassesHash() {
  Hasher hasher;
  for (const EmbeddedClass& embedded : Classes()) hasher.Field(embedded.name).Field(embedded.bytes);
  return hasher.Finish();
}

}  // namespace revmon::runtime
