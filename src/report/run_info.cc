#include "report/run_info.h"

#include <ctime>
#include <nlohmann/json.hpp>

#include "base/path.h"

namespace revmon::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kName = "run.json";
constexpr uint64_t kMaxSize = uint64_t{16} << 20;

template <typename T>
void Take(const Json& json, const char* key, T& out) {
  auto found = json.find(key);
  if (found == json.end()) return;
  if constexpr (std::is_same_v<T, std::string>) {
    if (found->is_string()) out = found->template get<std::string>();
  } else {
    if (found->is_number_integer()) out = found->template get<T>();
  }
}

}  // namespace

Status WriteRunInfo(FileSystem& files, const std::string& folder, const RunInfo& run) {
  Json json = {{"command", run.command},    {"started", run.started}, {"wallMs", run.wall_ms},
               {"exitCode", run.exit_code}, {"specs", run.specs},     {"specPaths", run.spec_paths}};
  std::string text = json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
  return files.WriteFileAtomically(JoinPath(folder, kName), AsBytes(text));
}

RunInfo ReadRunInfo(const FileSystem& files, const std::string& folder) {
  RunInfo run;
  Result<std::vector<uint8_t>> bytes = files.ReadFile(JoinPath(folder, kName), kMaxSize);
  if (!bytes.ok()) return run;
  Json json = Json::parse(bytes->begin(), bytes->end(), nullptr, false);
  if (!json.is_object()) return run;
  Take(json, "command", run.command);
  Take(json, "started", run.started);
  Take(json, "wallMs", run.wall_ms);
  Take(json, "exitCode", run.exit_code);
  Take(json, "specs", run.specs);
  if (auto paths = json.find("specPaths"); paths != json.end() && paths->is_array()) {
    for (const Json& path : *paths) {
      if (path.is_string()) run.spec_paths.push_back(path.get<std::string>());
    }
  }
  return run;
}

std::string UtcTime(int64_t wall_ns) {
  time_t seconds = static_cast<time_t>(wall_ns / 1'000'000'000);
  tm parts{};
  ::gmtime_r(&seconds, &parts);
  char text[32];
  size_t length = std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return {text, length};
}

}  // namespace revmon::report
