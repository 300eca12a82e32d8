import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { contract } from "../../adapters/contract/contract.ts";
import { type ExportKind, exportKinds } from "../../adapters/contract/exportKinds.ts";
import { exportPreparers } from "../../server/modules/exportJob/exportPreparers.ts";
import type { ListConfig } from "../../src/list/listConfig.ts";
import { createTestPlatform, type TestPlatform } from "../helpers/testPlatform.ts";

vi.mock("../../src/list/listPage.tsx", () => ({ listPage: (config: ListConfig) => config }));
vi.mock("../../src/list/tabbedPage.tsx", () => ({
  tabbedPage: (tabs: readonly { readonly page: unknown }[]) => tabs.map(({ page }) => page),
}));

const project = path.resolve(import.meta.dirname, "../..");
const files = globSync("src/pages/**/*.page.tsx", { cwd: project }).filter((file) =>
  /list\/(?:listPage|tabbedPage)\.tsx/.test(readFileSync(path.join(project, file), "utf8")),
);

/** All lists with an export, from the page files. */
const lists = (
  await Promise.all(
    files.map(async (file) => {
      // Cast: the mocks above define what the pages export.
      const page = (await import(path.join(project, file))) as { default: ListConfig | readonly unknown[] };
      return [page.default]
        .flat()
        .filter((one): one is ListConfig => typeof one === "object" && one !== null);
    }),
  )
)
  .flat()
  .filter((config) => config.export !== undefined)
  .map((config) => ({ config, name: config.name }));

let ctx: TestPlatform;
beforeAll(async () => {
  ctx = await createTestPlatform();
});
afterAll(() => ctx.close());

// Cast: the keys of this object are its type.
const kinds = Object.keys(exportKinds) as ExportKind[];

test("There is a page for every export", () => {
  const paths = lists.map(({ config }) => config.export?.path).sort();
  expect(paths).toEqual(kinds.map((kind) => contract[kind].path).sort());
});

test.each(lists)(
  "The export of $name has every column of the page under the page's name for it",
  async ({ config }) => {
    const kind = kinds.find((one) => contract[one].path === config.export?.path);
    if (kind === undefined) throw new Error(`no export at ${config.export?.path}`);
    const { db, clock, platform, staff } = ctx;
    const actor = { id: staff.admin.id, name: "管理员", roles: ["admin" as const], sessionId: "1" };
    const call = { db, dbOutsideTransaction: db, now: clock.now(), newId: platform.newId, actor };
    // Casts: each kind's preparer accepts an empty body, and none reads live data before the first row.
    const prepare = exportPreparers[kind] as (
      body: object,
      call: object,
    ) => ReturnType<(typeof exportPreparers)["companyExport"]>;
    const { columns } = await prepare({}, call);
    const headers = new Map(columns.map(({ key, header }) => [key, header]));
    // A file says the unit where the page formats the value.
    const withoutUnit = (text: string | undefined) => text?.replace(/（[^）]*）$/, "");
    for (const { key, title } of config.columns) {
      const header = headers.get(key);
      expect([key, header === title ? title : withoutUnit(header)]).toEqual([
        key,
        header === title ? title : withoutUnit(title),
      ]);
    }
    const money = config.columns.filter((column) => column.as === "money");
    expect(money.map(({ key }) => headers.get(key)).filter((header) => !header?.endsWith("（元）"))).toEqual(
      [],
    );
  },
);
