// Descriptors and generic signatures: whatever parses must print back to exactly what was read.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "classfile/descriptor.h"
#include "classfile/signature.h"

using namespace revmon::classfile;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  for (SignatureKind kind : {SignatureKind::kClass, SignatureKind::kMethod, SignatureKind::kField}) {
    auto parsed = Signature::Parse(kind, text);
    if (!parsed.ok()) continue;
    if (parsed->Print() != text || parsed->ToJava("m").empty()) std::abort();
  }
  if (auto method = MethodDescriptor::Parse(text); method.ok()) {
    uint32_t slots = 0;
    for (TypeView type : *method) slots += type.slots();
    if (slots != method->argument_slots()) std::abort();
  }
  (void)MethodToJava("m", text).size();
  (void)TypeToJava(text).size();
  return 0;
}
