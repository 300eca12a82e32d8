import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { runPackageBinary } from "../../scripts/checks/runPackageBinary.ts";
import { createTemporaryTree } from "./createTemporaryTree.ts";

/** The server's project, reduced to the planted file and its imports. */
function createServerProject(original: string): string {
  const { compilerOptions } = z.object({ compilerOptions: z.looseObject({}) }).parse(JSON.parse(original));
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

/** The compiler's output for a project with one additional file. */
async function compile(project: string, file: string, text: string): Promise<string> {
  using tree = createTemporaryTree(copiedFiles);
  tree.write("machines/empty.ts", "export {};\n");
  tree.write(file, text);
  tree.write(
    "server/tsconfig.json",
    createServerProject(readFileSync(`${tree.root}/server/tsconfig.json`, "utf8")),
  );
  return (await runPackageBinary(["typescript/bin/tsc", "-b", project, "--pretty", "false"], tree.root)).text;
}

const createRegistry = (handlers: string) => `
import type { regionCalls } from "../adapters/contract/region.ts";
import type { Handlers } from "./call.ts";
export const registry = { ${handlers} } satisfies Handlers<typeof regionCalls>;
`;

describe("the compiler", () => {
  it("rejects a call without a handler and names it", async () => {
    expect(
      await compile("server", "server/planted.ts", createRegistry("regionSearch: async () => []")),
    ).toContain("Property 'regionList' is missing");
  });

  it("accepts a handler of the right type", async () => {
    const handler = "regionList: async () => [], regionSearch: async () => []";
    expect(await compile("server", "server/planted.ts", createRegistry(handler))).toBe("");
  });

  it("rejects a machine that uses the window", async () => {
    const text = "export const width = () => window.innerWidth;\n";
    expect(await compile("machines", "machines/window.ts", text)).toMatch(
      /machines\/window\.ts.*TS2304.*'window'/,
    );
  });

  it.each([
    { project: "adapters/contract", file: "adapters/contract/page.ts" },
    { project: "server", file: "server/planted.ts" },
  ])("rejects the document in $project", async ({ project, file }) => {
    const text = "export const title = () => document.title;\n";
    expect(await compile(project, file, text)).toMatch(/TS2584.*'document'/);
  });

  it("rejects Node globals in the contract", async () => {
    const text = 'export const name = () => process.env["NAME"];\n';
    expect(await compile("adapters/contract", "adapters/contract/name.ts", text)).toMatch(
      /TS25\d\d.*'process'/,
    );
  });

  it("rejects a parameter property, which Node cannot run", async () => {
    const text = "export class A {\n  constructor(readonly b: number) {}\n}\n";
    expect(await compile("machines", "machines/a.ts", text)).toMatch(/machines\/a\.ts.*TS1294/);
  });
});
