import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { toMermaid } from "../../machines/graph/toMermaid.ts";
import { passwordChangeMachine } from "../../machines/passwordChange.machine.ts";
import { findStaleMachineDocs } from "../../scripts/docs/renderMachineDocs.ts";

const project = fileURLToPath(new URL("../..", import.meta.url));
let copy = "";

beforeEach(() => {
  copy = mkdtempSync(path.join(tmpdir(), "diagrams-"));
  for (const folder of ["docs/machines", "machines"])
    cpSync(path.join(project, folder), path.join(copy, folder), { recursive: true });
});
afterEach(() => rmSync(copy, { recursive: true }));

test("reports stale, missing and orphaned pages", () => {
  writeFileSync(path.join(copy, "docs/machines/idle.md"), "# idle\n");
  writeFileSync(path.join(copy, "docs/machines/ghost.md"), "# ghost\n");
  rmSync(path.join(copy, "docs/machines/tags.md"));
  writeFileSync(path.join(copy, "machines/new.machine.ts"), "");
  writeFileSync(
    path.join(copy, "machines/status/policy.ts"),
    'export const policyStatusMachine = statusMachine("policy");',
  );
  expect(findStaleMachineDocs(copy)).toEqual([
    "docs/machines/idle.md is stale: npm run generate",
    "docs/machines/tags.md is stale: npm run generate",
    "docs/machines/ghost.md belongs to no machine",
    "machines/new.machine.ts is in no index: npm run generate",
    "machines/status/policy.ts is in no index: npm run generate",
  ]);
});

test("a diagram shows states, calls, guards and the final state, and highlights active states", () => {
  const drawn = toMermaid(passwordChangeMachine({} as never), new Set(["passwordChange.editing"]));
  expect(drawn.split("\n")).toEqual([
    "stateDiagram-v2",
    "  [*] --> s1",
    '  state "editing" as s1',
    '  state "submitting ⟳ change" as s2',
    '  state "refused" as s3',
    '  state "done" as s4',
    "  s4 --> [*]",
    "  s1 --> s2 : form.submit",
    "  s2 --> s4 : change resolved [accepted]",
    "  s2 --> s3 : change resolved",
    "  s2 --> s3 : change rejected",
    "  s3 --> s2 : form.submit",
    "  classDef active fill:#ffd43b,stroke:#e8590c,stroke-width:3px",
    "  class s1 active",
  ]);
});
