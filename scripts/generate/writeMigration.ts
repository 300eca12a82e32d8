import { execFileSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { root } from "../setup/root.mjs";

// Writes the migration of this name, from the newest snapshot; the ones before are not needed any more.
const [name = ""] = process.argv.slice(2);
const drizzleKit = path.join(root, "node_modules/drizzle-kit/bin.cjs");
const args = ["generate", "--config", "server/db/drizzle.config.ts", "--name", name];
execFileSync(process.execPath, [drizzleKit, ...args], { cwd: root, stdio: "inherit" });
const folder = path.join(root, "server/db/migrations/meta");
const snapshots = readdirSync(folder).filter((file) => file.endsWith("_snapshot.json"));
for (const file of snapshots.toSorted().slice(0, -1)) rmSync(path.join(folder, file));
