// Test only: the guard linked the way the agent links it, callable from outside.
#include <cstddef>
#include <new>

#include "app/agent/guard.h"

// Asks for `bytes` of memory inside the guard; 1 if that worked, 0 if the guard caught the failure.
extern "C" __attribute__((visibility("default"))) int ProbeGuard(size_t bytes) {
  return revmon::agent::Guarded([bytes] { ::operator delete(::operator new(bytes)); }) ? 1 : 0;
}
