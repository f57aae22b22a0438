#include "experiment/ledger.h"

#include <nlohmann/json.hpp>
#include <set>

namespace revmon::experiment {
namespace {

constexpr int64_t kVersion = 1;

constexpr const char* kSchema = R"(
  CREATE TABLE IF NOT EXISTS revisions(project TEXT, position INTEGER, revision TEXT, PRIMARY KEY(project, position));
  CREATE TABLE IF NOT EXISTS lanes(lane TEXT PRIMARY KEY, definition TEXT);
  CREATE TABLE IF NOT EXISTS facts(name TEXT PRIMARY KEY, value TEXT);
  CREATE TABLE IF NOT EXISTS cells(lane TEXT, position INTEGER, project TEXT, technique TEXT, jdk TEXT,
    repetition INTEGER, revision TEXT, ok INTEGER, reason TEXT, PRIMARY KEY(lane, position));
  CREATE TABLE IF NOT EXISTS measures(lane TEXT, position INTEGER, name TEXT, value INTEGER,
    PRIMARY KEY(lane, position, name));
  CREATE TABLE IF NOT EXISTS violations(lane TEXT, position INTEGER, spec TEXT, location TEXT, count INTEGER);
  CREATE TABLE IF NOT EXISTS tests(lane TEXT, position INTEGER, name TEXT, outcome TEXT);
  CREATE INDEX IF NOT EXISTS violations_by_cell ON violations(lane, position);
  CREATE INDEX IF NOT EXISTS tests_by_cell ON tests(lane, position);
)";

std::string Quoted(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string out = "\"";
  for (char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
}

}  // namespace

Result<std::unique_ptr<Ledger>> Ledger::Open(const std::string& path) {
  REVMON_ASSIGN_OR_RETURN(std::unique_ptr<store::Database> database,
                          store::Database::Open(path, store::Database::Mode::kCreate));
  REVMON_ASSIGN_OR_RETURN(int64_t version, database->QueryInt("PRAGMA user_version"));
  if (version != 0 && version != kVersion) {
    return Error(ErrorCode::kUnsupported,
                 "measured by another version of revmon (ledger version " + std::to_string(version) + ")")
        .At(path)
        .Hint("use that version, or another --out folder");
  }
  REVMON_RETURN_IF_ERROR(database->Execute(kSchema));
  REVMON_RETURN_IF_ERROR(database->Execute("PRAGMA user_version = " + std::to_string(kVersion)));
  return std::unique_ptr<Ledger>(new Ledger(std::move(database)));
}

Result<std::optional<std::vector<std::string>>> Ledger::Revisions(const std::string& project) {
  std::scoped_lock lock(mutex_);
  REVMON_ASSIGN_OR_RETURN(
      store::Statement query,
      database_->Prepare("SELECT revision FROM revisions WHERE project = ? ORDER BY position"));
  query.Text(project);
  std::vector<std::string> revisions;
  while (true) {
    REVMON_ASSIGN_OR_RETURN(bool row, query.Step());
    if (!row) break;
    revisions.push_back(query.GetText(0));
  }
  if (revisions.empty()) return std::optional<std::vector<std::string>>();
  return std::optional(std::move(revisions));
}

Status Ledger::SaveRevisions(const std::string& project, const std::vector<std::string>& revisions) {
  std::scoped_lock lock(mutex_);
  REVMON_ASSIGN_OR_RETURN(store::Transaction transaction, store::Transaction::Begin(*database_));
  REVMON_ASSIGN_OR_RETURN(store::Statement insert,
                          database_->Prepare("INSERT OR REPLACE INTO revisions VALUES(?, ?, ?)"));
  for (size_t i = 0; i < revisions.size(); ++i) {
    insert.Text(project).Int(static_cast<int64_t>(i)).Text(revisions[i]);
    REVMON_RETURN_IF_ERROR(insert.Run());
  }
  return transaction.Commit();
}

Status Ledger::ClaimLane(const std::string& lane, const std::string& definition) {
  std::scoped_lock lock(mutex_);
  REVMON_ASSIGN_OR_RETURN(store::Statement query,
                          database_->Prepare("SELECT definition FROM lanes WHERE lane = ?"));
  query.Text(lane);
  REVMON_ASSIGN_OR_RETURN(bool known, query.Step());
  if (known && query.GetText(0) == definition) return OkStatus();
  if (known) {
    return Error(ErrorCode::kInvalid,
                 "the plan now says something else about " + lane + ", which has been measured already")
        .At(database_->path())
        .Hint("use another --out folder for the changed plan");
  }
  REVMON_ASSIGN_OR_RETURN(store::Statement insert, database_->Prepare("INSERT INTO lanes VALUES(?, ?)"));
  insert.Text(lane).Text(definition);
  return insert.Run();
}

Status Ledger::SaveFact(const std::string& name, const std::string& value) {
  std::scoped_lock lock(mutex_);
  REVMON_ASSIGN_OR_RETURN(store::Statement insert,
                          database_->Prepare("INSERT OR REPLACE INTO facts VALUES(?, ?)"));
  insert.Text(name).Text(value);
  return insert.Run();
}

Result<std::map<std::string, std::string>> Ledger::Facts() {
  std::scoped_lock lock(mutex_);
  REVMON_ASSIGN_OR_RETURN(store::Statement query, database_->Prepare("SELECT name, value FROM facts"));
  std::map<std::string, std::string> facts;
  while (true) {
    REVMON_ASSIGN_OR_RETURN(bool row, query.Step());
    if (!row) return facts;
    facts[query.GetText(0)] = query.GetText(1);
  }
}

Result<bool> Ledger::Has(const std::string& lane, int64_t position) {
  std::scoped_lock lock(mutex_);
  REVMON_ASSIGN_OR_RETURN(store::Statement query,
                          database_->Prepare("SELECT 1 FROM cells WHERE lane = ? AND position = ?"));
  query.Text(lane).Int(position);
  return query.Step();
}

Status Ledger::Record(const CellResult& cell) {
  std::scoped_lock lock(mutex_);
  REVMON_ASSIGN_OR_RETURN(store::Transaction transaction, store::Transaction::Begin(*database_));
  REVMON_ASSIGN_OR_RETURN(store::Statement insert,
                          database_->Prepare("INSERT INTO cells VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)"));
  insert.Text(cell.lane).Int(cell.position).Text(cell.project).Text(cell.technique).Text(cell.jdk);
  insert.Int(cell.repetition).Text(cell.revision).Int(cell.ok ? 1 : 0).Text(cell.reason);
  REVMON_RETURN_IF_ERROR(insert.Run());
  REVMON_RETURN_IF_ERROR(Details(cell));
  return transaction.Commit();
}

Status Ledger::Details(const CellResult& cell) {
  REVMON_ASSIGN_OR_RETURN(store::Statement measure,
                          database_->Prepare("INSERT INTO measures VALUES(?, ?, ?, ?)"));
  for (const auto& [name, value] : cell.measures) {
    measure.Text(cell.lane).Int(cell.position).Text(name).Int(value);
    REVMON_RETURN_IF_ERROR(measure.Run());
  }
  REVMON_ASSIGN_OR_RETURN(store::Statement violation,
                          database_->Prepare("INSERT INTO violations VALUES(?, ?, ?, ?, ?)"));
  for (const FoundViolation& found : cell.violations) {
    violation.Text(cell.lane).Int(cell.position).Text(found.spec).Text(found.location).Int(found.count);
    REVMON_RETURN_IF_ERROR(violation.Run());
  }
  REVMON_ASSIGN_OR_RETURN(store::Statement test, database_->Prepare("INSERT INTO tests VALUES(?, ?, ?, ?)"));
  for (const RanTest& ran : cell.tests) {
    test.Text(cell.lane).Int(cell.position).Text(ran.name).Text(ran.outcome);
    REVMON_RETURN_IF_ERROR(test.Run());
  }
  return OkStatus();
}

Result<std::vector<CellResult>> Ledger::All() {
  std::scoped_lock lock(mutex_);
  std::map<std::pair<std::string, int64_t>, CellResult> cells;
  REVMON_ASSIGN_OR_RETURN(store::Statement query, database_->Prepare("SELECT * FROM cells"));
  while (true) {
    REVMON_ASSIGN_OR_RETURN(bool row, query.Step());
    if (!row) break;
    CellResult cell;
    cell.lane = query.GetText(0);
    cell.position = query.GetInt(1);
    cell.project = query.GetText(2);
    cell.technique = query.GetText(3);
    cell.jdk = query.GetText(4);
    cell.repetition = query.GetInt(5);
    cell.revision = query.GetText(6);
    cell.ok = query.GetInt(7) != 0;
    cell.reason = query.GetText(8);
    std::pair key{cell.lane, cell.position};
    cells.emplace(std::move(key), std::move(cell));
  }
  REVMON_RETURN_IF_ERROR(AddDetails(cells));
  std::vector<CellResult> out;
  for (auto& [key, cell] : cells) out.push_back(std::move(cell));
  return out;
}

Status Ledger::AddDetails(std::map<std::pair<std::string, int64_t>, CellResult>& cells) {
  auto each = [&](const char* sql, auto take) -> Status {
    REVMON_ASSIGN_OR_RETURN(store::Statement query, database_->Prepare(sql));
    while (true) {
      REVMON_ASSIGN_OR_RETURN(bool row, query.Step());
      if (!row) return OkStatus();
      auto cell = cells.find({query.GetText(0), query.GetInt(1)});
      if (cell != cells.end()) take(cell->second, query);
    }
  };
  REVMON_RETURN_IF_ERROR(each(
      "SELECT lane, position, name, value FROM measures",
      [](CellResult& cell, const store::Statement& row) { cell.measures[row.GetText(2)] = row.GetInt(3); }));
  REVMON_RETURN_IF_ERROR(each("SELECT lane, position, spec, location, count FROM violations ORDER BY rowid",
                              [](CellResult& cell, const store::Statement& row) {
                                cell.violations.push_back({row.GetText(2), row.GetText(3), row.GetInt(4)});
                              }));
  return each("SELECT lane, position, name, outcome FROM tests ORDER BY rowid",
              [](CellResult& cell, const store::Statement& row) {
                cell.tests.push_back({row.GetText(2), row.GetText(3)});
              });
}

std::string ToCsv(const std::vector<CellResult>& cells) {
  std::set<std::string> names;
  for (const CellResult& cell : cells) {
    for (const auto& [name, value] : cell.measures) names.insert(name);
  }
  std::string out = "project,revision,position,technique,jdk,repetition,ok,reason,violations,tests";
  for (const std::string& name : names) out += "," + name;
  out += "\n";
  for (const CellResult& cell : cells) {
    out += Quoted(cell.project) + "," + cell.revision + "," + std::to_string(cell.position) + "," +
           Quoted(cell.technique) + "," + Quoted(cell.jdk) + "," + std::to_string(cell.repetition) + "," +
           (cell.ok ? "1" : "0") + "," + Quoted(cell.reason) + "," + std::to_string(cell.violations.size()) +
           "," + std::to_string(cell.tests.size());
    for (const std::string& name : names) {
      auto found = cell.measures.find(name);
      out += "," + (found == cell.measures.end() ? "" : std::to_string(found->second));
    }
    out += "\n";
  }
  return out;
}

std::string ToJson(const std::vector<CellResult>& cells) {
  nlohmann::ordered_json out = nlohmann::ordered_json::array();
  for (const CellResult& cell : cells) {
    nlohmann::ordered_json one = {{"project", cell.project},
                                  {"revision", cell.revision},
                                  {"position", cell.position},
                                  {"technique", cell.technique},
                                  {"jdk", cell.jdk},
                                  {"repetition", cell.repetition},
                                  {"ok", cell.ok},
                                  {"reason", cell.reason},
                                  {"measures", cell.measures}};
    one["violations"] = nlohmann::ordered_json::array();
    for (const FoundViolation& found : cell.violations) {
      one["violations"].push_back(
          {{"spec", found.spec}, {"location", found.location}, {"count", found.count}});
    }
    one["tests"] = nlohmann::ordered_json::array();
    for (const RanTest& test : cell.tests) {
      one["tests"].push_back({{"name", test.name}, {"outcome", test.outcome}});
    }
    out.push_back(std::move(one));
  }
  return out.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace revmon::experiment
