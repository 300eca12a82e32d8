import { globSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";

const checkout = path.resolve(import.meta.dirname, "../..");
const { dependencies, devDependencies } = z
  .object({
    dependencies: z.record(z.string(), z.string()),
    devDependencies: z.record(z.string(), z.string()),
  })
  .parse(JSON.parse(readFileSync(path.join(checkout, "package.json"), "utf8")));
const listed = { ...dependencies, ...devDependencies };

/** The files matching `where` that import the package or a subpath of it. */
const findImporters = (name: string, where: string) =>
  globSync(where, { cwd: checkout }).filter((file) =>
    new RegExp(`from "${name}(?:/[^"]*)?"|import\\("${name}(?:/[^"]*)?"\\)`).test(
      readFileSync(path.join(checkout, file), "utf8"),
    ),
  );

describe("the top level", () => {
  test.each([
    { row: "R-258", file: "package.json", pattern: /"start": "node scripts\/start\.mjs"/ },
    { row: "R-259", file: "vite.config.ts", pattern: /export default defineConfig\(/ },
    { row: "R-260", file: "tsconfig.json", pattern: /"references"/ },
    { row: "R-265", file: "README.md", pattern: /npm start/ },
  ])("has the file $file ($row) with the expected content", ({ file, pattern }) => {
    expect(readFileSync(path.join(checkout, file), "utf8")).toMatch(pattern);
  });

  test.each([
    { row: "R-261", folder: "src", entries: ["main.tsx", "app", "pages"] },
    { row: "R-262", folder: "machines", entries: ["session.machine.ts", "list.machine.ts", "status"] },
    { row: "R-263", folder: "adapters", entries: ["contract/contract.ts", "http/client.ts"] },
    { row: "R-264", folder: "tests", entries: ["model/machines.test.ts", "contract", "e2e"] },
  ])("has the folder $folder ($row) with $entries", ({ folder, entries }) => {
    const present = entries.filter((name) => statSync(path.join(checkout, folder, name)).size > 0);
    expect(present).toEqual(entries);
  });
});

describe("the specified packages", () => {
  test.each([
    { row: "R-266", name: "react", where: "src/**/*.tsx" },
    { row: "R-267", name: "react-dom", where: "src/main.tsx" },
    { row: "R-268", name: "react-router-dom", where: "src/app/**/*.tsx" },
    { row: "R-269", name: "xstate", where: "machines/*.machine.ts" },
    { row: "R-270", name: "@xstate/react", where: "src/**/*.{ts,tsx}" },
    { row: "R-271", name: "@mantine/core", where: "src/**/*.tsx" },
    { row: "R-272", name: "@mantine/notifications", where: "src/app/toast/*.tsx" },
    { row: "R-273", name: "graphql-request", where: "adapters/http/*.ts" },
    { row: "R-274", name: "js-md5", where: "{src,adapters}/**/*.ts" },
    { row: "R-275", name: "fuse.js", where: "src/app/search/*.ts" },
    { row: "R-276", name: "ol", where: "src/map/**/*.ts" },
    { row: "R-277", name: "echarts", where: "src/charts/*.ts" },
    { row: "R-278", name: "reconnecting-websocket", where: "adapters/http/*.ts" },
    { row: "R-279", name: "vite", where: "vite.config.ts" },
    { row: "R-280", name: "vitest", where: "tests/**/*.test.ts" },
  ])("$name is listed, and used in $where", ({ name, where }) => {
    expect(listed).toHaveProperty([name]);
    expect(findImporters(name, where)).not.toEqual([]);
  });

  test("include neither the one that does not exist (R-282) nor XState 4's paths (R-281)", () => {
    for (const name of ["mantine", "@xstate/test"]) expect(listed).not.toHaveProperty([name]);
    expect(findImporters("xstate", "tests/model/findShortestPaths.ts")).not.toEqual([]);
  });
});
