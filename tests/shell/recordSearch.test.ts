import { describe, expect, it } from "vitest";
import { describeHit } from "../../adapters/contract/graphql/describeHit.ts";
import { findCommands, getCommands, parseCommandText } from "../../src/app/search/commands.ts";
import { getHitStatus } from "../../src/app/search/hitStatus.ts";
import type { Viewer } from "../../src/list/canCall.ts";
import {
  addRecentRecord,
  parseRecentRecords,
  type RecentRecord,
  sortRecentFirst,
  toRecentRecord,
} from "../../src/list/links/recentRecords.ts";
import { toHitPath } from "../../src/list/links/toHitPath.ts";

const order: RecentRecord = {
  kind: "order",
  id: "12",
  title: "DD2026112300001",
  subtitle: "甲公司",
  status: "pending",
  companyId: "3",
  parentId: null,
};

describe("an invoice that is found", () => {
  it("names the red invoices that it may be found by, and a company once", { tags: "full" }, () => {
    const invoice = { invoiceNo: "2611", redInvoiceNos: ["2622", "2623"], taxNo: "", companyName: "甲公司" };
    expect(describeHit.invoice({ ...invoice, title: "甲公司" }).subtitle).toBe(
      "甲公司 · 红票 2622 · 红票 2623",
    );
    expect(describeHit.invoice({ ...invoice, redInvoiceNos: [""], title: "乙公司" }).subtitle).toBe(
      "甲公司 · 乙公司",
    );
  });
});

describe("the address of a hit", () => {
  const cases = [
    [{ kind: "company", id: "3", companyId: "3" }, "/company/3"],
    [{ kind: "user", id: "4" }, "/account/userList?detail=4"],
    [order, "/order/orderList?detail=12"],
    [{ kind: "payment", id: "5", parentId: "12" }, "/order/orderList?detail=12"],
    [{ kind: "payment", id: "5" }, null],
    [{ kind: "invoice", id: "6" }, "/order/invoice?detail=6"],
    [{ kind: "task", id: "7", status: "running" }, "/page/page?task=7"],
    [{ kind: "task", id: "7", status: "planned" }, "/page/page?task=7"],
    [{ kind: "task", id: "7", status: "finished" }, "/page/directive?taskId=7"],
    [{ kind: "flight", id: "8", parentId: "7" }, "/page/directive?detail=8"],
    [{ kind: "drone", id: "9", companyId: "3" }, "/deviceAccess?tab=drones&detail=9"],
    [{ kind: "box", id: "10" }, "/operate/boxPage?detail=10"],
    [{ kind: "hangar", id: "11" }, "/operate/airport?detail=11"],
  ] as const;
  it.each(cases)("of %j is %s", (hit, path) => {
    const complete = { status: "", companyId: null, parentId: null, ...hit };
    expect(toHitPath(complete, () => true)).toBe(path);
  });

  it("is the best one that the role may open, or none", () => {
    const drone = { kind: "drone", id: "9", companyId: "3", parentId: null, status: "online" } as const;
    const except =
      (...pages: string[]) =>
      (address: string) =>
        !pages.some((page) => address.startsWith(page));
    expect(toHitPath(drone, except("/deviceAccess"))).toBe("/company/3?tab=drones&detail=9");
    expect(toHitPath(drone, except("/deviceAccess", "/company"))).toBeNull();
  });
});

describe("the status of a hit", () => {
  it.each([
    [{ paidFen: 0 }, "待支付"],
    [{ paidFen: 100 }, "部分付款"],
    // The role may not see amounts, or the record was opened before they were kept.
    [{ paidFen: null }, "待支付"],
    [{}, "待支付"],
    [{ status: "paid", paidFen: 100 }, "已支付"],
  ])("of an order with %j is %s, as in the list", (facts, label) => {
    expect(getHitStatus({ ...order, ...facts })?.label).toBe(label);
  });

  it.each([
    [{ redFen: 0 }, "已开票"],
    [{ redFen: 100 }, "部分红冲"],
    [{}, "已开票"],
    [{ status: "reversed", redFen: 100 }, "已红冲"],
  ])("of an invoice with %j is %s, as in the list", (facts, label) => {
    expect(getHitStatus({ ...order, kind: "invoice", status: "issued", ...facts })?.label).toBe(label);
  });

  it("of any other record is its dictionary's", () => {
    expect(getHitStatus({ ...order, kind: "company", status: "frozen" })?.label).toBe("已冻结");
    expect(getHitStatus({ ...order, kind: "company", status: "" })).toBeNull();
  });
});

