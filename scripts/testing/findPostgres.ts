import { existsSync, globSync } from "node:fs";
import path from "node:path";
import { aptInstall } from "./aptInstall.ts";

/** The folder with `initdb` and `postgres`: on the path, among Debian's, or installed from there. */
export function findPostgres(): string {
  const found = findInstalledPostgres();
  if (found) return found;
  aptInstall(["postgresql"], "Install PostgreSQL 15 or newer, or name a server in TEST_DATABASE_URL.");
  const installed = findInstalledPostgres();
  if (!installed)
    throw new Error("There is no PostgreSQL: install it, or name a server in TEST_DATABASE_URL.");
  return installed;
}

function findInstalledPostgres(): string | undefined {
  const debian = globSync("/usr/lib/postgresql/*/bin").sort((a, b) => parseVersion(b) - parseVersion(a));
  const onPath = (process.env["PATH"] ?? "").split(path.delimiter);
  return [...debian, ...onPath].find((folder) =>
    ["initdb", "postgres"].every((program) => existsSync(path.join(folder, program))),
  );
}

function parseVersion(folder: string): number {
  return Number(folder.split("/")[4]);
}
