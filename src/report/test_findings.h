// A run with two findings, as the tests of the renderers want it.
#pragma once
#include "report/findings.h"
#include "spec/load.h"

namespace revmon::report {

inline SpecInfo TestSpec() {
  spec::LoadedFile file = spec::Load("specs/java.util/Iterator_HasNext.mop", R"(
/**
 * Ask <first>.
 *
 * Why & when.
 *
 * @severity warning
 * @profile strict
 * @bad
 * <pre>
 * it.next();
 * </pre>
 * @good
 * <pre>
 * if (it.hasNext()) it.next();
 * </pre>
 * @falsealarm None.
 */
Iterator_HasNext(Object i) {
  event ask before(Object i): call(* F.ask()) && target(i) {}
  event next before(Object i): call(* F.next()) && target(i) {}
  ere: (ask+ next)* next
  @match {}
}
)",
                                     nullptr);
  return MakeSpecInfo(file.specs.at(0));
}

inline Findings TestFindings() {
  Findings findings;
  Finding first;
  first.spec = "Iterator_HasNext";
  first.severity = "warning";
  first.category = "match";
  first.message = "Ask <first>.";
  first.location = "shop.Cart.total(Cart.java:3)";
  first.parts = ParseLocation(first.location);
  first.source = {
      "src/shop/Cart.java", 3, 1, {"int total() {", "  // \"all\"", "  return it.next() & 1;", "}"}};
  first.count = 5;
  first.thread = "main";
  first.tests = {{"shop.CartTest#total", 5}};
  first.steps = {{"ask", "shop.Cart.total(Cart.java:2)", {}},
                 {"next", "shop.Cart.total(Cart.java:3)", first.source},
                 {"next", "shop.Cart.total(Cart.java:3)", first.source}};
  Finding second = first;
  second.spec = "Own_Rule";
  second.severity = "error";
  second.location = "shop.Till.<init>(Till.java:9)";
  second.parts = ParseLocation(second.location);
  second.message = "";
  second.source = {};
  second.tests.clear();
  second.steps.clear();
  second.count = 1;
  second.unattributed = 1;
  second.known = true;
  findings.all = {second, first};
  findings.specs[first.spec] = TestSpec();
  findings.jvms = 2;
  findings.notes = {"one <note>"};
  findings.tests = {{"shop.CartTest#total", "passed", false, 0, 2'000'000}};
  findings.weave = {
      .classes_seen = 40, .classes_woven = 4, .sites = 9, .methods_refused = 0, .weave_nanos = 3'000'000};
  findings.activity["Iterator_HasNext"] = {7, 2, 1};
  findings.run = {"java -jar <shop>.jar", "2026-11-15T08:00:00Z", 1234, 0, 171, {}};
  SetFingerprints(&findings.all);
  return findings;
}

}  // namespace revmon::report
