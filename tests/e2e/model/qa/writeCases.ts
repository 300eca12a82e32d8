import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { writeXlsx } from "hucre/xlsx";
import { allDrivers } from "../allDrivers.ts";
import { findBrowserPaths } from "../browserPaths.ts";
import { socketDriver } from "../drivers/socket.ts";
import { toTestScript } from "./toTestScript.ts";

// Writes the browser paths as manual test cases: 编号 前置 步骤 预期 条目.
const numberLines = (lines: readonly string[]) =>
  lines.map((line, index) => `${index + 1}. ${line}`).join("\n");

const sheets = [...allDrivers, socketDriver].map((driver) => ({
  name: driver.title.replaceAll("：", "-"),
  columns: [
    { key: "number", header: "编号", width: 22 },
    { key: "before", header: "前置", width: 30 },
    { key: "steps", header: "步骤", width: 60 },
    { key: "expected", header: "预期", width: 60 },
    { key: "rows", header: "条目", width: 24 },
  ],
  freezePane: { rows: 1 },
  data: findBrowserPaths(driver).map((item, number) => {
    const { steps, rows } = toTestScript(driver, item);
    return {
      number: `${driver.machine}-${String(number).padStart(3, "0")}`,
      before: driver.precondition,
      steps: numberLines(steps.map(({ step }) => step)),
      expected: numberLines(steps.map(({ expected }) => expected)),
      rows: rows.join(" "),
    };
  }),
}));

const file = path.resolve(import.meta.dirname, "../../../../test-results/测试用例.xlsx");
mkdirSync(path.dirname(file), { recursive: true });
writeFileSync(file, await writeXlsx({ sheets }));
const cases = sheets.reduce((sum, { data }) => sum + data.length, 0);
console.log(`${cases} test cases in ${path.relative(process.cwd(), file)}`);
