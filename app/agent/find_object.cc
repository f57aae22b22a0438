// Lets the agent run on glibc older than the one it was built with.
//
// The unwinder that comes with gcc 12 and later (linked statically) asks glibc for `_dl_find_object`, which
// exists since glibc 2.35 only. This is the same function over dl_iterate_phdr, which every glibc has:
// slower, but here exceptions happen only when memory has run out (guard.h). Being defined inside the agent,
// it is what the agent's unwinder finds; it is not exported.
#include <link.h>

#include <cstdint>

namespace {

// As glibc's <dlfcn.h> declares struct dl_find_object, on machines without a data base for exception tables
// (x86-64 and aarch64).
struct FindObjectResult {
  unsigned long long flags;
  void* map_start;
  void* map_end;
  link_map* map;
  void* eh_frame;  // start of the PT_GNU_EH_FRAME segment
  unsigned long long reserved[7];
};

struct Search {
  uintptr_t pc;
  FindObjectResult* result;
};

int VisitObject(dl_phdr_info* info, size_t, void* data) {
  auto* search = static_cast<Search*>(data);
  bool holds_pc = false;
  uintptr_t low = UINTPTR_MAX;
  uintptr_t high = 0;
  void* eh_frame = nullptr;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& header = info->dlpi_phdr[i];
    uintptr_t start = info->dlpi_addr + header.p_vaddr;
    if (header.p_type == PT_GNU_EH_FRAME) eh_frame = reinterpret_cast<void*>(start);
    if (header.p_type != PT_LOAD) continue;
    holds_pc |= search->pc >= start && search->pc < start + header.p_memsz;
    low = start < low ? start : low;
    high = start + header.p_memsz > high ? start + header.p_memsz : high;
  }
  if (!holds_pc || eh_frame == nullptr) return 0;
  search->result->map_start = reinterpret_cast<void*>(low);
  search->result->map_end = reinterpret_cast<void*>(high);
  search->result->eh_frame = eh_frame;
  return 1;
}

}  // namespace

// glibc may declare the function already, with its own types; the assembler name is what counts.
extern "C" __attribute__((visibility("hidden"))) int revmon_find_object(void* pc, void* result) __asm__(
    "_dl_find_object");

// 0 when the object that holds `pc` was found, else -1: the contract of glibc's function.
extern "C" int revmon_find_object(void* pc, void* result) {
  auto* found = static_cast<FindObjectResult*>(result);
  *found = {};
  Search search = {.pc = reinterpret_cast<uintptr_t>(pc), .result = found};
  return dl_iterate_phdr(VisitObject, &search) == 1 ? 0 : -1;
}
