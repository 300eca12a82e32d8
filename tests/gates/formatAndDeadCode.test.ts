import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { runPackageBinary } from "../../scripts/checks/runPackageBinary.ts";
import { createTemporaryTree } from "./createTemporaryTree.ts";

describe("the formatter", () => {
  const format = (root: string) =>
    runPackageBinary(["@biomejs/biome/bin/biome", "check", "--error-on-warnings"], root);

  it("fails on wrong formatting and unsorted imports", async () => {
    using tree = createTemporaryTree(["biome.json", ".gitignore"]);
    execFileSync("git", ["init", "-q"], { cwd: tree.root });
    tree.write("server/formatted.ts", "export const a = 1;\n");
    expect((await format(tree.root)).passed).toBe(true);
    tree.write("server/unformatted.ts", "export const a   = 'b'\n");
    tree.write(
      "server/order.ts",
      'import { b } from "./b.ts";\nimport { a } from "./a.ts";\n\nexport const c = [a, b];\n',
    );
    const { passed, text } = await format(tree.root);
    expect(passed).toBe(false);
    expect(text).toContain("server/unformatted.ts");
    expect(text).toContain("server/order.ts");
    expect(text).not.toContain("server/formatted.ts");
  });
});

describe("the search for dead code", () => {
  const search = (root: string) => runPackageBinary(["knip/bin/knip.js", "--no-progress"], root);

  it("finds unused files, exports and packages, and unlisted packages", async () => {
    using tree = createTemporaryTree(["knip.jsonc", "tsconfig.base.json"]);
    tree.write("tsconfig.json", '{ "extends": "./tsconfig.base.json" }');
    tree.write(
      "package.json",
      '{ "name": "planted", "type": "module", "dependencies": { "dayjs": "1.11.23", "pg": "8.23.1" } }',
    );
    tree.write(
      "server/main.ts",
      'import pg from "pg";\nimport sharp from "sharp";\nimport { used } from "./used.ts";\n\nconsole.log(pg, sharp, used);\n',
    );
    tree.write("server/used.ts", "export const used = 1;\nexport const unusedExport = 2;\n");
    tree.write("server/unusedFile.ts", "export const a = 1;\n");
    const { passed, text } = await search(tree.root);
    expect(passed).toBe(false);
    for (const found of [/server\/unusedFile\.ts/, /unusedExport/, /dayjs/, /sharp/])
      expect(text).toMatch(found);
    expect(text).not.toMatch(/used\.ts:1|\bpg\b/);
  });
});
