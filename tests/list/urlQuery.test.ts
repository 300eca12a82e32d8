import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { companyCalls } from "../../adapters/contract/company.ts";
import { orderCalls } from "../../adapters/contract/order.ts";
import { formatSearch, parseSearch } from "../../src/list/query/urlQuery.ts";

const { body } = companyCalls.companyPageList;
const parse = (search: string) => parseSearch(search, body);
const defaultQuery = { pageNo: 1, pageSize: 50, filters: {} };

describe("the URL of a list", () => {
  it("is empty for the first page without conditions", () => {
    expect(formatSearch(defaultQuery)).toBe("");
    expect(parse("")).toEqual({ query: defaultQuery, dropped: [] });
  });

  it("contains conditions, sort, page and size", () => {
    const search = formatSearch({
      pageNo: 3,
      pageSize: 20,
      sort: { field: "orderAmountFen", order: "desc" },
      filters: { keyword: "航空 & 测绘", status: "frozen", managerId: "9223372036854775807" },
    });
    expect(parse(search)).toEqual({
      query: {
        pageNo: 3,
        pageSize: 20,
        sort: { field: "orderAmountFen", order: "desc" },
        filters: { keyword: "航空 & 测绘", status: "frozen", managerId: "9223372036854775807" },
      },
      dropped: [],
    });
  });

  it("contains several values of one condition, if its call takes them", () => {
    const orders = orderCalls.orderPageList.body;
    const query = { ...defaultQuery, filters: { status: ["paid", "finished"] } };
    expect(formatSearch(query)).toBe("?status=paid%2Cfinished");
    expect(parseSearch("?status=paid,finished", orders)).toEqual({ query, dropped: [] });
    expect(parseSearch("?status=paid", orders).query.filters).toEqual({ status: "paid" });
    expect(parseSearch("?status=paid,melted", orders)).toEqual({ query: defaultQuery, dropped: ["status"] });
    expect(parse("?status=normal,frozen").dropped).toEqual(["status"]);
  });

  it("preserves parameters of other parts of the page", () => {
    expect(parse("?detail=12&tab=staff")).toEqual({ query: defaultQuery, dropped: [] });
    expect(formatSearch(defaultQuery, "?detail=12&status=frozen")).toBe("?detail=12");
    expect(parse("?add.companyId=12&add.type=renew")).toEqual({ query: defaultQuery, dropped: [] });
    expect(formatSearch(defaultQuery, "?detail=12&add.companyId=12")).toBe("?detail=12");
  });

  it.each([
    ["?status=melted", "status"],
    ["?level=A&level=Z", "level"],
    ["?nonsense=1", "nonsense"],
    ["?managerId=0", "managerId"],
    ["?from=yesterday", "from"],
    ["?page=0", "page"],
    ["?page=1e3", "page"],
    ["?size=37", "size"],
    ["?sort=secret.desc", "sort"],
    ["?sort=name.sideways", "sort"],
    ["?sort=name", "sort"],
    ["?pageNo=2", "pageNo"],
    ["?ids=1", "ids"],
  ])("drops and reports the invalid parameter of %s", (search, name) => {
    const { query, dropped } = parse(search);
    expect(dropped).toEqual([name]);
    expect(query).toMatchObject({ pageNo: 1, pageSize: 50 });
    expect(query.sort).toBeUndefined();
  });

  it("drops the end of a range that ends before it starts", () => {
    const { query, dropped } = parse(
      "?from=2026-02-01T00:00:00.000Z&to=2026-01-01T00:00:00.000Z&type=government",
    );
    expect(dropped).toEqual(["to"]);
    expect(query.filters).toEqual({ from: "2026-02-01T00:00:00.000Z", type: "government" });
  });

  it("ignores empty values", () => {
    expect(parse("?keyword=&status=")).toEqual({ query: defaultQuery, dropped: [] });
    expect(formatSearch({ ...defaultQuery, filters: { keyword: "  ", status: undefined } })).toBe("");
  });

  it("never throws on parsing", () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.tuple(fc.string(), fc.string())), (raw, pairs) => {
        for (const search of [raw, `?${new URLSearchParams(pairs).toString()}`]) {
          const { query } = parse(search);
          expect(query.pageNo).toBeGreaterThanOrEqual(1);
          expect(
            body.safeParse({ pageNo: query.pageNo, pageSize: query.pageSize, ...query.filters }).success,
          ).toBe(true);
        }
      }),
    );
  });

  it("round-trips every query", () => {
    const text = fc.string({ minLength: 1, maxLength: 100, unit: "grapheme" }).filter((keyword) => {
      const parsed = body.shape.keyword.safeParse(keyword);
      return keyword.trim() === keyword && parsed.success && parsed.data === keyword;
    });
    const filters = fc.record(
      {
        keyword: text,
        status: fc.constantFrom("normal", "frozen"),
        level: fc.constantFrom("A", "B", "C", "D"),
        expireWithin: fc.constantFrom("7", "30", "expired"),
        regionId: fc.constantFrom("330000", "330100", "110105"),
        managerId: fc.bigInt({ min: 1n, max: 9223372036854775807n }).map(String),
      },
      { requiredKeys: [] },
    );
    const query = fc.record(
      {
        pageNo: fc.integer({ min: 1, max: 999_999_999 }),
        pageSize: fc.constantFrom(10, 20, 50, 100, 200),
        sort: fc.record({
          field: fc.constantFrom("createdAt", "name", "expireAt"),
          order: fc.constantFrom("asc" as const, "desc" as const),
        }),
        filters,
      },
      { requiredKeys: ["pageNo", "pageSize", "filters"] },
    );
    fc.assert(
      fc.property(query, (generated) => {
        expect(parse(formatSearch(generated))).toEqual({ query: generated, dropped: [] });
      }),
    );
  });
});
