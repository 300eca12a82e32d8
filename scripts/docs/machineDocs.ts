import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { machineDoc } from "./machineDoc.ts";
import { machineList } from "./machineList.ts";

/** Every page under `docs/machines/` by its file's name, as it would be generated now. */
export function machineDocs(): Map<string, string> {
  return new Map(
    Object.entries(machineList).map(([file, machine]) => [`${machine.id}.md`, machineDoc(file, machine)]),
  );
}

/** What is wrong with the generated pages: missing, stale, left over, or a machine without a page. */
export function staleMachineDocs(root: string): string[] {
  const folder = path.join(root, "docs/machines");
  const wanted = machineDocs();
  const present = existsSync(folder) ? readdirSync(folder) : [];
  const machines = machineFiles(path.join(root, "machines"));
  return [
    ...[...wanted]
      .filter(
        ([name, text]) => !present.includes(name) || readFileSync(path.join(folder, name), "utf8") !== text,
      )
      .map(([name]) => `docs/machines/${name} is stale: npm run docs:machines`),
    ...present
      .filter((name) => !wanted.has(name))
      .map((name) => `docs/machines/${name} belongs to no machine`),
    ...machines
      .filter((name) => !(name.replace(/\.ts$/, "") in machineList))
      .map((name) => `machines/${name} is not in scripts/docs/machineList.ts`),
  ];
}

/** Files that make a machine: by their name, or, of a record's status, by what they export. */
function machineFiles(folder: string): string[] {
  const statusFolder = path.join(folder, "status");
  const ofStatus = readdirSync(statusFolder).filter((name) =>
    /^export const \w+Machine\b/m.test(readFileSync(path.join(statusFolder, name), "utf8")),
  );
  return [
    ...readdirSync(folder).filter((name) => name.endsWith(".machine.ts")),
    ...ofStatus.map((name) => `status/${name}`),
  ];
}
