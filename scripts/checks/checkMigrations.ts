import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import type { CheckResult } from "./check.ts";
import { runProgram } from "./runProgram.ts";

const listMigrations = (folder: string) => globSync("*.sql", { cwd: folder });

/**
 * Passes if the migrations of a checkout make the tables that its code declares. What they lack would be in the next one,
 * whoever writes it.
 */
export async function checkMigrations(folder: string): Promise<CheckResult> {
  // Below the checkout: the generator takes no other folder.
  mkdirSync(path.join(folder, ".cache"), { recursive: true });
  const copy = mkdtempSync(path.join(folder, ".cache/migrations-"));
  try {
    cpSync(path.join(folder, "server/db/migrations"), copy, { recursive: true });
    const present = listMigrations(copy);
    const options = {
      dialect: "postgresql",
      schema: "./server/db/schema/*.ts",
      out: path.relative(folder, copy),
      name: "missing",
    };
    const args = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
    const run = await runProgram(["node_modules/drizzle-kit/bin.cjs", "generate", ...args], folder);
    if (!run.passed) return run;
    const [missing] = listMigrations(copy).filter((file) => !present.includes(file));
    return missing === undefined
      ? { passed: true, text: "" }
      : {
          passed: false,
          text: `no migration has, npm run db:generate writes one:\n${readFileSync(path.join(copy, missing), "utf8")}`,
        };
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
