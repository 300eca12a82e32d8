import path from "node:path";
import { describe, expect, it } from "vitest";
import { pageBudgets } from "../../scripts/checks/budgets.ts";
import { checkBundleBudgets } from "../../scripts/checks/checkBundleBudgets.ts";
import { checkFileSizes } from "../../scripts/checks/checkFileSizes.ts";
import { checkGenerated } from "../../scripts/checks/checkGenerated.ts";
import { checkSuppressions } from "../../scripts/checks/checkSuppressions.ts";
import { createTemporaryTree } from "./createTemporaryTree.ts";

const lines = (count: number) => "const a = 1;\n".repeat(count);

describe("the file sizes", () => {
  it("may reach 300 lines", () => {
    const files = [
      { file: "a.ts", text: lines(300) },
      { file: "b.ts", text: lines(10) },
    ];
    expect(checkFileSizes(files).passed).toBe(true);
  });

  it("are red at 301, and the file is named", () => {
    const found = checkFileSizes([
      { file: "server/long.ts", text: lines(301) },
      { file: "b.ts", text: lines(10) },
      { file: "c.ts", text: lines(10) },
    ]);
    expect(found.passed).toBe(false);
    expect(found.text).toContain("server/long.ts: 301 lines");
  });
});

describe("a bundle budget", () => {
  const budget = { page: "login", entries: ["index.html"], wireKb: 3, scriptKb: 2, requests: 6 };

  /** A build of one entry, one shared chunk and one style sheet, whose scripts are incompressible. */
  function builtWith(scriptBytes: number) {
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

  it("holds below its limit, counting page, icon, scripts, styles and the one call for the configuration", () => {
    using tree = builtWith(1_000);
    expect(checkBundleBudgets(path.join(tree.root, "dist"), [budget])).toMatchObject({
      passed: true,
      text: expect.stringContaining("6 requests"),
    });
  });

  it("is red when the scripts as sent weigh more", () => {
    using tree = builtWith(2_100);
    expect(checkBundleBudgets(path.join(tree.root, "dist"), [budget])).toMatchObject({
      passed: false,
      text: expect.stringContaining("over budget"),
    });
  });

  it("is red when all that is sent weighs more, though the scripts do not", () => {
    using tree = builtWith(1_000);
    expect(checkBundleBudgets(path.join(tree.root, "dist"), [{ ...budget, wireKb: 1 }]).passed).toBe(false);
  });

  it("is red when there are more requests", () => {
    using tree = builtWith(1_000);
    expect(checkBundleBudgets(path.join(tree.root, "dist"), [{ ...budget, requests: 5 }]).passed).toBe(false);
  });

  it("counts what the build says that a page is made of beside the entry, and says so when that page is gone", () => {
    using tree = builtWith(1_000);
    tree.write("dist/assets/console.js", "2".repeat(1_200));
    tree.write("dist/assets/console.js.br", "2".repeat(1_200));
    tree.write(
      "dist/pages/files.json",
      JSON.stringify([{ page: "/a/b", files: [{ name: "assets/console.js" }] }]),
    );
    const weighed = (address: string) =>
      checkBundleBudgets(path.join(tree.root, "dist"), [{ ...budget, address }]);
    expect(weighed("/a/b")).toMatchObject({ passed: false, text: expect.stringContaining("JS 2.2 of 2 KB") });
    expect(() => weighed("/a/c")).toThrow("/a/c");
  });

  it("says so when the page it weighs is gone", () => {
    using tree = builtWith(1_000);
    expect(() =>
      checkBundleBudgets(path.join(tree.root, "dist"), [{ ...budget, entries: ["src/gone.tsx"] }]),
    ).toThrow("src/gone.tsx");
  });
});

describe("the budgets", () => {
  it("are the design's figures for login, list and map", () => {
    expect(
      pageBudgets.map(({ page, wireKb, scriptKb, requests }) => [page, wireKb, scriptKb, requests]),
    ).toEqual([
      ["login", 140, 120, 8],
      ["list", 285, 250, undefined],
      ["map", 365, 330, undefined],
    ]);
  });
});

describe("a generated document", () => {
  it("is red when it is not what would be generated now", () => {
    using tree = createTemporaryTree([]);
    tree.write("docs/pages.md", "# Pages\nold\n");
    const file = path.join(tree.root, "docs/pages.md");
    expect(checkGenerated(file, "# Pages\nnew\n").passed).toBe(false);
    expect(checkGenerated(file, "# Pages\nold\n").passed).toBe(true);
  });
});

describe("a comment that turns a gate off", () => {
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
