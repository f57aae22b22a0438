#include "app/cli/init_command.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "app/cli/config.h"

namespace revmon::cli {
namespace {

struct InitOptions {
  std::string file = kConfigFile;
  bool force = false;
};

Result<int> Init(const InitOptions& options, const CLI::App& root, const Context& context) {
  if (context.files.Exists(options.file) && !options.force) {
    return Error(ErrorCode::kInvalid, "is there already").At(options.file).Hint("--force writes over it");
  }
  std::string text = ConfigTemplate(root);
  REVMON_RETURN_IF_ERROR(context.files.WriteFileAtomically(options.file, AsBytes(text)));
  fmt::print(context.out, "wrote {}\n", options.file);
  return kExitOk;
}

}  // namespace

Run DeclareInit(CLI::App& app) {
  auto options = std::make_shared<InitOptions>();
  app.add_option("--file", options->file, "The file to write")->type_name("FILE")->capture_default_str();
  app.add_flag("--force", options->force, "Write over an existing file");
  return [options, &app](const Context& context) { return Init(*options, *app.get_parent(), context); };
}

}  // namespace revmon::cli
