import { spawnSync } from "node:child_process";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { boundaryViolations } from "./boundaryViolations.ts";
import { createTemporaryTree } from "./createTemporaryTree.ts";
import { lintViolations } from "./lintViolations.ts";

const report = z.object({
  diagnostics: z.array(z.object({ message: z.string(), help: z.optional(z.string()), filename: z.string() })),
});
const allViolations = [...lintViolations, ...boundaryViolations];
const validFile = "server/valid.ts";
const messagesByFile = new Map<string, string[]>();

beforeAll(() => {
  using tree = createTemporaryTree([".oxlintrc.json", "scripts/lint", "tsconfig.base.json"]);
  tree.write(
    "tsconfig.json",
    '{ "extends": "./tsconfig.base.json", "compilerOptions": { "lib": ["ES2024", "DOM"] } }',
  );
  for (const { file, text } of allViolations) tree.write(file, text);
  tree.write(validFile, "/** Returns one. */\nexport const one = (): number => 1;\n");
  const oxlint = path.join(tree.root, "../node_modules/oxlint/bin/oxlint");
  const { stdout } = spawnSync(process.execPath, [oxlint, "--format=json"], {
    cwd: tree.root,
    encoding: "utf8",
  });
  for (const { filename, message, help = "" } of report.parse(JSON.parse(stdout)).diagnostics) {
    messagesByFile.set(filename, [...(messagesByFile.get(filename) ?? []), `${message} ${help}`]);
  }
});

describe("the linter", () => {
  // requests, sockets and storage only in the adapters.
  it.each(allViolations)("finds $title", ({ file, expected }) => {
    expect(messagesByFile.get(file)?.join("\n")).toMatch(expected);
  });

  it("accepts valid code", () => {
    expect(messagesByFile.get(validFile)).toBeUndefined();
  });
});
