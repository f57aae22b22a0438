// Compiled with exceptions, alone in the agent: see guard.h.
#include "app/agent/guard.h"

namespace revmon::agent {

bool RunGuarded(GuardedWork work, void* context) noexcept {
  try {
    work(context);
    return true;
  } catch (...) {
    return false;
  }
}

}  // namespace revmon::agent
