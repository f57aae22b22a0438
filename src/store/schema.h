// Answers: is this database a store, and of which version?
#pragma once
#include "base/result.h"
#include "store/database.h"

namespace revmon::store {

// In the file's header, so that `file` and we can tell a store from other databases: "RVMN".
inline constexpr int64_t kApplicationId = 0x52564D4E;

// Makes the tables of an empty database and checks those of a full one. kMalformed: damaged, or no store;
// kUnsupported: written by a newer RevMon.
[[nodiscard]] Status PrepareSchema(Database& database);
// The same without changing anything; an empty database is no store.
[[nodiscard]] Status CheckSchema(Database& database);

}  // namespace revmon::store
