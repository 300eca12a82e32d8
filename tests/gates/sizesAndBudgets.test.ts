import path from "node:path";
import { describe, expect, it } from "vitest";
import { pageBudgets } from "../../scripts/checks/budgets.ts";
import { checkBundleBudgets } from "../../scripts/checks/checkBundleBudgets.ts";
import { checkFileSizes } from "../../scripts/checks/checkFileSizes.ts";
import { checkGenerated } from "../../scripts/checks/checkGenerated.ts";
import { checkSuppressions } from "../../scripts/checks/checkSuppressions.ts";
import { createTemporaryTree } from "./createTemporaryTree.ts";

const createLines = (count: number) => "const a = () => 1;\n".repeat(count);

describe("the check of file sizes", () => {
  it("warns above 280 lines and accepts 400", () => {
    const files = [
      { file: "a.ts", text: createLines(400) },
      { file: "b.ts", text: createLines(10) },
    ];
    expect(checkFileSizes(files)).toMatchObject({
      passed: true,
      text: expect.stringMatching(/^warning: .*: a\.ts 400$/m),
    });
  });

  it("accepts a table of any length", () => {
    const text = `export const labels = {\n${'  name: "名称",\n'.repeat(500)}};\n`;
    expect(checkFileSizes([{ file: "labels.ts", text }]).text).not.toContain("labels.ts");
  });

  it("rejects 401 lines and names the file", () => {
    const { passed, text } = checkFileSizes([
      { file: "server/long.ts", text: createLines(401) },
      { file: "b.ts", text: createLines(10) },
      { file: "c.ts", text: createLines(10) },
    ]);
    expect(passed).toBe(false);
    expect(text).toContain("server/long.ts: 401 lines");
  });
});

describe("a bundle budget", () => {
  const budget = { page: "login", entries: ["index.html"], wireKb: 3, scriptKb: 2, requests: 6 };

  /** A build with one entry, one shared chunk and one style sheet; its scripts are incompressible. */
  function createBuild(scriptBytes: number) {
    const tree = createTemporaryTree([]);
    const noise = Array.from({ length: scriptBytes }, (_, index) =>
      String.fromCharCode(33 + ((index * index * 7919) % 89)),
    ).join("");
    tree.write("dist/index.html", '<link href="/icon.svg"><link href="https://else.where/x.css">');
    tree.write("dist/icon.svg", "<svg/>");
    tree.write("dist/assets/entry.js", noise);
    tree.write("dist/assets/entry.js.br", noise);
    tree.write("dist/assets/shared.js", "1");
    tree.write("dist/assets/entry.css", "a{}");
    tree.write(
      "dist/.vite/manifest.json",
      JSON.stringify({
        "index.html": { file: "assets/entry.js", css: ["assets/entry.css"], imports: ["_shared.js"] },
        "_shared.js": { file: "assets/shared.js" },
      }),
    );
    return tree;
  }

  it("counts document, icon, scripts, styles and the configuration call, and passes below its limits", () => {
    using tree = createBuild(1_000);
    expect(checkBundleBudgets(path.join(tree.root, "dist"), [budget])).toMatchObject({
      passed: true,
      text: expect.stringContaining("6 requests"),
    });
  });

  it("warns if the compressed scripts exceed their limit by less than 4 %", () => {
    using tree = createBuild(2_050);
    expect(checkBundleBudgets(path.join(tree.root, "dist"), [budget])).toMatchObject({
      passed: true,
      text: expect.stringContaining("warning: login"),
    });
  });

  it("fails if the compressed scripts exceed their limit by more", () => {
    using tree = createBuild(2_200);
    expect(checkBundleBudgets(path.join(tree.root, "dist"), [budget])).toMatchObject({
      passed: false,
      text: expect.stringContaining("over budget"),
    });
  });

  it("fails if all compressed files exceed their limit, even if the scripts do not", () => {
    using tree = createBuild(1_000);
    expect(checkBundleBudgets(path.join(tree.root, "dist"), [{ ...budget, wireKb: 1 }]).passed).toBe(false);
  });

  it("fails if there are more requests", () => {
    using tree = createBuild(1_000);
    expect(checkBundleBudgets(path.join(tree.root, "dist"), [{ ...budget, requests: 5 }]).passed).toBe(false);
  });

  it("counts the page's files beside the entry, and throws if the build has no such page", () => {
    using tree = createBuild(1_000);
    tree.write("dist/assets/console.js", "2".repeat(1_200));
    tree.write("dist/assets/console.js.br", "2".repeat(1_200));
    tree.write(
      "dist/pages/files.json",
      JSON.stringify([{ page: "/a/b", files: [{ name: "assets/console.js" }] }]),
    );
    const checkPage = (address: string) =>
      checkBundleBudgets(path.join(tree.root, "dist"), [{ ...budget, address }]);
    expect(checkPage("/a/b")).toMatchObject({
      passed: false,
      text: expect.stringContaining("JS 2.2 of 2 KB"),
    });
    expect(() => checkPage("/a/c")).toThrow("/a/c");
  });

  it("throws if the build has no such entry", () => {
    using tree = createBuild(1_000);
    expect(() =>
      checkBundleBudgets(path.join(tree.root, "dist"), [{ ...budget, entries: ["src/gone.tsx"] }]),
    ).toThrow("src/gone.tsx");
  });
});

describe("the budgets", () => {
  it("are the limits of the design for login, list, map and the pages of charts", () => {
    expect(
      pageBudgets.map(({ page, wireKb, scriptKb, requests }) => [page, wireKb, scriptKb, requests]),
    ).toEqual([
      ["login", 140, 120, 8],
      ["list", 285, 250, undefined],
      ["map", 365, 330, undefined],
      ["charts", 425, 400, undefined],
      ["regions", 425, 400, undefined],
    ]);
  });
});

describe("a generated document", () => {
  it("fails the check if it differs from what would be generated now", () => {
    using tree = createTemporaryTree([]);
    tree.write("docs/pages.md", "# Pages\nold\n");
    const file = path.join(tree.root, "docs/pages.md");
    expect(checkGenerated(file, "# Pages\nnew\n").passed).toBe(false);
    expect(checkGenerated(file, "# Pages\nold\n").passed).toBe(true);
  });
});

describe("a comment that suppresses a check", () => {
  it.each([
    "// oxlint-disable-next-line",
    "/* eslint-disable */",
    "// biome-ignore format: no",
    "// @ts-nocheck",
  ])("is found: %s", (text) => {
    expect(
      checkSuppressions([{ file: "server/a.ts", text: `${text}\nexport const a = 1;\n` }]),
    ).toMatchObject({
      passed: false,
      text: expect.stringContaining("server/a.ts:1"),
    });
  });
});
