#include "store/database.h"

#include <sqlite3.h>

#include <algorithm>
#include <utility>

namespace revmon::store {
namespace {

constexpr int kBusyMilliseconds = 20'000;

}  // namespace

void Statement::Finalizer::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
void Database::Closer::operator()(sqlite3* handle) const { sqlite3_close_v2(handle); }

Statement::Statement(Database& database, sqlite3_stmt* statement)
    : database_(&database), statement_(statement) {}

Statement& Statement::Int(int64_t value) {
  sqlite3_bind_int64(statement_.get(), next_++, value);
  return *this;
}

Statement& Statement::Text(std::string_view value) {
  sqlite3_bind_text64(statement_.get(), next_++, value.data() == nullptr ? "" : value.data(), value.size(),
                      SQLITE_TRANSIENT, SQLITE_UTF8);
  return *this;
}

Statement& Statement::Blob(Bytes value) {
  static const uint8_t kNothing = 0;
  sqlite3_bind_blob64(statement_.get(), next_++, value.empty() ? &kNothing : value.data(), value.size(),
                      SQLITE_TRANSIENT);
  return *this;
}

Statement& Statement::Hash(const Hash128& value) {
  ByteWriter bytes;
  bytes.U8(value.high);
  bytes.U8(value.low);
  return Blob(bytes.bytes());
}

Result<bool> Statement::Step() {
  int code = sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  return database_->Fail(code);
}

Status Statement::Run() {
  Result<bool> row = Step();
  Reset();
  if (!row.ok()) return std::move(row).error();
  return OkStatus();
}

void Statement::Reset() {
  sqlite3_reset(statement_.get());
  next_ = 1;
}

int64_t Statement::GetInt(int column) const { return sqlite3_column_int64(statement_.get(), column); }

std::string Statement::GetText(int column) const {
  const unsigned char* text = sqlite3_column_text(statement_.get(), column);
  auto size = static_cast<size_t>(sqlite3_column_bytes(statement_.get(), column));
  return text == nullptr ? std::string() : std::string(reinterpret_cast<const char*>(text), size);
}

Bytes Statement::GetBlob(int column) const {
  const void* blob = sqlite3_column_blob(statement_.get(), column);
  auto size = static_cast<size_t>(sqlite3_column_bytes(statement_.get(), column));
  return blob == nullptr ? Bytes() : Bytes(static_cast<const uint8_t*>(blob), size);
}

Result<std::unique_ptr<Database>> Database::Open(const std::string& path, Mode mode) {
  auto database = std::unique_ptr<Database>(new Database(path));
  sqlite3* handle = nullptr;
  int flags = mode == Mode::kCreate ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY;
  int code = sqlite3_open_v2(path.c_str(), &handle, flags | SQLITE_OPEN_NOMUTEX, nullptr);
  database->handle_.reset(handle);
  if (code != SQLITE_OK) return database->Fail(code);
  sqlite3_extended_result_codes(handle, 1);
  sqlite3_busy_timeout(handle, kBusyMilliseconds);
  // What comes from another machine's file must not be able to run anything.
  sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  return database;
}

Error Database::Fail(int code) const {
  int primary = code & 0xFF;
  std::string text = handle_ != nullptr ? sqlite3_errmsg(handle_.get()) : sqlite3_errstr(code);
  bool damaged = primary == SQLITE_CORRUPT || primary == SQLITE_NOTADB;
  if (damaged) {
    return Error(ErrorCode::kMalformed, "the store is damaged (" + text + ")")
        .At(path_)
        .Hint("delete it; the next run is a full one and fills it again");
  }
  return Error(ErrorCode::kIo, text).At(path_);
}

Status Database::Execute(const std::string& sql) {
  int code = sqlite3_exec(handle_.get(), sql.c_str(), nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) return Fail(code);
  return OkStatus();
}

Result<Statement> Database::Prepare(std::string_view sql) {
  sqlite3_stmt* statement = nullptr;
  int code = sqlite3_prepare_v2(handle_.get(), sql.data(), static_cast<int>(sql.size()), &statement, nullptr);
  if (code != SQLITE_OK) return Fail(code);
  return Statement(*this, statement);
}

Result<int64_t> Database::QueryInt(std::string_view sql) {
  REVMON_ASSIGN_OR_RETURN(Statement statement, Prepare(sql));
  REVMON_ASSIGN_OR_RETURN(bool row, statement.Step());
  return row ? statement.GetInt(0) : 0;
}

int64_t Database::last_row() const { return sqlite3_last_insert_rowid(handle_.get()); }

Result<Transaction> Transaction::Begin(Database& database) {
  REVMON_RETURN_IF_ERROR(database.Execute("BEGIN IMMEDIATE"));
  return Transaction(database);
}

Transaction::~Transaction() {
  if (database_ != nullptr) static_cast<void>(database_->Execute("ROLLBACK"));
}

Status Transaction::Commit() { return std::exchange(database_, nullptr)->Execute("COMMIT"); }

}  // namespace revmon::store
