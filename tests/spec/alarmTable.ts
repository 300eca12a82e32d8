import { readFileSync } from "node:fs";

/** One line of `alarm.csv`, a hand-written table: what a situation does to an alarm. */
export interface AlarmLine {
  readonly line: number;
  /** Chinese name of the kind. */
  readonly kind: string;
  readonly situation: string;
  /** What happens, for `runSituation`. */
  readonly steps: string;
  readonly result: "触发" | "解除" | "不触发" | "不解除";
  /** P1 to P4; empty where nothing is raised. */
  readonly priority: string;
}

const header = "告警,情形,步骤,结果,级别";
const results: readonly string[] = ["触发", "解除", "不触发", "不解除"];

const [headerLine, ...lines] = readFileSync(new URL("alarm.csv", import.meta.url), "utf8")
  .trim()
  .split("\n");
if (headerLine !== header) throw new Error("alarm.csv has other columns");

export const alarmLines: readonly AlarmLine[] = lines.map((text, index) => {
  const [kind = "", situation = "", steps = "", result = "", priority = "", ...rest] = text.split(",");
  if (rest.length > 0 || !results.includes(result)) throw new Error(`alarm.csv line ${index + 2}: ${text}`);
  // Seam: checked above.
  return { line: index + 2, kind, situation, steps, result: result as AlarmLine["result"], priority };
});
