import fc from "fast-check";
import { readXlsx } from "hucre/xlsx";
import { afterAll, describe, expect, test } from "vitest";
import { contract } from "../../../adapters/contract/contract.ts";
import type { ExportKind } from "../../../adapters/contract/exportKinds.ts";
import { auditLog } from "../../../server/db/schema/auditLog.ts";
import { escapeFormula, textColumn } from "../../../server/list/exportColumn.ts";
import { writeXlsx } from "../../../server/xlsx/writeXlsx.ts";
import { toUrl } from "../../helpers/injectCall.ts";
import { createTestPlatform } from "../../helpers/testPlatform.ts";
import { createDataFactory } from "../fixtures/createDataFactory.ts";

const ctx = await createTestPlatform({ seedDemoData: true });
const factory = await createDataFactory(ctx);
for (const name of ["冻结甲", "冻结乙", "冻结丙"])
  await factory.createCompany({ name, status: "frozen", accountPhone: "13812345678" });
afterAll(() => ctx.close());

type Role = "admin" | "operator" | "finance" | "maintainer";

async function requestExport(kind: ExportKind, body: object, role: Role) {
  const response = await ctx.app.inject({
    method: "POST",
    url: toUrl(contract[kind], {}),
    headers: await ctx.loginAs(role),
    payload: body,
  });
  if (!/sheet/.test(String(response.headers["content-type"]))) return { refusal: response.json(), rows: [] };
  const { sheets } = await readXlsx(response.rawPayload);
  return { refusal: null, rows: sheets[0]?.rows ?? [] };
}

describe("The columns of an export", () => {
  test("are the chosen ones in their order, and the audit row names them", async () => {
    const columns = ["accountPhone", "status", "name"];
    const { rows } = await requestExport("companyExport", { columns, status: "frozen" }, "operator");
    expect(rows[0]).toEqual(["登录手机号", "状态", "企业名称"]);
    expect(rows).toHaveLength(4);
    for (const row of rows.slice(1)) {
      expect(row[0]).toMatch(/^1\d\d\*{4}\d{4}$/);
      expect(row[1]).toBe("已冻结");
    }
    const audited = (await ctx.db.select().from(auditLog).orderBy(auditLog.id)).at(-1);
    expect(audited?.after).toEqual({
      filters: { status: "frozen" },
      rows: 3,
      columns: ["登录手机号", "状态", "企业名称"],
    });
  });

  test("are refused if the sheet has none of that name, or if there is none at all", async () => {
    const unknown = await requestExport("companyExport", { columns: ["name", "passwordHash"] }, "operator");
    expect(unknown.refusal).toMatchObject({
      state: -1,
      message: "没有可导出的列 passwordHash，请刷新页面后重新选择",
    });
    const none = await requestExport("companyExport", { columns: [] }, "operator");
    expect(none.refusal.data.issues).toMatchObject([{ path: "columns" }]);
  });
});

/** Of the demo data, by hand: the first words of each sheet, and a role that may read the list. */
const sheets: readonly [ExportKind, Role, readonly string[]][] = [
  ["userExport", "finance", ["姓名", "状态", "手机号"]],
  ["staffExport", "admin", ["姓名", "状态", "手机号"]],
  ["channelExport", "finance", ["渠道名称", "状态", "渠道码"]],
  ["goodsExport", "finance", ["商品名称", "封面", "状态"]],
  ["serviceExport", "finance", ["服务名称", "状态", "服务编码"]],
  ["smsExport", "operator", ["内容", "状态", "手机号"]],
  ["smsDeclineExport", "operator", ["手机号", "退订时间", "退订方式"]],
  ["boxExport", "maintainer", ["云盒名称", "状态", "MAC 地址"]],
  ["hangarExport", "maintainer", ["机场名称", "状态", "序列号"]],
  ["droneExport", "maintainer", ["名称", "所属企业", "序列号"]],
  ["ruleExport", "admin", ["告警类型", "优先级", "状态"]],
  ["screenExport", "maintainer", ["名称", "状态", "布局"]],
  ["sessionExport", "admin", ["姓名", "会话", "手机号"]],
];

test.each(sheets)("%s has the rows of its list, with masked phones", async (kind, role, header) => {
  const { rows } = await requestExport(kind, {}, role);
  expect(rows[0]?.slice(0, 3)).toEqual(header);
  const cells = rows.slice(1).flat();
  // The demo data of tests has neither devices nor screens nor declined phones.
  const emptyKinds = ["smsDeclineExport", "screenExport", "boxExport", "hangarExport", "droneExport"];
  expect(cells.length > 0).toBe(!emptyKinds.includes(kind));
  expect(cells.filter((cell) => typeof cell === "string" && /^1[3-9]\d{9}$/.test(cell))).toEqual([]);
});

describe("A cell", () => {
  test("never starts a formula, whatever the text", () => {
    fc.assert(
      fc.property(fc.constantFrom("=", "+", "-", "@", "\t", "\r"), fc.string(), (first, rest) => {
        const escaped = escapeFormula(`${first}${rest}`);
        expect(escaped).toMatch(/^'/);
        expect(escaped.slice(1, 2)).toBe(first);
      }),
    );
  });

  test("keeps its text through the file and back", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.stringMatching(/^[=+\-@\w 中文]{1,20}$/), { minLength: 1, maxLength: 5 }),
        async (texts) => {
          const columns = [textColumn<string>("text", "文字", 10, (text) => text)];
          async function* readRows() {
            for (const text of texts) yield columns.map((column) => column.cell(text));
          }
          const parts: Uint8Array[] = [];
          for await (const part of writeXlsx({ title: "试", columns }, readRows())) parts.push(part);
          const [sheet] = (await readXlsx(Buffer.concat(parts))).sheets;
          expect(sheet?.rows.slice(1).map(([cell]) => cell)).toEqual(
            texts.map((text) => (/^[=+\-@]/.test(text) ? `'${text}` : text)),
          );
        },
      ),
      { numRuns: 50 },
    );
  });
});
