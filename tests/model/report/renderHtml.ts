import type { CoverageItem, SuiteResult } from "./runMachineSuite.ts";

export const escapeHtml = (value: string) =>
  value.replace(
    /[<>&"]/g,
    (sign) => ({ "<": "&lt;", ">": "&gt;", "&": "&amp;", '"': "&quot;" })[sign] ?? sign,
  );

const style = `
:root { color-scheme: light dark; font: 15px/1.6 system-ui, "PingFang SC", "Microsoft YaHei", sans-serif; }
body { margin: 0 auto; max-width: 1100px; padding: 24px; }
h1 { font-size: 24px; } h2 { margin-top: 40px; font-size: 19px; }
table { width: 100%; border-collapse: collapse; margin: 12px 0; }
th, td { text-align: left; padding: 6px 10px; border-bottom: 1px solid #8884; vertical-align: top; }
td.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.ok { color: #18794e; } .bad { color: #c92a2a; font-weight: 600; }
@media (prefers-color-scheme: dark) { .ok { color: #63d297; } .bad { color: #ff8787; } }
details { margin: 8px 0; } summary { cursor: pointer; }
pre { overflow: auto; background: #8881; padding: 12px; border-radius: 6px; font-size: 13px; }
code { font-size: 13px; overflow-wrap: anywhere; }`;

const renderRow = (cells: readonly string[]) =>
  `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;
const renderTable = (heads: readonly string[], rows: readonly string[]) =>
  `<table><thead><tr>${heads.map((head) => `<th>${head}</th>`).join("")}</tr></thead><tbody>${rows.join("")}</tbody></table>`;
const renderStatus = (good: boolean, yes: string, no: string) =>
  `<span class="${good ? "ok" : "bad"}">${good ? yes : no}</span>`;
const renderCoverage = (all: readonly CoverageItem[]) =>
  renderStatus(
    all.every(({ covered }) => covered),
    `${all.length} / ${all.length}`,
    `${all.filter(({ covered }) => covered).length} / ${all.length}`,
  );
const renderCoverageList = (title: string, all: readonly CoverageItem[]) =>
  `<details><summary>${title} ${renderCoverage(all)}</summary>${renderTable(
    [title, "是否走到"],
    all.map(({ name, covered }) =>
      renderRow([`<code>${escapeHtml(name)}</code>`, renderStatus(covered, "已走到", "未走到")]),
    ),
  )}</details>`;

const renderSection = ({ machine, cases, states, transitions, ruleSources, diagram }: SuiteResult) => {
  const failed = cases.filter(({ failure }) => failure);
  return `<h2 id="${machine}">${machine}</h2>
<p>${cases.length} 个用例，${renderStatus(failed.length === 0, "全部通过", `${failed.length} 个失败`)}</p>
${failed.map(({ name, failure }) => `<pre class="bad">${escapeHtml(`${name}\n${failure?.difference}\n${failure?.path}`)}</pre>`).join("")}
${renderCoverageList("状态", states)}${renderCoverageList("转移", transitions)}
<details><summary>条目 ${ruleSources.length}</summary>${renderTable(
    ["条目", "前置与步骤", "是否用到"],
    ruleSources.map(({ row: id, line, used }) =>
      renderRow([escapeHtml(id), escapeHtml(line), renderStatus(used, "已用到", "未用到")]),
    ),
  )}</details>
<details><summary>路径 ${cases.length}</summary>${renderTable(
    ["场景", "步骤", "结果", "毫秒"],
    cases.map(({ subject, name, failure, ms }) =>
      renderRow([
        escapeHtml(subject),
        escapeHtml(name),
        renderStatus(!failure, "通过", "失败"),
        ms.toFixed(1),
      ]),
    ),
  )}</details>
<details><summary>状态图（Mermaid）</summary><pre>${escapeHtml(diagram)}</pre></details>`;
};

/** Renders the results as a self-contained HTML page. */
export function renderHtml(results: readonly SuiteResult[], seed: number, at: Date): string {
  const rows = results.map(({ machine, cases, states, transitions }) =>
    renderRow([
      `<a href="#${machine}">${machine}</a>`,
      renderCoverage(states),
      renderCoverage(transitions),
      String(cases.length),
      renderStatus(
        cases.every(({ failure }) => !failure),
        "通过",
        "失败",
      ),
    ]),
  );
  return `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>状态机模型测试报告</title><style>${style}</style></head><body>
<h1>状态机模型测试报告</h1><p>${at.toISOString()}，随机种子 ${seed}</p>
${renderTable(["状态机", "状态", "转移", "用例", "结果"], rows)}
${results.map(renderSection).join("\n")}</body></html>
`;
}
