#include "store/transfer.h"

#include <filesystem>
#include <set>

#include "store/codec.h"
#include "store/schema.h"

namespace revmon::store {
namespace {

constexpr int64_t kDayMs = 24 * 60 * 60 * 1000;

std::string Quoted(const std::string& text) {
  std::string out = "'";
  for (char c : text) out += c == '\'' ? "''" : std::string(1, c);
  return out + "'";
}

// ATTACH for as long as this lives.
class Attached {
 public:
  static Result<Attached> Open(Database& database, const std::string& path) {
    REVMON_RETURN_IF_ERROR(database.Execute("ATTACH " + Quoted(path) + " AS other"));
    return Attached(database);
  }
  Attached(Attached&& other) noexcept : database_(std::exchange(other.database_, nullptr)) {}
  Attached& operator=(Attached&&) = delete;
  ~Attached() {
    if (database_ != nullptr) static_cast<void>(database_->Execute("DETACH other"));
  }

 private:
  explicit Attached(Database& database) : database_(&database) {}
  Database* database_;
};

Result<Moved> Count(Database& database) {
  Moved count;
  REVMON_ASSIGN_OR_RETURN(count.runs, database.QueryInt("SELECT count(*) FROM run"));
  REVMON_ASSIGN_OR_RETURN(count.facts, database.QueryInt("SELECT count(*) FROM fact"));
  return count;
}

// New ids behind the ones that are here, in the order of the other store.
constexpr const char* kMerge = R"sql(
CREATE TEMP TABLE arriving AS
  SELECT id AS old_id, (SELECT coalesce(max(id), 0) FROM main.run) + row_number() OVER (ORDER BY id) AS new_id
  FROM other.run WHERE completed = 1 AND uuid NOT IN (SELECT uuid FROM main.run);
INSERT INTO main.run SELECT a.new_id, uuid, commit_id, tree_id, dirty, completed, started_ms, ended_ms, technique,
  jdk, scope, specs, modules, environment FROM other.run r JOIN arriving a ON a.old_id = r.id;
INSERT INTO main.run_container SELECT a.new_id, position, location, library, archive, keys
  FROM other.run_container c JOIN arriving a ON a.old_id = c.run;
INSERT INTO main.violation SELECT a.new_id, spec, severity, category, message, location, file, line, thread, count,
  first_ms, last_ms, carried, known FROM other.violation v JOIN arriving a ON a.old_id = v.run;
INSERT INTO main.test SELECT a.new_id, name, outcome, ms FROM other.test t JOIN arriving a ON a.old_id = t.run;
INSERT INTO main.timing SELECT a.new_id, name, ms FROM other.timing t JOIN arriving a ON a.old_id = t.run;
INSERT INTO main.test_class SELECT a.new_id, module, name, outcome, ms, t.carried, dependencies
  FROM other.test_class t JOIN arriving a ON a.old_id = t.run;
INSERT OR IGNORE INTO main.fact (key, blob) SELECT key, blob FROM other.fact;
DROP TABLE arriving;
)sql";

Status DeleteRuns(Database& database, int64_t keep, int64_t now_ms) {
  REVMON_ASSIGN_OR_RETURN(
      Statement old,
      database.Prepare(
          "DELETE FROM run WHERE (completed = 1 AND id NOT IN (SELECT id FROM run WHERE completed = 1 "
          "ORDER BY id DESC LIMIT ?)) OR (completed = 0 AND started_ms < ?)"));
  REVMON_RETURN_IF_ERROR(old.Int(keep).Int(now_ms - kDayMs).Run());
  for (const char* table : {"run_container", "violation", "test", "timing", "test_class"}) {
    REVMON_RETURN_IF_ERROR(
        database.Execute("DELETE FROM " + std::string(table) + " WHERE run NOT IN (SELECT id FROM run)"));
  }
  return OkStatus();
}

Result<std::set<Hash128>> KeysInUse(Database& database) {
  std::set<Hash128> used;
  REVMON_ASSIGN_OR_RETURN(
      Statement rows,
      database.Prepare("SELECT keys FROM run_container UNION ALL SELECT dependencies FROM test_class"));
  for (;;) {
    REVMON_ASSIGN_OR_RETURN(bool more, rows.Step());
    if (!more) return used;
    REVMON_ASSIGN_OR_RETURN(std::vector<Hash128> keys, DecodeKeys(rows.GetBlob(0)));
    used.insert(keys.begin(), keys.end());
  }
}

Status DeleteFacts(Database& database, const std::set<Hash128>& used) {
  REVMON_RETURN_IF_ERROR(database.Execute("CREATE TEMP TABLE used (key BLOB PRIMARY KEY) WITHOUT ROWID"));
  REVMON_ASSIGN_OR_RETURN(Statement add, database.Prepare("INSERT INTO used VALUES (?)"));
  for (const Hash128& key : used) REVMON_RETURN_IF_ERROR(add.Hash(key).Run());
  REVMON_RETURN_IF_ERROR(database.Execute("DELETE FROM fact WHERE key NOT IN (SELECT key FROM used)"));
  return database.Execute("DROP TABLE used");
}

}  // namespace

