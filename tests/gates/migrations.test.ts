import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { checkMigrations } from "../../scripts/checks/checkMigrations.ts";
import { createTemporaryTree } from "./createTemporaryTree.ts";

const none = { version: "7", dialect: "postgresql", entries: [] };
const drones = `import { pgTable, text } from "drizzle-orm/pg-core";
export const drones = pgTable("drones", { sn: text("sn") });
`;

test("a table without a migration is found, and nothing is left of the search", async () => {
  using tree = createTemporaryTree([]);
  tree.write("server/db/migrations/meta/_journal.json", JSON.stringify(none));
  tree.write("server/db/schema/drone.ts", "export const noTable = 1;\n");
  expect(await checkMigrations(tree.root)).toEqual({ passed: true, text: "" });
  tree.write("server/db/schema/drone.ts", drones);
  const { passed, text } = await checkMigrations(tree.root);
  expect(passed).toBe(false);
  expect(text).toContain('CREATE TABLE "drones"');
  expect(readdirSync(path.join(tree.root, ".cache"))).toEqual([]);
});
