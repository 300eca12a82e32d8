import { expect, test } from "vitest";
import type { GeneratedIndex } from "../../scripts/generate/generatedIndex.ts";
import { renderIndex } from "../../scripts/generate/renderIndexes.ts";
import { createTemporaryTree } from "./createTemporaryTree.ts";

const index: GeneratedIndex = {
  output: "house/index.ts",
  sources: "house/**/*.ts",
  pattern: /^export const (?<name>\w+Calls) =/gm,
  except: ["doorCalls"],
  importsEntries: true,
  render: (entries) => `${entries.map(({ name }) => name).join()}\n`,
};

test("an index names what its files export, in the order of the files, and neither itself nor what is excepted", () => {
  using tree = createTemporaryTree([]);
  tree.write("house/zone.ts", "export const zoneCalls = 1;\nexport const zoneRow = 2;\n");
  tree.write("house/box/box.ts", "export const boxCalls = 1;\nexport const lidCalls = 2;\n");
  tree.write("house/door.ts", "export const doorCalls = 1;\n");
  tree.write("house/index.ts", "export const allCalls = 1;\n");
  tree.write("else/else.ts", "export const elseCalls = 1;\n");
  expect(renderIndex(tree.root, index).split("\n").slice(1)).toEqual([
    'import { boxCalls } from "./box/box.ts";',
    'import { lidCalls } from "./box/box.ts";',
    'import { zoneCalls } from "./zone.ts";',
    "boxCalls,lidCalls,zoneCalls",
    "",
  ]);
});
