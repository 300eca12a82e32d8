import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { toDictionary } from "../../adapters/contract/defineEnum.ts";
import type { Filter } from "../../src/list/listDefinition.ts";
import {
  findRelativeRanges,
  isSameQuery,
  parseSavedQueries,
  resolveSavedQuery,
  type SavedQuery,
  toSavedQuery,
} from "../../src/list/savedQueries/savedQuery.ts";
import {
  nameRefusal,
  removeQuery,
  renameQuery,
  renameRefusal,
  setDefaultQuery,
  upsertQuery,
} from "../../src/list/savedQueries/updateQueries.ts";

const body = z.object({
  pageNo: z.number(),
  pageSize: z.number(),
  sort: z.optional(z.object({ field: z.enum(["createdAt"]), order: z.enum(["asc", "desc"]) })),
  status: z.optional(z.enum(["normal", "frozen"])),
  minFen: z.optional(z.number()),
  from: z.optional(z.string()),
  to: z.optional(z.string()),
});
const filters: readonly Filter[] = [
  {
    kind: "select",
    name: "status",
    label: "状态",
    dictionary: toDictionary("status", []),
  },
  { kind: "days", from: "from", to: "to", label: "创建时间" },
];
/** 2026-11-20 16:30 in Shanghai. */
const friday = new Date("2026-11-20T08:30:00.000Z");
const week = { from: "2026-11-13T16:00:00.000Z", to: "2026-11-20T15:59:59.999Z" };
const lastWeek = {
  pageNo: 3,
  pageSize: 20,
  sort: { field: "createdAt", order: "desc" as const },
  filters: { status: "frozen", minFen: 100, ...week },
};
const createSavedQuery = (name: string, opens = false): SavedQuery => ({
  name,
  search: "?status=normal",
  moving: {},
  opens,
});
const listQueryNames = (queries: readonly SavedQuery[]) => queries.map(({ name }) => name);

describe("a saved query", () => {
  it("stores conditions and sort, and resolves to the first page", () => {
    const saved = toSavedQuery(" 欠费 ", lastWeek, []);
    expect(saved).toEqual({
      name: "欠费",
      search:
        "?status=frozen&minFen=100&from=2026-11-13T16%3A00%3A00.000Z&to=2026-11-20T15%3A59%3A59.999Z&sort=createdAt.desc",
      moving: {},
      opens: false,
    });
    const { query, dropped } = resolveSavedQuery(saved, body, filters, friday);
    expect(query).toEqual({ ...lastWeek, pageNo: 1, pageSize: 50 });
    expect(dropped).toEqual([]);
    expect(isSameQuery(query, lastWeek)).toBe(true);
    expect(isSameQuery({ ...query, filters: { status: "normal" } }, lastWeek)).toBe(false);
    expect(isSameQuery({ pageNo: 1, pageSize: 50, filters: lastWeek.filters }, lastWeek)).toBe(false);
  });

  it("recalculates a date preset each day", () => {
    const moving = findRelativeRanges(lastWeek.filters, filters, friday);
    expect(moving.map(({ filter, preset }) => [filter.label, preset.label])).toEqual([["创建时间", "近7天"]]);
    const saved = toSavedQuery("近期", lastWeek, moving);
    expect(saved).toMatchObject({
      search: "?status=frozen&minFen=100&sort=createdAt.desc",
      moving: { from: "last7" },
    });
    const monday = new Date("2026-11-22T16:00:00.000Z");
    expect(resolveSavedQuery(saved, body, filters, monday).query.filters).toEqual({
      status: "frozen",
      minFen: 100,
      from: "2026-11-16T16:00:00.000Z",
      to: "2026-11-23T15:59:59.999Z",
    });
  });

  it.each([
    ["a range that matches no preset today", { ...week, to: "2026-11-19T15:59:59.999Z" }],
    ["a range with an open end", { from: week.from }],
    ["no range", {}],
  ])("stores %s as it is", (_what, conditions) => {
    expect(findRelativeRanges(conditions, filters, friday)).toEqual([]);
  });

  it("drops and reports conditions that the list no longer has", () => {
    const saved = {
      name: "旧",
      search: "?status=gone&colour=red&minFen=5",
      moving: { since: "last7" },
      opens: false,
    };
    const { query, dropped } = resolveSavedQuery(saved, body, filters, friday);
    expect(query.filters).toEqual({ minFen: 5 });
    expect(dropped).toEqual(["status", "colour"]);
    const odd = { ...saved, search: "", moving: { from: "lastCentury" } };
    expect(resolveSavedQuery(odd, body, filters, friday).query.filters).toEqual({});
  });

  it("is dropped if it is invalid", () => {
    expect(parseSavedQueries("all")).toEqual([]);
    expect(
      parseSavedQueries([
        null,
        { name: "", search: "?a=1" },
        { name: "无", search: 1 },
        { name: "对", search: "?status=normal", moving: { from: "last7", to: 3 }, opens: "yes" },
        { name: "对", search: "?status=frozen" },
        { name: "首", search: "", opens: true },
      ]),
    ).toEqual([
      { name: "对", search: "?status=normal", moving: { from: "last7" }, opens: false },
      { name: "首", search: "", moving: {}, opens: true },
    ]);
  });
});

describe("the saved queries of a list", () => {
  const three = [createSavedQuery("甲"), createSavedQuery("乙", true), createSavedQuery("丙")];

  it("append a new one and replace one of the same name in place", () => {
    expect(listQueryNames(upsertQuery(three, createSavedQuery("丁")))).toEqual(["甲", "乙", "丙", "丁"]);
    const other = { ...createSavedQuery("乙"), search: "?status=frozen" };
    expect(upsertQuery(three, other)).toEqual([
      createSavedQuery("甲"),
      { ...other, opens: true },
      createSavedQuery("丙"),
    ]);
  });

  it("can be renamed in place and removed", () => {
    expect(renameQuery(three, "乙", " 戊 ")).toEqual([
      createSavedQuery("甲"),
      createSavedQuery("戊", true),
      createSavedQuery("丙"),
    ]);
    expect(listQueryNames(removeQuery(three, "乙"))).toEqual(["甲", "丙"]);
  });

  it("have one default or none", () => {
    expect(setDefaultQuery(three, "丙").map(({ opens }) => opens)).toEqual([false, false, true]);
    expect(setDefaultQuery(three, null).map(({ opens }) => opens)).toEqual([false, false, false]);
  });

  it.each([
    ["  ", "请输入名称"],
    ["一".repeat(21), "名称最多 20 个字"],
    ["一".repeat(20), null],
    ["甲", null],
  ])("accept the name %j or refuse it with a message", (name, refusal) => {
    expect(nameRefusal(three, name)).toBe(refusal);
  });

  it("are limited to twenty; beyond that, only replacing is possible", () => {
    const full = Array.from({ length: 20 }, (_, index) => createSavedQuery(`第${index}`));
    expect(nameRefusal(full, "多")).toBe("最多保存 20 个，请先删除不用的");
    expect(nameRefusal(full, "第3")).toBe(null);
    expect(nameRefusal(full.slice(1), "多")).toBe(null);
  });

  it.each([
    ["乙", "已有同名的常用查询"],
    ["", "请输入名称"],
    [" 甲 ", null],
    ["新", null],
  ])("accept the new name %j or refuse it with a message", (to, refusal) => {
    expect(renameRefusal(three, "甲", to)).toBe(refusal);
  });
});
