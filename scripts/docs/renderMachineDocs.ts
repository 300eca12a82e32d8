import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { machineList } from "./machineList.ts";
import { renderMachineDoc } from "./renderMachineDoc.ts";

/** Every page under `docs/machines/` by its file's name, as it would be generated now. */
export function renderMachineDocs(): Map<string, string> {
  return new Map(
    Object.entries(machineList).map(([file, machine]) => [
      `${machine.id}.md`,
      renderMachineDoc(file, machine),
    ]),
  );
}

/** What is wrong with the generated pages: missing, stale, left over, or a machine without a page. */
export function findStaleMachineDocs(root: string): string[] {
  const folder = path.join(root, "docs/machines");
  const expected = renderMachineDocs();
  const present = existsSync(folder) ? readdirSync(folder) : [];
  const machines = listMachineFiles(path.join(root, "machines"));
  return [
    ...[...expected]
      .filter(
        ([name, text]) => !present.includes(name) || readFileSync(path.join(folder, name), "utf8") !== text,
      )
      .map(([name]) => `docs/machines/${name} is stale: npm run docs:machines`),
    ...present
      .filter((name) => !expected.has(name))
      .map((name) => `docs/machines/${name} belongs to no machine`),
    ...machines
      .filter((name) => !(name.replace(/\.ts$/, "") in machineList))
      .map((name) => `machines/${name} is not in scripts/docs/machineList.ts`),
  ];
}

/** Files that make a machine: by their name, or, of a record's status, by what they export. */
function listMachineFiles(folder: string): string[] {
  const statusFolder = path.join(folder, "status");
  const statusFiles = readdirSync(statusFolder).filter((name) =>
    /^export const \w+Machine\b/m.test(readFileSync(path.join(statusFolder, name), "utf8")),
  );
  return [
    ...readdirSync(folder).filter((name) => name.endsWith(".machine.ts")),
    ...statusFiles.map((name) => `status/${name}`),
  ];
}
