import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { writeXlsx } from "hucre/xlsx";
import { browserPaths } from "../browserPaths.ts";
import { socketDriver } from "../drivers/socket.ts";
import { drivers } from "../drivers.ts";
import { scriptOf } from "./script.ts";

// The paths that the browser walks, as test cases for people: 编号 前置 步骤 预期 条目.
const numbered = (lines: readonly string[]) => lines.map((line, index) => `${index + 1}. ${line}`).join("\n");

const sheets = [...drivers, socketDriver].map((driver) => ({
  name: driver.title.replaceAll("：", "-"),
  columns: [
    { key: "number", header: "编号", width: 22 },
    { key: "before", header: "前置", width: 30 },
    { key: "steps", header: "步骤", width: 60 },
    { key: "expected", header: "预期", width: 60 },
    { key: "rows", header: "条目", width: 24 },
  ],
  freezePane: { rows: 1 },
  data: browserPaths(driver).map((one, number) => {
    const { steps, rows } = scriptOf(driver, one);
    return {
      number: `${driver.machine}-${String(number).padStart(3, "0")}`,
      before: driver.before,
      steps: numbered(steps.map(({ step }) => step)),
      expected: numbered(steps.map(({ expected }) => expected)),
      rows: rows.join(" "),
    };
  }),
}));

const file = path.resolve(import.meta.dirname, "../../../../test-results/测试用例.xlsx");
mkdirSync(path.dirname(file), { recursive: true });
writeFileSync(file, await writeXlsx({ sheets }));
const cases = sheets.reduce((sum, { data }) => sum + data.length, 0);
console.log(`${cases} test cases in ${path.relative(process.cwd(), file)}`);
