#include "store/transfer.h"

#include <filesystem>

#include <gtest/gtest.h>

#include "support/javac.h"

namespace revmon::store {
namespace {

class TransferTest : public ::testing::Test {
 protected:
  Store Open(const std::string& name) {
    std::vector<std::string> notes;
    Result<Store> store = Store::Open(folder_.path() + "/" + name + "/store.db", &notes);
    if (!store.ok() || !notes.empty()) std::abort();
    return std::move(store).value();
  }
  static int64_t Add(Store& store, const std::string& commit, Hash128 key, bool complete = true) {
    RunRecord run;
    run.commit = commit;
    run.tree = commit;
    run.started_ms = 5;
    run.containers = {{"classes", false, false, {key}}};
    EXPECT_TRUE(store.PutFacts({{key, {1, 2}}}).ok());
    int64_t id = store.Begin(run).value();
    wire::Violation violation;
    violation.spec = commit;
    Hash128 dependencies{key.high + 100, 0};
    EXPECT_TRUE(store.PutFacts({{dependencies, {3}}}).ok());
    Outcome outcome{{{violation, false}},
                    {{"t", "passed", 1}},
                    {{"x", 2}},
                    {{"m", "a.BTest", "passed", 4, false, dependencies}}};
    EXPECT_TRUE(!complete || store.Finish(id, 6, outcome).ok());
    return id;
  }

  testing::TemporaryFolder folder_;
};

TEST_F(TransferTest, ExportedRunsArriveElsewhere) {
  Store one = Open("one");
  Add(one, "c1", {1, 1});
  Add(one, "c2", {2, 2});
  Add(one, "half", {3, 3}, false);
  std::string file = folder_.path() + "/out.db";
  Result<Moved> exported = Export(one, file);
  ASSERT_TRUE(exported.ok()) << exported.error().Text();
  EXPECT_EQ(exported->runs, 2);

  Store two = Open("two");
  Add(two, "c0", {9, 9});
  Result<Moved> imported = Import(two, file);
  ASSERT_TRUE(imported.ok()) << imported.error().Text();
  EXPECT_EQ(imported->runs, 2);
  std::optional<int64_t> id = two.FindClean("c2").value();
  ASSERT_TRUE(id.has_value());
  EXPECT_EQ(two.Load(*id)->containers[0].keys[0], (Hash128{2, 2}));
  EXPECT_EQ(two.LoadOutcome(*id)->findings[0].violation.spec, "c2");
  EXPECT_TRUE(two.FindFacts({{2, 2}}).value()[0].has_value());
  EXPECT_TRUE(two.FindClean("c0").value().has_value());
  ASSERT_EQ(two.LoadTestClasses(*id)->size(), 1U);
  EXPECT_EQ(two.LoadTestClasses(*id)->at(0).dependencies, (Hash128{102, 0}));
  EXPECT_TRUE(two.FindFacts({{102, 0}}).value()[0].has_value());
}

TEST_F(TransferTest, ImportingTwiceAddsNothing) {
  Store one = Open("one");
  Add(one, "c1", {1, 1});
  std::string file = folder_.path() + "/out.db";
  ASSERT_TRUE(Export(one, file).ok());
  EXPECT_EQ(Import(one, file)->runs, 0);
  Store two = Open("two");
  EXPECT_EQ(Import(two, file)->runs, 1);
  EXPECT_EQ(Import(two, file)->runs, 0);
  EXPECT_EQ(two.Runs()->size(), 1u);
}

TEST_F(TransferTest, ExportNeverOverwrites) {
  Store one = Open("one");
  folder_.Write("out.db", "mine");
  EXPECT_FALSE(Export(one, folder_.path() + "/out.db").ok());
}

TEST_F(TransferTest, WhatIsNoStoreIsNotImported) {
  Store one = Open("one");
  folder_.Write("bad.db", std::string(2000, 'x'));
  Result<Moved> imported = Import(one, folder_.path() + "/bad.db");
  ASSERT_FALSE(imported.ok());
  EXPECT_EQ(imported.error().code(), ErrorCode::kMalformed);
  EXPECT_TRUE(std::filesystem::exists(folder_.path() + "/bad.db")) << "it is not ours to move";
  EXPECT_FALSE(Import(one, folder_.path() + "/missing.db").ok());
}

TEST_F(TransferTest, CollectKeepsTheNewestRunsAndTheirFacts) {
  Store one = Open("one");
  Add(one, "c1", {1, 1});
  Add(one, "c2", {2, 2});
  Add(one, "c3", {3, 3});
  Result<Moved> dropped = Collect(one, 2, 1000);
  ASSERT_TRUE(dropped.ok()) << dropped.error().Text();
  EXPECT_EQ(dropped->runs, 1);
  EXPECT_EQ(dropped->facts, 2) << "its class and the dependencies of its test";
  EXPECT_EQ(one.FindClean("c1").value(), std::nullopt);
  EXPECT_TRUE(one.FindClean("c3").value().has_value());
  EXPECT_FALSE(one.FindFacts({{1, 1}}).value()[0].has_value());
  EXPECT_TRUE(one.FindFacts({{3, 3}}).value()[0].has_value());
}

TEST_F(TransferTest, CollectDropsRunsThatDiedLongAgo) {
  Store one = Open("one");
  Add(one, "dead", {1, 1}, false);
  EXPECT_EQ(Collect(one, 10, 1000)->runs, 0) << "it may still be going on";
  EXPECT_EQ(Collect(one, 10, int64_t{3} * 24 * 3600 * 1000)->runs, 1);
}

}  // namespace
}  // namespace revmon::store
