import { writeXlsx } from "hucre/xlsx";
import { describe, expect, test } from "vitest";
import { parseStatement } from "../../../server/modules/bankStatement/parseStatement.ts";
import { readTable } from "../../../server/modules/bankStatement/readTable.ts";

const now = new Date("2026-03-02T02:00:00.000Z");
const read = async (bytes: Buffer) => parseStatement(await readTable({ bytes, truncated: false }), now);
const readText = (text: string) => read(Buffer.from(text));

/** A statement in GBK, as banks write it. */
const gbk = Buffer.from(
  // 交易日期,流水号,对方户名,贷方发生额,摘要, then 20260301,C001,晴川低空,"1,200.00",服务费; from `iconv -t GBK`.
  "bdbbd2d7c8d5c6da2cc1f7cbaebac52cb6d4b7bdbba7c3fb2cb4fbb7bdb7a2c9fab6ee2cd5aad2aa" +
    "0d0a32303236303330312c433030312cc7e7b4a8b5cdbfd52c22312c3230302e3030222cb7fecef1" +
    "b7d10d0a",
  "hex",
);

describe("a bank statement", () => {
  test("is read from GBK, with titles above and sums below", async () => {
    const { layout, ...parsed } = await read(gbk);
    expect([layout.titleRow, layout.problems, layout.saved]).toEqual([1, [], null]);
    expect(parsed).toEqual({
      lines: [
        {
          row: 2,
          paidAt: new Date("2026-02-28T16:00:00.000Z"),
          amountFen: 120_000,
          payerName: "晴川低空",
          bankName: "对账单未注明",
          bankSerialNo: "C001",
          remark: "服务费",
        },
      ],
      outgoing: 0,
      unreadable: [],
    });
    const { lines, outgoing } = await readText(
      [
        "账户明细查询",
        "账号：7559 **** 1234,币种：人民币",
        "",
        "交易日期,交易时间,借方发生额(支取),贷方发生额(收入),余额,对方户名,对方开户行,交易流水号,摘要,附言",
        '2026-02-28,10:22:33,,"1,234.50",9,晴川低空,招商银行深圳分行,A-1,转账,DD20260201000001',
        "2026-02-28,11:00:00,88.00,,9,电费,工行,A-2,代扣,",
        "2026-02-28,12:00:00,,6.00,9,云鹰航空,工行,A-3,3 台设备合计,",
        "合计,,88.00,1234.50,,,,,,",
      ].join("\n"),
    );
    expect(lines).toEqual([
      {
        row: 5,
        paidAt: new Date("2026-02-28T02:22:33.000Z"),
        amountFen: 123_450,
        payerName: "晴川低空",
        bankName: "招商银行深圳分行",
        bankSerialNo: "A-1",
        remark: "转账 DD20260201000001",
      },
      {
        row: 7,
        paidAt: new Date("2026-02-28T04:00:00.000Z"),
        amountFen: 600,
        payerName: "云鹰航空",
        bankName: "工行",
        bankSerialNo: "A-3",
        remark: "3 台设备合计",
      },
    ]);
    expect(outgoing).toBe(1);
  });

  test("is read with one amount and a direction", async () => {
    const { lines, outgoing } = await readText(
      [
        "记账日期,交易金额,借贷标志,对方名称,业务流水号",
        "2026年2月3日,0.01,贷,甲公司,1",
        "20260203,5,借,乙公司,2",
        "2026/02/03 09:08:07,￥10,收入,丙公司,3",
      ].join("\n"),
    );
    expect(lines.map(({ amountFen, paidAt }) => [amountFen, paidAt.toISOString()])).toEqual([
      [1, "2026-02-02T16:00:00.000Z"],
      [1000, "2026-02-03T01:08:07.000Z"],
    ]);
    expect(outgoing).toBe(1);
  });

  test("is read from a sheet with numbers and dates", async () => {
    const bytes = await writeXlsx({
      sheets: [
        {
          name: "明细",
          rows: [
            ["交易日期", "流水号", "对方户名", "贷方发生额"],
            [new Date("2026-02-28T10:00:00.000Z"), "C9", "晴川低空", 1234.56],
            ["2026-02-28", 778899, "晴川低空", 19.99],
            ["2026-02-28", 1.2345678901234568e18, "晴川低空", 1],
          ],
        },
      ],
    });
    const { lines, unreadable } = await read(Buffer.from(bytes));
    expect(
      lines.map(({ paidAt, bankSerialNo, amountFen }) => [paidAt.toISOString(), bankSerialNo, amountFen]),
    ).toEqual([
      ["2026-02-28T02:00:00.000Z", "C9", 123_456],
      ["2026-02-27T16:00:00.000Z", "778899", 1_999],
    ]);
    expect(unreadable).toEqual([{ row: 4, reason: "流水号被存为数值，末位已丢失，请下载文本格式的对账单" }]);
  });

  test.each([
    ["an amount with three decimals", "20260228,C1,晴川低空,1.234", "金额无法识别"],
    ["an amount in words", "20260228,C1,晴川低空,壹万", "金额无法识别"],
    ["a reversed amount", "20260228,C1,晴川低空,-5.00", "金额无法识别"],
    ["a wrong group of digits", '20260228,C1,晴川低空,"1,23.00"', "金额无法识别"],
    ["a day that does not exist", "20260231,C1,晴川低空,5", "交易日期无法识别"],
    ["no day", "待定,C1,晴川低空,5", "交易日期无法识别"],
    ["a day in the future", "20260303,C1,晴川低空,5", "交易日期在将来"],
    ["no number", "20260228,,晴川低空,5", "没有流水号，请在订单列表中手工登记"],
    ["another number", "20260228,C/1,晴川低空,5", "流水号应为 40 位以内的字母、数字或短横线"],
    ["no payer", "20260228,C1,,5", "没有对方户名，请在订单列表中手工登记"],
  ])("names the row with %s", async (_name, line, reason) => {
    const { lines, unreadable } = await readText(`交易日期,流水号,对方户名,贷方发生额\n${line}\n`);
    expect(lines).toEqual([]);
    expect(unreadable).toEqual([{ row: 2, reason }]);
  });

  test.each([
    ["no table", Buffer.from("hello"), /没有找到这些列：交易日期、流水号、对方户名、到账金额/],
    ["no payer", Buffer.from("交易日期,流水号,贷方发生额\n"), /没有找到这些列：对方户名，/],
    ["nothing", Buffer.alloc(0), /文件是空的/],
    ["a broken sheet", Buffer.from("504b030400", "hex"), /不是可以读取的/],
    ["a picture", Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"), /不是可以读取的/],
    ["too many lines", Buffer.from(`${"a\n".repeat(2_200)}`), /最多 2000 行/],
  ])("is refused with %s", async (_name, bytes, message) => {
    await expect(read(bytes)).rejects.toThrow(message);
  });

  test("is refused when it was cut off", async () => {
    await expect(readTable({ bytes: gbk, truncated: true })).rejects.toThrow(/不能超过 5 MB/);
  });

  const odd = [
    "账户：7559,币种：人民币",
    "记账日,业务编号,付款单位,金额(元),说明",
    "2026-02-28,K1,晴川低空,6,DD1",
  ];

  test.each([
    ["headings that say nothing", odd, 2, [/^没有认出这些列：交易日期、流水号、对方户名、借贷标志$/]],
    ["no direction", ["交易日期,流水号,金额,对方户名", "20260228,K1,6,甲公司"], 1, [/借贷标志/]],
    [
      "two numbers",
      ["日期,核心流水号,交易流水号,对方户名,收入", "20260228,K1,K2,甲,6"],
      1,
      [/^「核心流水号」、「交易流水号」都可能是要用的列$/],
    ],
  ])("asks for its columns with %s", async (_name, lines, titleRow, problems) => {
    const { layout, lines: read } = await readText(lines.join("\n"));
    expect(read).toEqual([]);
    expect(layout).toMatchObject({
      titleRow,
      problems: problems.map((problem) => expect.stringMatching(problem)),
    });
    expect(layout.rows[0]).toEqual(lines[0]?.split(","));
  });
});
