import { createElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test, vi } from "vitest";
import type * as z from "zod/mini";
import { isExtension } from "../../adapters/contract/endpoint.ts";
import { readLeniently } from "../../adapters/http/readLeniently.ts";
import type { FormConfig } from "../../src/list/form/formConfig.ts";
import type { ListConfig, ListResponse } from "../../src/list/listConfig.ts";
import type { AnyRow } from "../../src/list/listDefinition.ts";
import { renderCell } from "../../src/list/table/renderCell.tsx";
import { type PageApi, PageApiContext } from "../../src/pageApi/usePageApi.ts";
import { lists } from "./specifiedLists.ts";

// Returns the page's configuration instead of a component.
vi.mock("../../src/list/listPage.tsx", () => ({ listPage: (config: ListConfig) => config }));
vi.mock("../../src/list/tabbedPage.tsx", () => ({ tabbedPage: (tabs: readonly unknown[]) => tabs }));

const readPage = ({ call }: ListConfig, row: object) =>
  // Safe cast: it has the shape of the list's data.
  readLeniently(call.data, JSON.stringify({ state: 0, data: { list: [row] } }), true) as ListResponse;

/** The states that the console knows, one that it does not, and none. */
function getStatuses({ call }: ListConfig): readonly unknown[] {
  const { list } = (call.data as z.ZodMiniObject).shape;
  const { status } = ((list as z.ZodMiniArray<z.ZodMiniObject>).def.element.shape ?? {}) as {
    readonly status?: z.ZodMiniEnum;
  };
  return [...(status?.options ?? []), "99", undefined];
}

/** A list's rows of an id and a status, one of each state. */
const readShortRows = (config: ListConfig): readonly AnyRow[] =>
  getStatuses(config).flatMap((status) => readPage(config, { id: "a/1", status }).list);

/** An object of which only lists are told, each with one entry of which nothing else is told. */
function createHollow(schema: z.ZodMiniType): unknown {
  // Safe cast: Zod's own union of its schemas.
  const { def } = (schema as unknown as z.core.$ZodTypes)._zod;
  if (def.type === "array") return [createHollow(def.element as z.ZodMiniType) ?? {}];
  if (def.type !== "object") return undefined;
  return Object.fromEntries(
    Object.entries(def.shape).map(([key, one]) => [key, createHollow(one as z.ZodMiniType)]),
  );
}

/** What pages ask of the console: none of their links leads anywhere. */
const pageApi = { canOpen: () => false } as unknown as PageApi;
const render = (node: ReactNode) =>
  renderToStaticMarkup(createElement(PageApiContext, { value: pageApi }, node));

/** What the form says and holds before anything is typed. */
const describeForm = <R extends AnyRow>(form: FormConfig<R>, row: R): readonly unknown[] => [
  form.title(row),
  render(form.consequence?.(row)),
  ...Object.values(form.getValues(row)),
];

/** What acts on a row are called, say and hold, where it is applicable. */
function describeActs(
  { rowActions, selectionActions, batchActions, form, getTitle }: ListConfig,
  row: AnyRow,
) {
  const applicable = (rowActions ?? []).filter(
    ({ call, isApplicable }) => !isExtension(call) && (isApplicable?.(row, "7") ?? true),
  );
  const acts = applicable.flatMap((action) => [
    action.label,
    action.refusal?.(row, "7"),
    ...("form" in action ? describeForm(action.form, row) : []),
  ]);
  const selected = (selectionActions ?? []).flatMap((action) => [
    action.refusal?.([row]),
    ...("form" in action ? describeForm(action.form, { id: row.id, rows: [row] }) : []),
  ]);
  const batches = (batchActions ?? []).map(({ consequence }) => consequence([row]));
  const edit = form?.calls.update ? describeForm(form, row) : [];
  return [getTitle(row), ...acts, ...selected, ...batches, ...edit];
}

const isFaulty = (value: unknown) =>
  Number.isNaN(value) || (typeof value === "string" && /NaN|undefined|null|Invalid|\[object/.test(value));

describe.each(lists)("rows of $noun with an id and a status", (config) => {
  test.each(readShortRows(config).map((row, n) => ({ row, status: String(getStatuses(config)[n]) })))(
    "offer acts that open in the state $status",
    ({ row }) => {
      expect(describeActs(config, row).filter(isFaulty)).toEqual([]);
    },
  );

  test("have cells without the words of programs", () => {
    // Safe cast: the data of a list have one.
    const { list } = (config.call.data as z.ZodMiniObject<{ list: z.ZodMiniArray<z.ZodMiniType> }>).shape;
    const [row] = readPage(config, { ...(createHollow(list.def.element) as object), id: "a/1" }).list;
    const cells = config.columns.map((column) => (row ? renderCell(column, row) : null));
    expect(row).toBeDefined();
    expect(cells.map(render).filter(isFaulty)).toEqual([]);
  });

  test("have sums and counts", () => {
    const page = readPage(config, { id: "a/1" });
    const figures = (config.sums ?? []).map(({ getValue }) => getValue(page));
    const counts = [
      config.tabs?.getCounts?.(page),
      config.tabs?.extraTabs?.map(({ count }) => count?.(page)),
    ];
    expect(figures.every((figure) => figure === null || typeof figure === "number")).toBe(true);
    expect(counts).toBeDefined();
  });
});
