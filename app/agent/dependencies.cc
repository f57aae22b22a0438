#include "app/agent/dependencies.h"

#include <algorithm>
#include <charconv>

#include "classfile/class_file.h"

namespace revmon::agent {
namespace {

using classfile::ClassFile;
using wire::DependencyUse;

// Made by java.lang.reflect.Proxy: in a package of its own, or in that of an interface that is not public.
bool IsProxy(std::string_view name) { return name.substr(name.rfind('/') + 1).starts_with("$Proxy"); }

// Calls take(line) for each.
template <typename Take>
void ForEachLine(std::string_view lines, Take take) {
  while (!lines.empty()) {
    size_t end = std::min(lines.find('\n'), lines.size());
    if (end > 0) take(lines.substr(0, end));
    lines.remove_prefix(std::min(end + 1, lines.size()));
  }
}

}  // namespace

Dependencies::Dependencies(wire::DependencyLevel level, bool receivers, Reweave reweave)
    : filter_({}, {}), reweave_(std::move(reweave)) {
  options_.level = level;
  options_.receivers = receivers;
  options_.watched = [this](std::string_view name) { return Watches(name); };
}

Status Dependencies::Open(const std::string& results_path) {
  std::string path = results_path.substr(0, results_path.rfind('.')) + std::string(wire::kDependenciesSuffix);
  return file_.Create(path, wire::DependenciesHeader(options_.level));
}

bool Dependencies::Watches(std::string_view name) const { return filter_.Watches(name) || IsProxy(name); }

bool Dependencies::Weave(Bytes bytes, std::string_view name, std::vector<uint8_t>& out, std::string& why) {
  Result<std::vector<uint8_t>> woven = Probed(bytes);
  if (!woven.ok()) {
    why = woven.error().Text();
    Blind(std::string(name), why);
    return false;
  }
  if (woven->empty()) return false;
  out = std::move(woven).value();
  std::lock_guard lock(mutex_);
  woven_.emplace(name);
  return true;
}

Result<std::vector<uint8_t>> Dependencies::Probed(Bytes bytes) {
  REVMON_ASSIGN_OR_RETURN(ClassFile file, ClassFile::Parse(bytes));
  std::vector<std::string> above = WatchedAbove(file);
  if (!above.empty()) file_.Append(wire::EncodeClass(std::string(file.name()), above));
  weave::ProbeOptions options = options_;
  options.calls = calls_;
  if (IsProxy(file.name())) {
    // It matters for the sake of its interfaces only; annotations are proxies, too, of the JDK or a
    // framework.
    if (above.empty()) return std::vector<uint8_t>();
    options.level = wire::DependencyLevel::kClass;
    options.receivers = false;
  }
  return weave::WeaveProbes(file, options, [this](const weave::Probe& probe) { return NumberOf(probe); });
}

uint32_t Dependencies::ElementOf(const std::string& name) {
  auto [found, added] = elements_.try_emplace(name, static_cast<uint32_t>(elements_.size()));
  if (added) fresh_.push_back(name);
  return found->second;
}

uint32_t Dependencies::NumberOf(const weave::Probe& probe) {
  std::lock_guard lock(mutex_);
  auto [found, added] = numbers_.try_emplace(probe, static_cast<uint32_t>(probes_.size()));
  if (!added) return found->second;
  ProbeElements of;
  for (const std::string& name : probe.classes) of.elements.push_back(ElementOf(name));
  if (!probe.method.empty()) of.elements.push_back(ElementOf(probe.method));
  if (!probe.blocks.empty()) of.blocks = {of.elements.back(), probe.blocks};
  probes_.push_back(std::move(of));
  return found->second;
}

int32_t Dependencies::ClassNumber(std::string_view name) {
  if (!Watches(name)) return -1;
  weave::Probe probe;
  probe.classes.emplace_back(name);
  return static_cast<int32_t>(NumberOf(probe));
}

// Supertypes whose changes are looked for.
std::vector<std::string> Dependencies::WatchedAbove(const ClassFile& file) const {
  std::vector<std::string> above;
  if (Watches(file.super_name())) above.emplace_back(file.super_name());
  for (size_t i = 0; i < file.interface_count(); ++i) {
    if (Watches(file.interface_name(i))) above.emplace_back(file.interface_name(i));
  }
  return above;
}

void Dependencies::WriteElements() {
  if (fresh_.empty()) return;
  file_.Append(wire::EncodeElements(static_cast<uint32_t>(elements_.size() - fresh_.size()), fresh_));
  fresh_.clear();
}

void Dependencies::AddReceivers(std::string_view lines, DependencyUse& use) {
  ForEachLine(lines, [&](std::string_view line) {
    uint32_t number = 0;
    auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), number);
    if (error != std::errc() || number >= probes_.size() || probes_[number].elements.empty()) return;
    std::string_view type = line.substr(static_cast<size_t>(end - line.data()));
    if (type.size() < 2) return;
    use.receivers.push_back({ElementOf(std::string(type.substr(1))), probes_[number].elements.back()});
  });
}

void Dependencies::Used(uint32_t of, uint32_t id, std::span<const int32_t> numbers,
                        std::string_view receivers, std::string_view files) {
  if (of > static_cast<uint32_t>(DependencyUse::Of::kLast)) return;
  DependencyUse use;
  use.of = static_cast<DependencyUse::Of>(of);
  std::lock_guard lock(mutex_);
  for (int32_t number : numbers) {
    auto at = static_cast<size_t>(static_cast<uint32_t>(number));
    if (at >= probes_.size()) continue;
    use.elements.insert(use.elements.end(), probes_[at].elements.begin(), probes_[at].elements.end());
    if (!probes_[at].blocks.blocks.empty()) use.blocks.push_back(probes_[at].blocks);
  }
  std::sort(use.elements.begin(), use.elements.end());
  use.elements.erase(std::unique(use.elements.begin(), use.elements.end()), use.elements.end());
  AddReceivers(receivers, use);
  ForEachLine(files, [&](std::string_view file) { use.files.emplace_back(file); });
  use.id = id;
  if (use.of == DependencyUse::Of::kInitializer) {
    if (id >= probes_.size() || probes_[id].elements.empty()) return;
    use.id = probes_[id].elements.front();
  }
  WriteElements();
  file_.Append(wire::EncodeUse(use));
}

size_t Dependencies::probe_count() {
  std::lock_guard lock(mutex_);
  return probes_.size();
}

void Dependencies::CallFromNowOn(JNIEnv* jni) {
  calls_ = true;
  std::set<std::string, std::less<>> names;
  {
    std::lock_guard lock(mutex_);
    names = woven_;
  }
  Status status = reweave_(jni, {names.begin(), names.end()});
  if (!status.ok()) Blind("revmon", "tests side by side cannot be told apart: " + status.error().Text());
}

void Dependencies::Opened(uint32_t id, const std::string& name, uint32_t outer) {
  file_.Append(wire::EncodeOpened(id, name, outer));
}

void Dependencies::Closed(uint32_t id) { file_.Append(wire::EncodeClosed(id)); }

void Dependencies::Finished() { file_.Append(wire::EncodeDependenciesEnd()); }

void Dependencies::Blind(const std::string& name, const std::string& reason) {
  std::lock_guard lock(mutex_);
  std::string dotted = name;
  std::replace(dotted.begin(), dotted.end(), '/', '.');
  if (blind_.insert(dotted + ": " + reason).second) file_.Append(wire::EncodeBlind(dotted, reason));
}

}  // namespace revmon::agent
