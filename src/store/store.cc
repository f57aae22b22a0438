#include "store/store.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <random>
#include <system_error>

#include "base/path.h"
#include "store/codec.h"
#include "store/schema.h"

namespace revmon::store {
namespace {

namespace fs = std::filesystem;

std::string NewUuid() {
  std::random_device device;
  auto word = [&] { return uint64_t{device()} << 32 | device(); };
  uint64_t high = word();
  return ToHex({high, word()});
}

// Everything below .revmon is local: git need not see it.
Status MakeFolder(const std::string& path) {
  std::string folder(DirName(path));
  std::error_code error;
  bool fresh = fs::create_directories(folder, error);
  if (error) return Error(ErrorCode::kIo, error.message()).At(folder);
  if (fresh) std::ofstream(JoinPath(folder, ".gitignore")) << "*\n";
  return OkStatus();
}

Result<std::string> MoveAside(const std::string& path) {
  std::error_code error;
  for (int i = 1; i < 1000; ++i) {
    std::string target = path + ".damaged-" + std::to_string(i);
    if (fs::exists(target, error)) continue;
    fs::rename(path, target, error);
    if (error) return Error(ErrorCode::kIo, error.message()).At(path);
    for (const char* suffix : {"-wal", "-shm"}) fs::remove(path + suffix, error);
    return target;
  }
  return Error(ErrorCode::kLimit, "too many damaged stores lie here").At(path).Hint("delete them");
}

RunRecord RowToRun(const Statement& row) {
  RunRecord run;
  run.id = row.GetInt(0);
  run.uuid = row.GetText(1);
  run.commit = row.GetText(2);
  run.tree = row.GetText(3);
  run.dirty = row.GetInt(4) != 0;
  run.completed = row.GetInt(5) != 0;
  run.started_ms = row.GetInt(6);
  run.ended_ms = row.GetInt(7);
  run.technique = row.GetText(8);
  run.jdk = row.GetText(9);
  run.scope = row.GetText(10);
  run.environment = row.GetText(13);
  return run;
}

constexpr std::string_view kRunColumns =
    "SELECT id, uuid, commit_id, tree_id, dirty, completed, started_ms, ended_ms, technique, jdk, scope, "
    "specs, modules, environment FROM run ";

Result<std::optional<int64_t>> FirstInt(Statement statement) {
  REVMON_ASSIGN_OR_RETURN(bool row, statement.Step());
  return row ? std::optional<int64_t>(statement.GetInt(0)) : std::nullopt;
}

Status AddTestClasses(Database& database, int64_t run, const std::vector<TestClass>& classes) {
  REVMON_ASSIGN_OR_RETURN(
      Statement insert,
      database.Prepare("INSERT INTO test_class (run, module, name, outcome, ms, carried, dependencies) "
                       "VALUES (?, ?, ?, ?, ?, ?, ?)"));
  for (const TestClass& one : classes) {
    std::vector<uint8_t> key = EncodeKeys(
        one.dependencies.has_value() ? std::vector<Hash128>{*one.dependencies} : std::vector<Hash128>());
    insert.Int(run).Text(one.module).Text(one.name).Text(one.outcome).Int(one.milliseconds);
    REVMON_RETURN_IF_ERROR(insert.Int(one.carried ? 1 : 0).Blob(key).Run());
  }
  return OkStatus();
}

}  // namespace

Result<Store> Store::Open(const std::string& path, std::vector<std::string>* notes) {
  REVMON_RETURN_IF_ERROR(MakeFolder(path));
  for (bool again = false;; again = true) {
    Status status;
    Result<std::unique_ptr<Database>> database = Database::Open(path, Database::Mode::kCreate);
    if (!database.ok()) {
      status = std::move(database).error();
    } else {
      Store store(std::move(database).value());
      status = PrepareSchema(store.database());
      if (status.ok()) return store;
    }
    if (again || status.error().code() != ErrorCode::kMalformed) return std::move(status).error();
    REVMON_ASSIGN_OR_RETURN(std::string aside, MoveAside(path));
    notes->push_back(status.error().message() + "; it is kept as " + std::string(BaseName(aside)) +
                     ", and a new store begins: this run is a full one");
  }
}

Result<int64_t> Store::Begin(const RunRecord& run) {
  REVMON_ASSIGN_OR_RETURN(Transaction transaction, Transaction::Begin(*database_));
  REVMON_ASSIGN_OR_RETURN(
      Statement insert,
      database_->Prepare("INSERT INTO run (uuid, commit_id, tree_id, dirty, completed, started_ms, ended_ms, "
                         "technique, jdk, scope, specs, modules, environment) VALUES (?, ?, ?, ?, 0, ?, 0, "
                         "?, ?, ?, ?, ?, ?)"));
  std::vector<uint8_t> specs = EncodeSpecs(run.specs);
  std::vector<uint8_t> modules = EncodeModules(run.modules);
  insert.Text(run.uuid.empty() ? NewUuid() : run.uuid).Text(run.commit).Text(run.tree).Int(run.dirty ? 1 : 0);
  insert.Int(run.started_ms).Text(run.technique).Text(run.jdk).Text(run.scope).Blob(specs).Blob(modules);
  insert.Text(run.environment);
  REVMON_RETURN_IF_ERROR(insert.Run());
  int64_t id = database_->last_row();
  REVMON_ASSIGN_OR_RETURN(
      Statement container,
      database_->Prepare("INSERT INTO run_container (run, position, location, library, archive, keys) "
                         "VALUES (?, ?, ?, ?, ?, ?)"));
  for (size_t i = 0; i < run.containers.size(); ++i) {
    const Container& c = run.containers[i];
    std::vector<uint8_t> keys = EncodeKeys(c.keys);
    container.Int(id).Int(static_cast<int64_t>(i)).Text(c.location).Int(c.library ? 1 : 0);
    container.Int(c.archive ? 1 : 0).Blob(keys);
    REVMON_RETURN_IF_ERROR(container.Run());
  }
  REVMON_RETURN_IF_ERROR(transaction.Commit());
  return id;
}

Status Store::AddFindings(int64_t run, const std::vector<Finding>& findings) {
  REVMON_ASSIGN_OR_RETURN(
      Statement finding,
      database_->Prepare(
          "INSERT INTO violation (run, spec, severity, category, message, location, file, line, "
          "thread, count, first_ms, last_ms, carried, known) "
          "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"));
  for (const Finding& f : findings) {
    const wire::Violation& v = f.violation;
    finding.Int(run).Text(v.spec).Text(v.severity).Text(v.category).Text(v.message).Text(v.location);
    finding.Text(v.file).Int(v.line).Text(v.thread).Int(static_cast<int64_t>(v.count));
    finding.Int(static_cast<int64_t>(v.first_ms)).Int(static_cast<int64_t>(v.last_ms));
    finding.Int(f.carried ? 1 : 0).Int(f.known ? 1 : 0);
    REVMON_RETURN_IF_ERROR(finding.Run());
  }
  return OkStatus();
}

Status Store::Amend(int64_t run, const std::vector<SpecVersion>& specs,
                    const std::vector<Finding>& findings) {
  REVMON_ASSIGN_OR_RETURN(Transaction transaction, Transaction::Begin(*database_));
  REVMON_ASSIGN_OR_RETURN(
      Statement update,
      database_->Prepare("UPDATE run SET specs = ? WHERE id = ? AND completed = 1 RETURNING id"));
  std::vector<uint8_t> encoded = EncodeSpecs(specs);
  update.Blob(encoded).Int(run);
  REVMON_ASSIGN_OR_RETURN(bool changed, update.Step());
  update.Reset();
  if (!changed) return Error(ErrorCode::kNotFound, "run " + std::to_string(run) + " is not complete");
  REVMON_ASSIGN_OR_RETURN(Statement remove, database_->Prepare("DELETE FROM violation WHERE run = ?"));
  REVMON_RETURN_IF_ERROR(remove.Int(run).Run());
  REVMON_RETURN_IF_ERROR(AddFindings(run, findings));
  return transaction.Commit();
}

Status Store::Finish(int64_t run, int64_t ended_ms, const Outcome& outcome) {
  REVMON_ASSIGN_OR_RETURN(Transaction transaction, Transaction::Begin(*database_));
  REVMON_RETURN_IF_ERROR(AddFindings(run, outcome.findings));
  REVMON_ASSIGN_OR_RETURN(
      Statement test, database_->Prepare("INSERT INTO test (run, name, outcome, ms) VALUES (?, ?, ?, ?)"));
  for (const TestResult& t : outcome.tests) {
    REVMON_RETURN_IF_ERROR(test.Int(run).Text(t.name).Text(t.outcome).Int(t.milliseconds).Run());
  }
  REVMON_ASSIGN_OR_RETURN(Statement timing,
                          database_->Prepare("INSERT INTO timing (run, name, ms) VALUES (?, ?, ?)"));
  for (const Timing& t : outcome.timings) {
    REVMON_RETURN_IF_ERROR(timing.Int(run).Text(t.name).Int(t.milliseconds).Run());
  }
  REVMON_RETURN_IF_ERROR(AddTestClasses(*database_, run, outcome.classes));
  REVMON_ASSIGN_OR_RETURN(
      Statement finish,
      database_->Prepare(
          "UPDATE run SET completed = 1, ended_ms = ? WHERE id = ? AND completed = 0 RETURNING id"));
  finish.Int(ended_ms).Int(run);
  REVMON_ASSIGN_OR_RETURN(bool changed, finish.Step());
  finish.Reset();
  if (!changed) return Error(ErrorCode::kInvalid, "run " + std::to_string(run) + " is unknown or complete");
  return transaction.Commit();
}

Result<std::vector<RunRecord>> Store::Runs() {
  REVMON_ASSIGN_OR_RETURN(Statement rows, database_->Prepare(std::string(kRunColumns) + "ORDER BY id DESC"));
  std::vector<RunRecord> runs;
  for (;;) {
    REVMON_ASSIGN_OR_RETURN(bool row, rows.Step());
    if (!row) return runs;
    runs.push_back(RowToRun(rows));
  }
}

Result<RunRecord> Store::Load(int64_t id) {
  REVMON_ASSIGN_OR_RETURN(Statement row, database_->Prepare(std::string(kRunColumns) + "WHERE id = ?"));
  REVMON_ASSIGN_OR_RETURN(bool found, row.Int(id).Step());
  if (!found) return Error(ErrorCode::kNotFound, "no run " + std::to_string(id)).At(path());
  RunRecord run = RowToRun(row);
  REVMON_ASSIGN_OR_RETURN(run.specs, DecodeSpecs(row.GetBlob(11)));
  REVMON_ASSIGN_OR_RETURN(run.modules, DecodeModules(row.GetBlob(12)));
  REVMON_ASSIGN_OR_RETURN(
      Statement containers,
      database_->Prepare(
          "SELECT location, library, archive, keys FROM run_container WHERE run = ? ORDER BY position"));
  containers.Int(id);
  for (;;) {
    REVMON_ASSIGN_OR_RETURN(bool more, containers.Step());
    if (!more) return run;
    Container container{containers.GetText(0), containers.GetInt(1) != 0, containers.GetInt(2) != 0, {}};
    REVMON_ASSIGN_OR_RETURN(container.keys, DecodeKeys(containers.GetBlob(3)));
    run.containers.push_back(std::move(container));
  }
}

Result<Outcome> Store::LoadOutcome(int64_t run) {
  Outcome outcome;
  REVMON_ASSIGN_OR_RETURN(
      Statement rows,
      database_->Prepare("SELECT spec, severity, category, message, location, file, line, thread, count, "
                         "first_ms, last_ms, carried, known FROM violation WHERE run = ? ORDER BY rowid"));
  rows.Int(run);
  for (;;) {
    REVMON_ASSIGN_OR_RETURN(bool more, rows.Step());
    if (!more) break;
    Finding finding;
    wire::Violation& v = finding.violation;
    v.id = static_cast<uint32_t>(outcome.findings.size());
    v.spec = rows.GetText(0);
    v.severity = rows.GetText(1);
    v.category = rows.GetText(2);
    v.message = rows.GetText(3);
    v.location = rows.GetText(4);
    v.file = rows.GetText(5);
    v.line = static_cast<uint32_t>(rows.GetInt(6));
    v.thread = rows.GetText(7);
    v.count = static_cast<uint64_t>(rows.GetInt(8));
    v.first_ms = static_cast<uint64_t>(rows.GetInt(9));
    v.last_ms = static_cast<uint64_t>(rows.GetInt(10));
    finding.carried = rows.GetInt(11) != 0;
    finding.known = rows.GetInt(12) != 0;
    outcome.findings.push_back(std::move(finding));
  }
  REVMON_ASSIGN_OR_RETURN(
      Statement tests, database_->Prepare("SELECT name, outcome, ms FROM test WHERE run = ? ORDER BY rowid"));
  tests.Int(run);
  for (;;) {
    REVMON_ASSIGN_OR_RETURN(bool more, tests.Step());
    if (!more) break;
    outcome.tests.push_back({tests.GetText(0), tests.GetText(1), tests.GetInt(2)});
  }
  REVMON_ASSIGN_OR_RETURN(Statement timings,
                          database_->Prepare("SELECT name, ms FROM timing WHERE run = ? ORDER BY rowid"));
  timings.Int(run);
  for (;;) {
    REVMON_ASSIGN_OR_RETURN(bool more, timings.Step());
    if (!more) return outcome;
    outcome.timings.push_back({timings.GetText(0), timings.GetInt(1)});
  }
}

Result<std::vector<TestClass>> Store::LoadTestClasses(int64_t run) {
  REVMON_ASSIGN_OR_RETURN(
      Statement rows,
      database_->Prepare("SELECT module, name, outcome, ms, carried, dependencies FROM test_class "
                         "WHERE run = ? ORDER BY rowid"));
  rows.Int(run);
  std::vector<TestClass> classes;
  for (;;) {
    REVMON_ASSIGN_OR_RETURN(bool more, rows.Step());
    if (!more) return classes;
    TestClass one{rows.GetText(0), rows.GetText(1), rows.GetText(2), rows.GetInt(3), rows.GetInt(4) != 0, {}};
    REVMON_ASSIGN_OR_RETURN(std::vector<Hash128> keys, DecodeKeys(rows.GetBlob(5)));
    if (!keys.empty()) one.dependencies = keys[0];
    classes.push_back(std::move(one));
  }
}

Result<std::vector<TestClass>> Store::FailedTests() {
  REVMON_ASSIGN_OR_RETURN(Statement rows,
                          database_->Prepare("SELECT module, name FROM failed_test ORDER BY module, name"));
  std::vector<TestClass> failed;
  for (;;) {
    REVMON_ASSIGN_OR_RETURN(bool more, rows.Step());
    if (!more) return failed;
    failed.push_back({rows.GetText(0), rows.GetText(1), "failed", 0, false, {}});
  }
}

Status Store::UpdateFailedTests(const std::vector<TestClass>& ran) {
  REVMON_ASSIGN_OR_RETURN(Transaction transaction, Transaction::Begin(*database_));
  REVMON_ASSIGN_OR_RETURN(Statement remove,
                          database_->Prepare("DELETE FROM failed_test WHERE module = ? AND name = ?"));
  REVMON_ASSIGN_OR_RETURN(
      Statement add, database_->Prepare("INSERT OR REPLACE INTO failed_test (module, name) VALUES (?, ?)"));
  for (const TestClass& one : ran) {
    if (one.carried) continue;
    Statement& statement = one.outcome == "failed" ? add : remove;
    REVMON_RETURN_IF_ERROR(statement.Text(one.module).Text(one.name).Run());
  }
  return transaction.Commit();
}

Result<std::optional<int64_t>> Store::FindClean(const std::string& commit) {
  REVMON_ASSIGN_OR_RETURN(
      Statement statement,
      database_->Prepare("SELECT id FROM run WHERE commit_id = ? AND dirty = 0 AND completed = 1 "
                         "ORDER BY id DESC LIMIT 1"));
  statement.Text(commit);
  return FirstInt(std::move(statement));
}

Result<std::optional<int64_t>> Store::FindOther(const std::string& tree) {
  REVMON_ASSIGN_OR_RETURN(
      Statement statement,
      database_->Prepare("SELECT id FROM run WHERE tree_id <> ? AND completed = 1 ORDER BY id DESC LIMIT 1"));
  statement.Text(tree);
  return FirstInt(std::move(statement));
}

Result<std::optional<int64_t>> Store::FindNewest() { return FindOther(""); }

Result<std::vector<std::optional<std::vector<uint8_t>>>> Store::FindFacts(const std::vector<Hash128>& keys) {
  std::vector<std::optional<std::vector<uint8_t>>> found(keys.size());
  REVMON_ASSIGN_OR_RETURN(Statement statement, database_->Prepare("SELECT blob FROM fact WHERE key = ?"));
  REVMON_RETURN_IF_ERROR(database_->Execute("BEGIN"));  // one read lock for all of them
  for (size_t i = 0; i < keys.size(); ++i) {
    Result<bool> row = statement.Hash(keys[i]).Step();
    if (!row.ok()) {
      static_cast<void>(database_->Execute("ROLLBACK"));
      return std::move(row).error();
    }
    if (*row) {
      Bytes blob = statement.GetBlob(0);
      found[i].emplace(blob.begin(), blob.end());
    }
    statement.Reset();
  }
  REVMON_RETURN_IF_ERROR(database_->Execute("COMMIT"));
  return found;
}

Status Store::PutFacts(const std::vector<Fact>& facts) {
  if (facts.empty()) return OkStatus();
  REVMON_ASSIGN_OR_RETURN(Transaction transaction, Transaction::Begin(*database_));
  REVMON_ASSIGN_OR_RETURN(Statement statement,
                          database_->Prepare("INSERT OR REPLACE INTO fact (key, blob) VALUES (?, ?)"));
  for (const Fact& fact : facts) REVMON_RETURN_IF_ERROR(statement.Hash(fact.key).Blob(fact.blob).Run());
  return transaction.Commit();
}

}  // namespace revmon::store
