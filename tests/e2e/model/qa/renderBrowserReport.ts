import { getStateNodes } from "../../../../machines/graph/xstateInternals.ts";
import { escapeHtml } from "../../../model/report/renderHtml.ts";
import { createTestEnvironment } from "../../../model/testEnvironment.ts";
import type { DriverResult } from "./runDriver.ts";

const style = `
:root { color-scheme: light dark; font: 15px/1.6 system-ui, "PingFang SC", "Microsoft YaHei", sans-serif; }
body { margin: 0 auto; max-width: 1200px; padding: 24px; }
h1 { font-size: 24px; } h2 { margin-top: 40px; font-size: 19px; }
table { width: 100%; border-collapse: collapse; }
th, td { text-align: left; padding: 6px 10px; border-bottom: 1px solid #8884; vertical-align: top; }
.ok { color: #18794e; } .bad { color: #c92a2a; font-weight: 600; }
@media (prefers-color-scheme: dark) { .ok { color: #63d297; } .bad { color: #ff8787; } }
.states { display: grid; grid-template-columns: repeat(auto-fill, minmax(320px, 1fr)); gap: 16px; }
figure { margin: 0; } img { width: 100%; border: 1px solid #8884; border-radius: 6px; }
figcaption { font-size: 13px; }`;

/** Counts the machine's leaf states, and those that were seen. */
export function countStates({ driver, cases }: DriverResult): {
  readonly all: number;
  readonly seen: number;
} {
  const { machine } = driver.subject.build(createTestEnvironment());
  const leaves = getStateNodes(machine).filter(({ states }) => Object.keys(states).length === 0);
  const seen = new Set(cases.flatMap(({ steps }) => steps.flatMap(({ state }) => state.split(" + "))));
  return { all: leaves.length, seen: seen.size };
}

/** Specification rows that the replayed paths touch. */
export const listSpecRows = ({ cases }: DriverResult): string[] =>
  [...new Set(cases.flatMap(({ rows }) => rows))].sort();

const renderSection = (
  result: DriverResult,
) => `<h2>${escapeHtml(result.driver.title)}（${result.driver.machine}）</h2>
<p>前置：${escapeHtml(result.driver.precondition)}。条目：${listSpecRows(result).join(" ")}</p>
<div class="states">${[...result.screenshots]
  .map(
    ([state, file]) =>
      `<figure><a href="${encodeURI(file)}"><img src="${encodeURI(file)}" alt="${escapeHtml(state)}" loading="lazy"></a><figcaption>${escapeHtml(state)}</figcaption></figure>`,
  )
  .join("")}</div>
<table><thead><tr><th>路径</th><th>最后所见</th><th>结果</th><th>毫秒</th></tr></thead><tbody>${result.cases
  .map(
    ({ name, steps, failure, ms }) =>
      `<tr><td>${escapeHtml(name)}</td><td>${escapeHtml(steps.at(-1)?.description ?? "")}</td><td>${
        failure ? `<span class="bad">${escapeHtml(failure)}</span>` : '<span class="ok">通过</span>'
      }</td><td>${Math.round(ms)}</td></tr>`,
  )
  .join("")}</tbody></table>`;

/** Renders the HTML report; its screenshots are separate files. */
export const renderBrowserReport = (
  results: readonly DriverResult[],
  base: string,
  at: Date,
): string => `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><title>状态机浏览器测试报告</title><style>${style}</style></head><body>
<h1>状态机浏览器测试报告</h1><p>${at.toISOString()}，${escapeHtml(base)}</p>
${results.map(renderSection).join("\n")}</body></html>
`;
