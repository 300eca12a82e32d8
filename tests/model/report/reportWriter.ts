import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

/** A report in files that are whole after each result, so that a run that is cut off leaves what it has found. */
export interface ReportWriter<R> {
  readonly results: readonly R[];
  readonly add: (result: R) => void;
}

/** Writes a folder's files anew with each result. */
export function createReportWriter<R>(
  folder: string,
  files: Readonly<Record<string, (results: readonly R[]) => string>>,
): ReportWriter<R> {
  const results: R[] = [];
  mkdirSync(folder, { recursive: true });
  return {
    results,
    add(result) {
      results.push(result);
      for (const [name, render] of Object.entries(files))
        writeFileSync(path.join(folder, name), render(results));
    },
  };
}