Result<Moved> Export(Store& store, const std::string& path) {
  std::error_code error;
  if (std::filesystem::exists(path, error)) {
    return Error(ErrorCode::kInvalid, "this file exists").At(path).Hint("name another one, or delete it");
  }
  REVMON_RETURN_IF_ERROR(store.database().Execute("VACUUM INTO " + Quoted(path)));
  REVMON_ASSIGN_OR_RETURN(std::unique_ptr<Database> copy, Database::Open(path, Database::Mode::kCreate));
  REVMON_RETURN_IF_ERROR(copy->Execute("PRAGMA journal_mode = DELETE; DELETE FROM run WHERE completed = 0"));
  return Count(*copy);
}

Result<Moved> Import(Store& store, const std::string& path) {
  {
    REVMON_ASSIGN_OR_RETURN(std::unique_ptr<Database> other, Database::Open(path, Database::Mode::kReadOnly));
    REVMON_RETURN_IF_ERROR(CheckSchema(*other));
    REVMON_ASSIGN_OR_RETURN(int64_t version, other->QueryInt("PRAGMA user_version"));
    if (version < kSchemaVersion) {
      return Error(ErrorCode::kUnsupported, "this store was written by an earlier RevMon")
          .At(path)
          .Hint("revmon store show --store FILE brings it up to date");
    }
  }
  Database& database = store.database();
  REVMON_ASSIGN_OR_RETURN(Moved before, Count(database));
  {
    REVMON_ASSIGN_OR_RETURN(Attached attached, Attached::Open(database, path));
    REVMON_ASSIGN_OR_RETURN(Transaction transaction, Transaction::Begin(database));
    REVMON_RETURN_IF_ERROR(database.Execute(kMerge));
    REVMON_RETURN_IF_ERROR(transaction.Commit());
  }
  REVMON_ASSIGN_OR_RETURN(Moved after, Count(database));
  return Moved{after.runs - before.runs, after.facts - before.facts};
}

Result<Moved> Collect(Store& store, int64_t keep, int64_t now_ms) {
  Database& database = store.database();
  REVMON_ASSIGN_OR_RETURN(Moved before, Count(database));
  {
    REVMON_ASSIGN_OR_RETURN(Transaction transaction, Transaction::Begin(database));
    REVMON_RETURN_IF_ERROR(DeleteRuns(database, keep, now_ms));
    REVMON_ASSIGN_OR_RETURN(std::set<Hash128> used, KeysInUse(database));
    REVMON_RETURN_IF_ERROR(DeleteFacts(database, used));
    REVMON_RETURN_IF_ERROR(transaction.Commit());
  }
  REVMON_RETURN_IF_ERROR(database.Execute("VACUUM"));
  REVMON_ASSIGN_OR_RETURN(Moved after, Count(database));
  return Moved{before.runs - after.runs, before.facts - after.facts};
}

}  // namespace revmon::store
