#include "app/cli/clean_command.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string_view>

#include "base/path.h"
#include "run/session.h"

namespace revmon::cli {
namespace {

struct CleanOptions {
  std::string out = run::kDefaultOut;
};

// Made by us: it holds the .gitignore that ignores all, which nobody else has reason to write there.
bool IsOurs(const FileSystem& files, const std::string& folder) {
  Result<std::vector<uint8_t>> ignore = files.ReadFile(JoinPath(folder, ".gitignore"), 64);
  return ignore.ok() && AsText(*ignore) == std::string_view("*\n");
}

Result<int> Clean(const CleanOptions& options, const Context& context) {
  if (!context.files.Exists(options.out)) {
    fmt::print(context.out, "nothing to remove: there is no {}\n", options.out);
    return kExitOk;
  }
  if (!context.files.IsDirectory(options.out) || !IsOurs(context.files, options.out)) {
    return Error(ErrorCode::kInvalid, "this is no folder that RevMon made, so it stays")
        .At(options.out)
        .Hint("--out names the folder of results");
  }
  REVMON_RETURN_IF_ERROR(context.files.RemoveTree(options.out));
  fmt::print(context.out, "removed {}\n", options.out);
  return kExitOk;
}

}  // namespace

Run DeclareClean(CLI::App& app) {
  auto options = std::make_shared<CleanOptions>();
  app.add_option("--out", options->out, "The folder of results and reports")
      ->type_name("DIR")
      ->capture_default_str();
  return [options](const Context& context) { return Clean(*options, context); };
}

}  // namespace revmon::cli
