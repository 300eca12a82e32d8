import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { runPackageBinary } from "../../scripts/checks/runPackageBinary.ts";
import { createTemporaryTree } from "./createTemporaryTree.ts";

/** The server's own project, but of the planted file and what it imports alone. */
function serverProject(real: string): string {
  const { compilerOptions } = z.object({ compilerOptions: z.looseObject({}) }).parse(JSON.parse(real));
  const { tsBuildInfoFile: _, ...options } = compilerOptions;
  return JSON.stringify({
    extends: "../tsconfig.base.json",
    compilerOptions: { ...options, rootDir: "..", outDir: "../out", composite: false, declaration: true },
    files: ["planted.ts"],
  });
}
const copiedFiles = [
  "tsconfig.base.json",
  "adapters/contract",
  "server",
  "machines/status",
  "machines/tsconfig.json",
  "machines/globals.d.ts",
];

/** What the compiler says of a project with one more file in it. */
async function compile(project: string, file: string, text: string): Promise<string> {
  using tree = createTemporaryTree(copiedFiles);
  tree.write("machines/empty.ts", "export {};\n");
  tree.write(file, text);
  tree.write(
    "server/tsconfig.json",
    serverProject(readFileSync(`${tree.root}/server/tsconfig.json`, "utf8")),
  );
  return (await runPackageBinary(["typescript/bin/tsc", "-b", project, "--pretty", "false"], tree.root)).text;
}

const registry = (handlers: string) => `
import type { regionCalls } from "../adapters/contract/region.ts";
import type { Handlers } from "./call.ts";
export const registry = { ${handlers} } satisfies Handlers<typeof regionCalls>;
`;

describe("the compiler", () => {
  it("refuses a call without a handler and names it", async () => {
    expect(await compile("server", "server/planted.ts", registry(""))).toContain(
      "Property 'regionList' is missing",
    );
  });

  it("takes a handler of the right shape", async () => {
    const handler = "regionList: async () => []";
    expect(await compile("server", "server/planted.ts", registry(handler))).toBe("");
  });

  it("refuses a machine that knows the window, before any linter does", async () => {
    const text = "export const width = () => window.innerWidth;\n";
    expect(await compile("machines", "machines/window.ts", text)).toMatch(
      /machines\/window\.ts.*TS2304.*'window'/,
    );
  });

  it.each([
    { project: "adapters/contract", file: "adapters/contract/page.ts" },
    { project: "server", file: "server/planted.ts" },
  ])("knows no document in $project", async ({ project, file }) => {
    const text = "export const title = () => document.title;\n";
    expect(await compile(project, file, text)).toMatch(/TS2584.*'document'/);
  });

  it("knows no Node in the contract", async () => {
    const text = 'export const name = () => process.env["NAME"];\n';
    expect(await compile("adapters/contract", "adapters/contract/name.ts", text)).toMatch(
      /TS25\d\d.*'process'/,
    );
  });

  it("refuses a parameter property, which Node cannot run", async () => {
    const text = "export class A {\n  constructor(readonly b: number) {}\n}\n";
    expect(await compile("machines", "machines/a.ts", text)).toMatch(/machines\/a\.ts.*TS1294/);
  });
});
