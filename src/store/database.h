// Answers: how is SQLite called so that every failure becomes an Error and nothing leaks?
//
// One connection, for one thread. Writers wait for each other (busy timeout), readers never do (WAL).
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/hash.h"
#include "base/result.h"

struct sqlite3;
struct sqlite3_stmt;

namespace revmon::store {

class Database;

// A prepared statement. Bind, then Step until it gives false; Reset to use it again.
class Statement {
 public:
  Statement(Statement&&) noexcept = default;
  Statement& operator=(Statement&&) noexcept = default;

  // Parameters are numbered from 1 in the order of these calls; Reset starts again.
  Statement& Int(int64_t value);
  Statement& Text(std::string_view value);
  Statement& Blob(Bytes value);
  Statement& Hash(const Hash128& value);

  // True: a row is there. A statement that only changes something has none.
  [[nodiscard]] Result<bool> Step();
  // For statements without rows: Step and Reset.
  [[nodiscard]] Status Run();
  void Reset();

  [[nodiscard]] int64_t GetInt(int column) const;
  [[nodiscard]] std::string GetText(int column) const;
  [[nodiscard]] Bytes GetBlob(int column) const;  // until the next Step or Reset

 private:
  friend class Database;
  struct Finalizer {
    void operator()(sqlite3_stmt* statement) const;
  };
  Statement(Database& database, sqlite3_stmt* statement);
  Database* database_;
  std::unique_ptr<sqlite3_stmt, Finalizer> statement_;
  int next_ = 1;
};

class Database {
 public:
  enum class Mode : uint8_t { kCreate, kReadOnly };
  [[nodiscard]] static Result<std::unique_ptr<Database>> Open(const std::string& path, Mode mode);

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] Status Execute(const std::string& sql);
  [[nodiscard]] Result<Statement> Prepare(std::string_view sql);
  [[nodiscard]] Result<int64_t> QueryInt(std::string_view sql);
  [[nodiscard]] int64_t last_row() const;

 private:
  friend class Statement;
  struct Closer {
    void operator()(sqlite3* handle) const;
  };
  explicit Database(std::string path) : path_(std::move(path)) {}
  // kMalformed for a file that is damaged or no database, kIo for everything else.
  [[nodiscard]] Error Fail(int code) const;

  std::string path_;
  std::unique_ptr<sqlite3, Closer> handle_;
};

// BEGIN IMMEDIATE; rolls back unless Commit was called.
class Transaction {
 public:
  [[nodiscard]] static Result<Transaction> Begin(Database& database);
  Transaction(Transaction&& other) noexcept : database_(std::exchange(other.database_, nullptr)) {}
  Transaction& operator=(Transaction&&) = delete;
  ~Transaction();
  [[nodiscard]] Status Commit();

 private:
  explicit Transaction(Database& database) : database_(&database) {}
  Database* database_;
};

}  // namespace revmon::store