describe("recent records", () => {
  it("of orders hold what decides between 待支付 and 部分付款", () => {
    const row = {
      id: "12",
      version: 1,
      companyName: "甲公司",
      companyId: "3",
      status: "pending",
      paidFen: 100,
    };
    const recent = toRecentRecord("order", order.title, row);
    expect(recent).toEqual({ ...order, paidFen: 100, redFen: null });
    expect(recent && addRecentRecord([], recent)).toEqual([{ ...order, paidFen: 100, redFen: null }]);
  });

  const other = { ...order, id: "13" };

  it("are there once, the last one first, at most ten", () => {
    expect(addRecentRecord([order, other], other).map(({ id }) => id)).toEqual(["13", "12"]);
    const many = Array.from({ length: 10 }, (_, index) => ({ ...order, id: String(100 + index) }));
    const ids = addRecentRecord(many, order).map(({ id }) => id);
    expect(ids).toHaveLength(10);
    expect(ids[0]).toBe("12");
    expect(ids).not.toContain("109");
  });

  it("hold only what the search needs", () => {
    const hit = { ...order, amountFen: 100, at: "2026-11-23T00:00:00.000Z", match: "exact" };
    expect(addRecentRecord([], hit)).toEqual([order]);
  });

  it("are read from anything that is stored", () => {
    expect(parseRecentRecords(null)).toEqual([]);
    expect(parseRecentRecords({ kind: "order" })).toEqual([]);
    expect(parseRecentRecords([order, { ...order, kind: "moon" }, { ...order, id: "x" }, 7])).toEqual([
      order,
    ]);
  });

  it("come first within a group, and the others keep their order", () => {
    const hits = [{ ...order, id: "1" }, { ...order, id: "2" }, order, { ...order, kind: "flight" as const }];
    expect(sortRecentFirst(hits, [order]).map(({ kind, id }) => `${kind} ${id}`)).toEqual([
      "order 12",
      "order 1",
      "order 2",
      "flight 12",
    ]);
  });
});

describe("commands", () => {
  const labels = (roles: Viewer["user"]["roles"], dark = false, showsSettings = true) =>
    getCommands({ viewer: { user: { roles }, config: { extensions: true } }, dark, showsSettings }).map(
      ({ label }) => label,
    );

  it("begin with > in any width", () => {
    expect(parseCommandText("> 深色 ")).toBe("深色");
    expect(parseCommandText(" ＞Dark")).toBe("dark");
    expect(parseCommandText("》")).toBe("");
    expect(parseCommandText("深色")).toBeNull();
    expect(parseCommandText("a>b")).toBeNull();
  });

  it("are those of the role, and the other colour scheme", () => {
    expect(labels(["operator"])).toEqual(["新增订单", "新增企业", "深色", "界面设置", "退出登录"]);
    expect(labels(["finance"], true)).toEqual(["浅色", "界面设置", "退出登录"]);
    expect(labels(["duty"], false, false)).toEqual(["深色", "退出登录"]);
  });

  it("are found by a part of the name, pinyin, initials and English", () => {
    const commands = getCommands({
      viewer: { user: { roles: ["admin"] }, config: { extensions: true } },
      dark: false,
      showsSettings: true,
    });
    for (const text of ["新增订", "xinzengding", "xzdd", "new order"])
      expect(findCommands(commands, text).map(({ label }) => label)).toEqual(["新增订单"]);
    expect(findCommands(commands, "没有")).toEqual([]);
    expect(findCommands(commands, "")).toHaveLength(5);
  });
});
