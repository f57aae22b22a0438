// Answers: where do the agent's findings go while the program runs?
//
// One file per JVM in the out folder, named by process, start time and a random part, so that JVMs that share
// the folder never clash; created for this user only and closed on exec. Every record is one write(2) of
// whole bytes: what the program does next, be it System.halt or kill -9, cannot take it back. Thread-safe.
#pragma once
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"

namespace revmon::agent {

// Appends to a file that is created for this user only.
[[nodiscard]] Status AppendToFile(const std::string& path, Bytes bytes);

class ResultsFile {
 public:
  ResultsFile() = default;
  ResultsFile(const ResultsFile&) = delete;
  ResultsFile& operator=(const ResultsFile&) = delete;
  ~ResultsFile();

  // Creates the folder (0700) if need be, and the file with its header.
  [[nodiscard]] Status Open(const std::string& folder);
  // A file of the same kind under this name, with its own header.
  [[nodiscard]] Status Create(const std::string& path, const std::vector<uint8_t>& header);
  // Appends one record; after a failure nothing more is written and false is returned.
  bool Append(const std::vector<uint8_t>& record);
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::mutex mutex_;
  std::string path_;
  int fd_ = -1;
};

}  // namespace revmon::agent
