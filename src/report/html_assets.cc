#include "report/html_parts.h"

namespace revmon::report {

std::string_view HtmlStyle() {
  return R"css(:root { --bg: #fbfbfa; --card: #fff; --text: #1d1f23; --dim: #666b74; --line: #e3e4e8; --code: #f4f4f2;
  --accent: #2f5fd0; --error: #c62f2f; --warning: #a86400; --suggestion: #23788c; --here: #fff3cf; --good: #2a7d46; }
@media (prefers-color-scheme: dark) { :root { --bg: #16181c; --card: #1e2126; --text: #e4e6ea; --dim: #9aa1ac;
  --line: #32363d; --code: #262a30; --accent: #84a9ff; --error: #ff8078; --warning: #f0b65a; --suggestion: #6fcadd;
  --here: #4a401d; --good: #74cf92; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 76rem; padding: 1.5rem 1.25rem 3rem; background: var(--bg); color: var(--text);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
code, pre, .place { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: .87em; }
h1 { margin: 0; font-size: 1.5rem; letter-spacing: -.01em; }
h2 { margin: 0; font-size: 1.02rem; overflow-wrap: anywhere; } h3 { margin: 0; font-size: .95rem; }
h4 { margin: 0 0 .3rem; font-size: .8rem; color: var(--dim); text-transform: uppercase; letter-spacing: .05em; }
p { margin: .35rem 0; }
a { color: var(--accent); }
.command { margin: .3rem 0 0; overflow-wrap: anywhere; } .when, .where, footer { color: var(--dim); font-size: .88rem; }
.tiles { display: flex; flex-wrap: wrap; gap: .6rem; margin: 1rem 0; }
.tile { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: .55rem .9rem; min-width: 6.5rem; }
.tile b { display: block; font-size: 1.35rem; line-height: 1.25; font-weight: 650; } .tile small { font-size: .8rem; color: var(--dim); }
.tile span { color: var(--dim); font-size: .82rem; }
.tile.error b { color: var(--error); } .tile.warning b { color: var(--warning); } .tile.suggestion b { color: var(--suggestion); }
.controls { display: none; position: sticky; top: 0; z-index: 2; gap: .8rem; align-items: center; flex-wrap: wrap; padding: .6rem 0;
  background: var(--bg); border-bottom: 1px solid var(--line); margin-bottom: 1rem; }
.js .controls { display: flex; }
[role=tab] { font: inherit; color: var(--dim); background: none; border: 0; border-bottom: 2px solid transparent; padding: .3rem .6rem; cursor: pointer; }
[role=tab][aria-selected=true] { color: var(--text); border-color: var(--accent); font-weight: 600; }
#filter { font: inherit; flex: 1; min-width: 14rem; padding: .35rem .7rem; border: 1px solid var(--line); border-radius: 8px;
  background: var(--card); color: var(--text); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.group { background: var(--card); border: 1px solid var(--line); border-radius: 12px; margin: 0 0 1rem; padding: .2rem 1rem .6rem; }
.group > summary { display: flex; flex-wrap: wrap; gap: .2rem .7rem; align-items: baseline; padding: .6rem 0; cursor: pointer; }
.rule { flex: 1 1 22rem; } .count { color: var(--dim); font-size: .85rem; white-space: nowrap; }
.badge { font-size: .74rem; font-weight: 650; border: 1px solid currentColor; border-radius: 99px; padding: .02rem .55rem; white-space: nowrap; }
.badge.error { color: var(--error); } .badge.warning { color: var(--warning); } .badge.suggestion { color: var(--suggestion); }
.badge.known { color: var(--dim); margin-left: .6rem; }
.doc { color: var(--dim); border-left: 3px solid var(--line); padding-left: .9rem; margin-bottom: .6rem; max-width: 62rem; }
.doc summary { cursor: pointer; color: var(--accent); font-size: .88rem; }
.snippets { display: grid; grid-template-columns: repeat(auto-fit, minmax(18rem, 1fr)); gap: .8rem; margin: .6rem 0; }
.snippet pre { margin: 0; border-left: 3px solid var(--error); } .snippet.good pre { border-color: var(--good); }
pre { background: var(--code); color: var(--text); border-radius: 8px; padding: .6rem .8rem; overflow-x: auto; margin: .4rem 0; line-height: 1.45; }
.finding { border-top: 1px solid var(--line); padding: .8rem 0 .5rem; scroll-margin-top: 4.5rem; }
.finding h3 .place { overflow-wrap: anywhere; font-weight: 650; }
.message { font-style: italic; }
.excerpt { padding: .4rem 0; } .excerpt .line { display: block; padding: 0 .8rem 0 0; min-width: max-content; }
.excerpt .number { display: inline-block; width: 3.6rem; padding-right: 1rem; text-align: right; color: var(--dim); user-select: none; }
.excerpt .here { background: var(--here); box-shadow: inset 3px 0 var(--accent); }
.excerpt i, .steps li::marker { color: var(--accent); font-weight: 650; }
.excerpt i { font-style: normal; font-size: .72rem; border: 1px solid currentColor; border-radius: 99px; padding: 0 .35rem; margin-left: .6rem; }
.tests code { background: var(--code); border-radius: 5px; padding: .05rem .35rem; overflow-wrap: anywhere; }
.walk { display: flex; flex-wrap: wrap; gap: 1rem 2rem; margin-top: .7rem; } .walk > div { flex: 1 1 22rem; min-width: 0; }
.steps { margin: 0; padding-left: 1.7rem; } .steps code { display: block; color: var(--dim); overflow-wrap: anywhere; }
figure { margin: .4rem 0; max-width: 100%; overflow-x: auto; } figcaption { font-size: .82rem; color: var(--dim); font-family: ui-monospace, monospace; }
.automaton { max-width: 100%; height: auto; font: 12px system-ui, sans-serif; }
.automaton text { text-anchor: middle; fill: var(--text); stroke: var(--card); stroke-width: 4px; paint-order: stroke; stroke-linejoin: round; }
.automaton .name { stroke: none; font-weight: 600; } .automaton .label { fill: var(--dim); }
.automaton .label.walked { fill: var(--text); font-weight: 600; } .automaton .step { fill: var(--accent); font-weight: 700; }
.automaton .edge { fill: none; stroke: var(--dim); stroke-width: 1.2; opacity: .75; } .automaton .edge.head { fill: var(--dim); stroke: none; }
.automaton .faint { opacity: .45; } .automaton .faint:hover { opacity: 1; }
.automaton .edge.walked { stroke: var(--accent); stroke-width: 2.4; opacity: 1; } .automaton .edge.head.walked { fill: var(--accent); stroke: none; }
.automaton circle { fill: var(--card); stroke: var(--dim); stroke-width: 1.5; } .automaton circle.walked { stroke: var(--accent); stroke-width: 2.5; }
.automaton circle.verdict { stroke: var(--error); stroke-width: 3; } .automaton text.verdict { fill: var(--error); font-weight: 600; }
table { border-collapse: collapse; width: 100%; } td { padding: .25rem .7rem .25rem 0; border-top: 1px solid var(--line); vertical-align: baseline; }
td.number { color: var(--dim); text-align: right; width: 3.5rem; } td code { overflow-wrap: anywhere; }
.charts { display: grid; align-items: start; grid-template-columns: repeat(auto-fit, minmax(24rem, 1fr)); gap: 1rem; }
.chart { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: .8rem 1rem; min-width: 0; }
.chart dl { margin: .5rem 0 0; } .chart dt { font-size: .84rem; overflow-wrap: anywhere; } .chart dd { margin: 0 0 .45rem; display: flex; gap: .5rem; align-items: center; padding-right: 5rem; }
.chart dd b { font-size: .82rem; margin-right: -5rem; white-space: nowrap; } .bar { height: .65rem; min-width: 2px; border-radius: 3px; background: var(--accent); }
.bar.error { background: var(--error); } .bar.warning { background: var(--warning); } .bar.suggestion { background: var(--suggestion); }
.more { color: var(--dim); font-size: .85rem; } .notes { color: var(--dim); } .nothing { font-size: 1.1rem; color: var(--good); }
#statistics > h2 { margin: .5rem 0; } footer { margin-top: 2rem; }
[hidden] { display: none !important; }
@media (max-width: 40rem) { .charts { grid-template-columns: 1fr; } body { padding: 1rem .8rem; } }
@media print { .controls { display: none !important; } section[hidden] { display: block !important; } }
)css";
}

std::string_view HtmlScript() {
  return R"js((function () {
  "use strict";
  var tabs = Array.prototype.slice.call(document.querySelectorAll("[role=tab]"));
  var filter = document.getElementById("filter");
  if (!tabs.length) return;
  document.documentElement.classList.add("js");
  function panel(tab) { return document.getElementById(tab.getAttribute("aria-controls")); }
  function select(tab) {
    tabs.forEach(function (one) {
      var on = one === tab;
      one.setAttribute("aria-selected", String(on));
      one.tabIndex = on ? 0 : -1;
      panel(one).hidden = !on;
    });
  }
  tabs.forEach(function (tab, i) {
    tab.addEventListener("click", function () { select(tab); });
    tab.addEventListener("keydown", function (event) {
      var step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
      if (!step) return;
      var next = tabs[(i + step + tabs.length) % tabs.length];
      select(next);
      next.focus();
    });
  });
  select(tabs[0]);
  function apply() {
    var words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    document.querySelectorAll("[data-text]").forEach(function (one) {
      var text = one.getAttribute("data-text");
      one.hidden = !words.every(function (word) { return text.indexOf(word) >= 0; });
    });
    document.querySelectorAll(".group").forEach(function (group) {
      group.hidden = !group.querySelector("[data-text]:not([hidden])");
    });
  }
  filter.addEventListener("input", apply);
  function show(id) {
    var target = id && document.getElementById(id);
    if (!target || !target.classList.contains("finding")) return;
    select(tabs[0]);
    var group = target.closest("details");
    if (group) group.open = true;
    target.scrollIntoView();
    target.focus({ preventScroll: true });
  }
  window.addEventListener("hashchange", function () { show(location.hash.slice(1)); });
  show(location.hash.slice(1));
  document.addEventListener("keydown", function (event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.activeElement === filter) {
      if (event.key === "Escape") { filter.value = ""; apply(); filter.blur(); }
      return;
    }
    if (event.key === "/") { filter.focus(); event.preventDefault(); return; }
    var step = event.key === "j" ? 1 : event.key === "k" ? -1 : 0;
    if (!step) return;
    var all = Array.prototype.slice.call(document.querySelectorAll(".finding:not([hidden])"));
    var at = all.indexOf(document.activeElement);
    var next = all[Math.min(Math.max(at + step, 0), all.length - 1)];
    if (next) show(next.id);
  });
})();
)js";
}

}  // namespace revmon::report
