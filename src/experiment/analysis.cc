#include "experiment/analysis.h"

#include <algorithm>
#include <set>

#include "experiment/statistics.h"

namespace revmon::experiment {
namespace {

// Cells of one technique on one project, JDK and revision: the repetitions.
using Repetitions = std::vector<const CellResult*>;
struct Place {
  std::string project, jdk;
  int64_t position = 0;
  friend auto operator<=>(const Place&, const Place&) = default;
};
using ByPlace = std::map<Place, Repetitions>;
using ByTechnique = std::map<std::string, ByPlace>;
using Key = std::pair<std::string, std::string>;  // spec, location

std::vector<double> SecondsOf(const Repetitions& cells) {
  std::vector<double> seconds;
  for (const CellResult* cell : cells)
    seconds.push_back(static_cast<double>(cell->Measure("wall_ms")) / 1000);
  return seconds;
}

std::map<Key, size_t> CountsOf(const Repetitions& cells) {
  std::map<Key, size_t> counts;
  for (const CellResult* cell : cells) {
    std::set<Key> once;
    for (const FoundViolation& found : cell->violations) once.emplace(found.spec, found.location);
    for (const Key& key : once) ++counts[key];
  }
  return counts;
}

void AddSums(const Repetitions& cells, std::map<std::string, double>& sums) {
  std::map<std::string, std::vector<double>> values;
  for (const CellResult* cell : cells) {
    for (const auto& [name, value] : cell->measures) values[name].push_back(static_cast<double>(value));
  }
  for (const auto& [name, list] : values) sums[name] += Median(list);
}

void Finish(Series& series, std::vector<double> spreads) {
  for (double seconds : series.seconds) series.total += seconds;
  for (double seconds : series.baseline_seconds) series.baseline_total += seconds;
  series.ratio = series.baseline_total > 0 ? series.total / series.baseline_total : 0;
  series.noise = Median(std::move(spreads));
  series.p = SignedRank(series.seconds, series.baseline_seconds).p;
}

// The series of one technique, one for each project and JDK.
std::vector<Series> SeriesOf(const std::string& technique, const ByPlace& cells, const ByPlace& baseline) {
  std::map<std::pair<std::string, std::string>, std::pair<Series, std::vector<double>>> found;
  for (const auto& [place, repetitions] : cells) {
    auto& [series, spreads] = found[{place.project, place.jdk}];
    series.project = place.project;
    series.jdk = place.jdk;
    series.technique = technique;
    auto against = baseline.find(place);
    if (against == baseline.end()) continue;
    const std::vector<double> mine = SecondsOf(repetitions);
    const std::vector<double> theirs = SecondsOf(against->second);
    series.revisions.push_back(repetitions.front()->revision);
    series.seconds.push_back(Median(mine));
    series.baseline_seconds.push_back(Median(theirs));
    spreads.push_back(std::max(Spread(mine), Spread(theirs)));
    AddSums(repetitions, series.sums);
  }
  std::vector<Series> out;
  for (auto& [key, value] : found) {
    Finish(value.first, std::move(value.second));
    out.push_back(std::move(value.first));
  }
  return out;
}

// What the reference found on each revision, told apart by whether the revision before had it.
struct Expected {
  std::map<Key, size_t> counts;  // of repetitions
  std::set<Key> fresh;
};
using Expectations = std::map<Place, Expected>;

Expectations ExpectationsOf(const ByPlace& reference, const SamePlace& same) {
  Expectations out;
  const Expected* before = nullptr;  // places are sorted: by project and JDK, then by position
  const std::pair<const Place, Repetitions>* before_cells = nullptr;
  for (const auto& entry : reference) {
    const Place& place = entry.first;
    const CellResult& cell = *entry.second.front();
    Expected& now = out[place];
    now.counts = CountsOf(entry.second);
    const bool follows = before_cells != nullptr && before_cells->first.project == place.project &&
                         before_cells->first.jdk == place.jdk;
    for (const auto& counted : now.counts) {
      const Key& key = counted.first;
      const Located here{place.project, cell.revision, key.second};
      auto is_this = [&](const std::pair<const Key, size_t>& old_one) {
        if (old_one.first.first != key.first) return false;
        const std::string& old_revision = before_cells->second.front()->revision;
        return same == nullptr ? old_one.first.second == key.second
                               : same({place.project, old_revision, old_one.first.second}, here);
      };
      if (!follows || std::none_of(before->counts.begin(), before->counts.end(), is_this)) {
        now.fresh.insert(key);
      }
    }
    before = &now;
    before_cells = &entry;
  }
  return out;
}

// What one technique found on one revision, against the reference.
void Compare(const Place& place, const Repetitions& cells, const Expected& expected, size_t repetitions,
             Safety& safety, std::set<Place>& unsafe) {
  const std::map<Key, size_t> mine = CountsOf(cells);
  for (const auto& [key, count] : expected.counts) {
    auto found = mine.find(key);
    const size_t times = found == mine.end() ? 0 : found->second;
    const bool stable = count == repetitions;
    if (!stable || (times > 0 && times < cells.size())) {
      ++safety.flaky;
      continue;
    }
    const bool fresh = expected.fresh.contains(key);
    ++(fresh ? safety.expected : safety.old);
    if (times > 0) {
      ++(fresh ? safety.found : safety.old_found);
    } else if (fresh) {
      ++safety.missed;
      unsafe.insert(place);
      safety.misses.push_back(place.project + " " + cells.front()->revision.substr(0, 10) + " " + key.first +
                              " " + key.second);
    }
  }
  for (const auto& [key, count] : mine) {
    if (expected.counts.contains(key)) continue;
    ++(count == cells.size() ? safety.extra : safety.flaky);
  }
}

Safety SafetyOf(const std::string& technique, const ByPlace& cells, const ByPlace& reference,
                const Expectations& expectations) {
  Safety safety;
  safety.technique = technique;
  std::set<Place> unsafe;
  for (const auto& [place, repetitions] : cells) {
    auto against = reference.find(place);
    if (against == reference.end()) continue;
    Compare(place, repetitions, expectations.at(place), against->second.size(), safety, unsafe);
  }
  safety.unsafe_revisions = unsafe.size();
  std::set<std::string> projects;
  for (const Place& place : unsafe) projects.insert(place.project);
  safety.unsafe_projects = projects.size();
  return safety;
}

// Who is fastest, the baseline left out: it does less.
std::vector<Rank> RanksOf(const Analysis& analysis) {
  std::vector<Rank> ranks;
  std::map<std::pair<std::string, std::string>, std::vector<const Series*>> by_project;
  for (const Series& series : analysis.series) {
    if (series.technique != analysis.baseline) by_project[{series.project, series.jdk}].push_back(&series);
  }
  for (const std::string& technique : analysis.techniques) {
    if (technique == analysis.baseline) continue;
    Rank rank{.technique = technique};
    std::vector<double> ratios;
    for (const auto& [key, rivals] : by_project) {
      auto mine = std::find_if(rivals.begin(), rivals.end(),
                               [&](const Series* series) { return series->technique == technique; });
      if (mine == rivals.end()) continue;
      ++rank.projects;
      ratios.push_back((*mine)->ratio);
      bool best = true;
      for (const Series* rival : rivals) best = best && (*mine)->ratio <= rival->ratio;
      if (best) ++rank.best_on_projects;
      for (size_t i = 0; i < (*mine)->seconds.size(); ++i) {
        bool first = true;
        for (const Series* rival : rivals) {
          const bool comparable = i < rival->revisions.size() && rival->revisions[i] == (*mine)->revisions[i];
          first = first && (!comparable || (*mine)->seconds[i] <= rival->seconds[i]);
        }
        if (first) ++rank.best_on_revisions;
      }
    }
    rank.geometric_mean = GeometricMean(ratios);
    ranks.push_back(std::move(rank));
  }
  std::sort(ranks.begin(), ranks.end(),
            [](const Rank& a, const Rank& b) { return a.geometric_mean < b.geometric_mean; });
  return ranks;
}

Status Named(const std::string& wanted, const ByTechnique& known, const char* what) {
  if (known.contains(wanted)) return OkStatus();
  std::string names;
  for (const auto& [name, cells] : known) names += (names.empty() ? "" : ", ") + name;
  return Error(ErrorCode::kNotFound, std::string("no cells of the ") + what + " '" + wanted +
                                         "'; there are " + (names.empty() ? "none at all" : names));
}

}  // namespace

bool Series::Differs() const {
  const double change = ratio > 1 ? ratio - 1 : 1 - ratio;
  return p < 0.05 && change > noise;
}

Result<Analysis> Analyse(const std::vector<CellResult>& cells,
                         const std::map<std::string, std::string>& facts, const std::string& baseline,
                         const std::string& reference, const SamePlace& same) {
  auto fact = [&](const char* name) {
    auto found = facts.find(name);
    return found == facts.end() ? std::string() : found->second;
  };
  Analysis out;
  out.baseline = baseline.empty() ? fact("baseline") : baseline;
  out.reference = reference.empty() ? fact("reference") : reference;
  out.facts = facts;
  out.cells = cells.size();
  ByTechnique good;
  std::map<std::pair<std::string, Place>, size_t> failed;
  for (const CellResult& cell : cells) {
    const Place place{cell.project, cell.jdk, cell.position};
    good[cell.technique];
    if (cell.ok) {
      good[cell.technique][place].push_back(&cell);
    } else {
      ++failed[{cell.technique, {cell.project, cell.jdk, 0}}];
      out.failures.push_back(cell);
    }
  }
  REVMON_RETURN_IF_ERROR(Named(out.baseline, good, "baseline"));
  REVMON_RETURN_IF_ERROR(Named(out.reference, good, "reference"));
  out.techniques.push_back(out.baseline);
  for (const auto& [technique, places] : good) {
    if (technique != out.baseline) out.techniques.push_back(technique);
  }
  const Expectations expectations = ExpectationsOf(good[out.reference], same);
  for (const std::string& technique : out.techniques) {
    for (Series& series : SeriesOf(technique, good[technique], good[out.baseline])) {
      series.failed = failed[{technique, {series.project, series.jdk, 0}}];
      out.series.push_back(std::move(series));
    }
    if (technique != out.reference && technique != out.baseline) {
      out.safety.push_back(SafetyOf(technique, good[technique], good[out.reference], expectations));
    }
  }
  std::stable_sort(out.series.begin(), out.series.end(), [](const Series& a, const Series& b) {
    return std::tie(a.project, a.jdk) < std::tie(b.project, b.jdk);
  });
  out.ranks = RanksOf(out);
  return out;
}

}  // namespace revmon::experiment
