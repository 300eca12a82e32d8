import { describe, expect, test } from "vitest";
import { type DueOrder, matchStatement } from "../../../server/modules/bankStatement/matchStatement.ts";
import type { IncomingLine } from "../../../server/modules/bankStatement/parseStatement.ts";

const order = (id: string, companyName: string, dueFen: number): DueOrder => ({
  id,
  version: 1,
  orderNo: `DD2026020100000${id}`,
  companyName,
  dueFen,
});
const orders = [
  order("1", "晴川低空（深圳）科技有限公司", 120_000),
  order("2", "云鹰航空", 120_000),
  order("3", "云鹰航空", 80_000),
  order("4", "海阔巡检", 50_000),
  order("5", "海阔巡检", 50_000),
];
let row = 1;
const line = (fields: Partial<IncomingLine>): IncomingLine => ({
  row: ++row,
  paidAt: new Date("2026-03-01T02:00:00.000Z"),
  amountFen: 120_000,
  payerName: "路人甲",
  bankName: "招商银行",
  bankSerialNo: `S${row}`,
  remark: "",
  ...fields,
});
const match = (lines: readonly IncomingLine[], registered: readonly [string, string][] = []) =>
  matchStatement(lines, orders, new Map(registered)).map(({ match: found, candidates, note }) => [
    found,
    candidates.map(({ orderId, payerDiffers }) => `${orderId}${payerDiffers ? " 代付" : ""}`).join(),
    note,
  ]);

describe("a line of a statement", () => {
  test.each<readonly [string, Partial<IncomingLine>, readonly unknown[]]>([
    [
      "the payer and the due amount, however the bank writes brackets",
      { payerName: "晴川低空(深圳) 科技有限公司" },
      ["matched", "1", ""],
    ],
    [
      "the number in its remark, for a part and from another payer",
      { remark: "货款 dd20260201000003", amountFen: 30_000 },
      ["matched", "3 代付", ""],
    ],
    [
      "not an order in its remark that is due less",
      { remark: "DD20260201000003", amountFen: 80_001 },
      ["none", "", "到账金额大于附言中订单的待付金额，请核对"],
    ],
    [
      "one of several orders in its remark",
      { remark: "DD20260201000002 DD20260201000003", amountFen: 1 },
      ["choose", "2 代付,3 代付", "附言中有多个订单号，请选择"],
    ],
    [
      "one of two orders with the same due amount",
      { payerName: "海阔巡检", amountFen: 50_000 },
      ["choose", "4,5", "该企业有多个待付金额相同的订单"],
    ],
    [
      "a part of the payer's orders",
      { payerName: "云鹰航空", amountFen: 60_000 },
      ["choose", "2,3", "金额与待付金额不同，选择后按部分付款登记"],
    ],
    [
      "an order of the same amount of another company",
      { amountFen: 80_000 },
      ["choose", "3 代付", "付款方不是企业本身，请核对是否代付"],
    ],
    [
      "no other order of the payer, where its remark names one that is not due",
      { payerName: "晴川低空（深圳）科技有限公司", remark: "DD20260101000009" },
      ["choose", "1", "附言中的订单 DD20260101000009 不在待付订单中，请核对"],
    ],
    ["nothing", { amountFen: 7 }, ["none", "", ""]],
  ])("pays %s", (_name, fields, expected) => {
    expect(match([line(fields)])).toEqual([expected]);
  });

  test("is a duplicate if it is registered, in any case, or twice in the file", () => {
    const first = line({ bankSerialNo: "abc1", payerName: "晴川低空（深圳）科技有限公司" });
    const second = line({ bankSerialNo: "D2", payerName: "海阔巡检", amountFen: 50_000 });
    expect(match([first, second, { ...second, row: 99, bankSerialNo: "d2" }], [["ABC1", "ZF1"]])).toEqual([
      ["duplicate", "", "该流水号已登记过回款 ZF1"],
      ["choose", "4,5", "该企业有多个待付金额相同的订单"],
      ["duplicate", "", `与第 ${second.row} 行的流水号相同`],
    ]);
  });

  test("leaves an order to the first line that matches it", () => {
    const [first, second] = [
      line({ payerName: "晴川低空（深圳）科技有限公司" }),
      line({ payerName: "晴川低空（深圳）科技有限公司" }),
    ];
    expect(match([first, second])).toEqual([
      ["matched", "1", ""],
      ["choose", "1", `该订单已由第 ${first.row} 行匹配，请核对是否重复付款`],
    ]);
  });
});

test("Thousands of lines and of due orders of one payer give ten candidates a line", () => {
  const many = Array.from({ length: 3_000 }, (_, index) =>
    order(String(1_000 + index), "海阔巡检", index % 2 === 0 ? 50_000 : 60_000),
  );
  const lines = Array.from({ length: 2_000 }, (_, index) =>
    line({ payerName: index % 3 === 0 ? "路人甲" : "海阔巡检", amountFen: 50_000 + (index % 2) }),
  );
  const matched = matchStatement(lines, many, new Map());
  expect(Math.max(...matched.map(({ candidates }) => candidates.length))).toBe(10);
  expect(matched.map(({ note }) => note)).toContain("该企业有 1500 个待付金额相同的订单，只列出最早的 10 个");
});
