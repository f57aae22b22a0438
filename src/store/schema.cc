#include "store/schema.h"

#include <sys/stat.h>

#include <chrono>
#include <string>
#include <thread>

#include "store/store.h"

namespace revmon::store {
namespace {

constexpr const char* kTables = R"sql(
CREATE TABLE run (
  id INTEGER PRIMARY KEY, uuid TEXT NOT NULL UNIQUE, commit_id TEXT NOT NULL, tree_id TEXT NOT NULL,
  dirty INTEGER NOT NULL, completed INTEGER NOT NULL, started_ms INTEGER NOT NULL, ended_ms INTEGER NOT NULL,
  technique TEXT NOT NULL, jdk TEXT NOT NULL, scope TEXT NOT NULL, specs BLOB NOT NULL,
  modules BLOB NOT NULL DEFAULT x'', environment TEXT NOT NULL DEFAULT '');
CREATE INDEX run_commit ON run (commit_id);
CREATE TABLE run_container (
  run INTEGER NOT NULL, position INTEGER NOT NULL, location TEXT NOT NULL, library INTEGER NOT NULL,
  archive INTEGER NOT NULL, keys BLOB NOT NULL);
CREATE INDEX run_container_run ON run_container (run);
CREATE TABLE fact (id INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE, blob BLOB NOT NULL);
CREATE TABLE violation (
  run INTEGER NOT NULL, spec TEXT NOT NULL, severity TEXT NOT NULL, category TEXT NOT NULL, message TEXT NOT NULL,
  location TEXT NOT NULL, file TEXT NOT NULL, line INTEGER NOT NULL, thread TEXT NOT NULL, count INTEGER NOT NULL,
  first_ms INTEGER NOT NULL, last_ms INTEGER NOT NULL, carried INTEGER NOT NULL,
  known INTEGER NOT NULL);
CREATE INDEX violation_run ON violation (run);
CREATE TABLE test (run INTEGER NOT NULL, name TEXT NOT NULL, outcome TEXT NOT NULL, ms INTEGER NOT NULL);
CREATE INDEX test_run ON test (run);
CREATE TABLE timing (run INTEGER NOT NULL, name TEXT NOT NULL, ms INTEGER NOT NULL);
CREATE INDEX timing_run ON timing (run);
)sql";

// Of schema 3.
constexpr const char* kTestTables = R"sql(
CREATE TABLE test_class (
  run INTEGER NOT NULL, module TEXT NOT NULL, name TEXT NOT NULL, outcome TEXT NOT NULL, ms INTEGER NOT NULL,
  carried INTEGER NOT NULL, dependencies BLOB NOT NULL);
CREATE INDEX test_class_run ON test_class (run);
CREATE TABLE failed_test (module TEXT NOT NULL, name TEXT NOT NULL, PRIMARY KEY (module, name)) WITHOUT ROWID;
)sql";

Error Foreign(const Database& database) {
  return Error(ErrorCode::kMalformed, "this is a database, but no RevMon store").At(database.path());
}

// Switching to WAL needs the file alone for a moment, and does not wait for it.
Status UseWal(Database& database) {
  constexpr int kTries = 200;
  for (int i = 0;; ++i) {
    Status status = database.Execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
    if (status.ok() || status.error().code() == ErrorCode::kMalformed || i == kTries) return status;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

// A file shorter than it says lost its end.
Status CheckLength(Database& database) {
  REVMON_ASSIGN_OR_RETURN(int64_t pages, database.QueryInt("PRAGMA page_count"));
  REVMON_ASSIGN_OR_RETURN(int64_t page, database.QueryInt("PRAGMA page_size"));
  struct stat file = {};
  struct stat log = {};
  bool has_log = stat((database.path() + "-wal").c_str(), &log) == 0 && log.st_size > 0;
  if (has_log || stat(database.path().c_str(), &file) != 0 || file.st_size >= pages * page) return OkStatus();
  return Error(ErrorCode::kMalformed, "the store has lost its end").At(database.path());
}

Status CheckTables(Database& database) {
  for (const char* table : {"run", "run_container", "fact", "violation", "test", "timing"}) {
    Result<int64_t> probe = database.QueryInt("SELECT 1 FROM " + std::string(table) + " LIMIT 1");
    if (!probe.ok()) return Error(ErrorCode::kMalformed, probe.error().message()).At(database.path());
  }
  return OkStatus();
}

// Stores of earlier RevMons get what is missing; nothing in them changes its meaning.
Status Upgrade(Database& database) {
  REVMON_ASSIGN_OR_RETURN(Transaction transaction, Transaction::Begin(database));
  REVMON_ASSIGN_OR_RETURN(int64_t version, database.QueryInt("PRAGMA user_version"));
  if (version < 2) {  // nobody was faster
    REVMON_RETURN_IF_ERROR(database.Execute("ALTER TABLE run ADD COLUMN modules BLOB NOT NULL DEFAULT x''"));
  }
  if (version < 3) {
    REVMON_RETURN_IF_ERROR(
        database.Execute("ALTER TABLE run ADD COLUMN environment TEXT NOT NULL DEFAULT ''"));
    REVMON_RETURN_IF_ERROR(database.Execute(kTestTables));
  }
  REVMON_RETURN_IF_ERROR(database.Execute("PRAGMA user_version = " + std::to_string(kSchemaVersion)));
  return transaction.Commit();
}

}  // namespace

Status CheckSchema(Database& database) {
  REVMON_ASSIGN_OR_RETURN(int64_t application, database.QueryInt("PRAGMA application_id"));
  if (application != kApplicationId) return Foreign(database);
  REVMON_ASSIGN_OR_RETURN(int64_t version, database.QueryInt("PRAGMA user_version"));
  if (version > kSchemaVersion) {
    return Error(ErrorCode::kUnsupported, "this store is of a newer RevMon (schema " +
                                              std::to_string(version) + ", this one knows " +
                                              std::to_string(kSchemaVersion) + ")")
        .At(database.path())
        .Hint("use that RevMon, or delete the file");
  }
  REVMON_RETURN_IF_ERROR(CheckLength(database));
  return CheckTables(database);
}

Status PrepareSchema(Database& database) {
  // Read first: a file that is not ours must not be changed.
  REVMON_ASSIGN_OR_RETURN(int64_t objects, database.QueryInt("SELECT count(*) FROM sqlite_master"));
  if (objects > 0) {
    REVMON_RETURN_IF_ERROR(CheckSchema(database));
    REVMON_RETURN_IF_ERROR(UseWal(database));
    REVMON_ASSIGN_OR_RETURN(int64_t version, database.QueryInt("PRAGMA user_version"));
    return version < kSchemaVersion ? Upgrade(database) : OkStatus();
  }
  REVMON_RETURN_IF_ERROR(UseWal(database));
  REVMON_ASSIGN_OR_RETURN(Transaction transaction, Transaction::Begin(database));
  REVMON_ASSIGN_OR_RETURN(objects, database.QueryInt("SELECT count(*) FROM sqlite_master"));
  if (objects == 0) {  // nobody was faster
    REVMON_RETURN_IF_ERROR(database.Execute(kTables));
    REVMON_RETURN_IF_ERROR(database.Execute(kTestTables));
    REVMON_RETURN_IF_ERROR(database.Execute("PRAGMA application_id = " + std::to_string(kApplicationId)));
    REVMON_RETURN_IF_ERROR(database.Execute("PRAGMA user_version = " + std::to_string(kSchemaVersion)));
  }
  return transaction.Commit();
}

}  // namespace revmon::store
