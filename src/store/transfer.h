// Answers: how does a store move between machines, and how does it stay small?
//
// An exported file is a store of its own, in one file without a log; importing one adds the runs that are not
// here yet and what they need. Only data travels: nothing in a store is ever run.
#pragma once
#include <cstdint>
#include <string>

#include "base/result.h"
#include "store/store.h"

namespace revmon::store {

struct Moved {
  int64_t runs = 0;
  int64_t facts = 0;
};

// All complete runs. The file must not exist.
[[nodiscard]] Result<Moved> Export(Store& store, const std::string& path);
[[nodiscard]] Result<Moved> Import(Store& store, const std::string& path);

// Keeps the newest `keep` complete runs, drops all others (runs in progress younger than a day stay) with the
// facts that no run needs any more. Gives what was dropped.
[[nodiscard]] Result<Moved> Collect(Store& store, int64_t keep, int64_t now_ms);

}  // namespace revmon::store
