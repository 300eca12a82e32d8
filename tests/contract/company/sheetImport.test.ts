import { readXlsx } from "hucre/xlsx";
import { afterAll, describe, expect, test } from "vitest";
import { notificationCalls } from "../../../adapters/contract/notification.ts";
import { importCalls } from "../../../adapters/contract/sheetImport.ts";
import { auditLog } from "../../../server/db/schema/auditLog.ts";
import { boxes } from "../../../server/db/schema/box.ts";
import { companies } from "../../../server/db/schema/company.ts";
import { drones } from "../../../server/db/schema/drone.ts";
import { hangars } from "../../../server/db/schema/hangar.ts";
import { requests } from "../../../server/db/schema/requests.ts";
import { sheetImportRows } from "../../../server/db/schema/sheetImport.ts";
import { users } from "../../../server/db/schema/user.ts";
import { toUrl } from "../../helpers/injectCall.ts";
import { finishSheetImport } from "./finishSheetImport.ts";
import { type Cells, setupSheetImports, toFile } from "./setupSheetImports.ts";

const { ctx, factory, checkFile, check, run, getPasswords } = await setupSheetImports();
afterAll(() => ctx.close());

const userHeader = ["姓名*", "手机号*", "所属企业*", "角色*", "执照编号"];
const users4: readonly Cells[] = [
  userHeader,
  ["赵一", "13700000001", "甲公司", "飞手", "UAV-1"],
  ["", "1370000000", "乙公司", "司机", null],
  ["孙三", 13700000001, "91330106MA5D000106", "负责人", null],
  [null, null, null, null, null],
  ["李四", "13700000004", "甲公司", "观察员", null],
];

describe("The trial run of an import", () => {
  test("names each fault by row and column, and what a value repeats; it changes nothing", async () => {
    const other = await factory.createCompany({ name: "戊公司" });
    await factory.createUser(other.id, { name: "吴六", phoneNumber: "13700000004", companyName: "戊公司" });
    expect(await check("user", users4)).toMatchObject({
      created: 1,
      faults: [
        {
          row: 3,
          title: "",
          faults: [
            { column: "姓名", message: "必填" },
            { column: "所属企业", message: "没有「乙公司」，请填写企业全称或统一社会信用代码" },
            { column: "角色", message: "没有「司机」，可填：负责人、管理员、飞手、观察员" },
            { column: "手机号", message: "请输入 11 位手机号" },
          ],
        },
        { row: 4, title: "孙三", faults: [{ column: "手机号", message: "与第 2 行重复" }] },
        { row: 6, title: "李四", faults: [{ column: "手机号", message: "与其他用户重复" }] },
      ],
    });
    expect(await ctx.db.$count(users)).toBe(1);
  });

  test("of a company takes the region from its credit code, and applies the rules of the single call", {
    tags: "full",
  }, async () => {
    const manager = ctx.staff.operator;
    const header =
      "企业名称 简称 统一社会信用代码 企业类型 级别 联系人 联系电话 详细地址 客户经理 登录账号姓名 登录手机号";
    const create = (name: string, code: string, phone: string): Cells => [
      name,
      "新企",
      code,
      "企业",
      "B 级",
      "联系人甲",
      "13800001111",
      "文三路1号",
      manager.name,
      "周七",
      phone,
    ];
    const rows = [
      header.split(" "),
      create("新公司", factory.nextCreditCode(), "13700000011"),
      create("=坏公司", "91330106MA5D000107", "13700000012"),
      create("甲公司", factory.nextCreditCode(), "13700000013"),
    ];
    expect(await check("company", rows)).toMatchObject({
      created: 1,
      faults: [
        {
          row: 3,
          title: "=坏公司",
          faults: [{ column: "统一社会信用代码", message: "统一社会信用代码不正确，请核对 18 位代码" }],
        },
        { row: 4, title: "甲公司", faults: [{ column: "企业名称", message: "与企业「甲公司」重复" }] },
      ],
    });
    const { id, created: createdCount } = await run("company", "valid", rows);
    expect(createdCount).toBe(1);
    const [created] = (await ctx.db.select().from(companies)).filter(({ name }) => name === "新公司");
    expect(created).toMatchObject({ regionId: "440300", managerName: manager.name, userCount: 1 });
    expect((await getPasswords(id)).data).toEqual({
      secret: [
        { row: 2, account: "新公司 137****0011", password: expect.stringMatching(/^\w{4}-\w{4}-\w{4}$/) },
      ],
    });
  });

  test("is refused for a file that is no template, has an unknown column or too many rows", {
    tags: "full",
  }, async () => {
    const checkText = async (text: string) => (await checkFile("user", new Blob([text]))).message;
    expect(await checkText("\0\0")).toBe("无法读取该文件，请下载模板，填写后保存为 .xlsx 或 .csv");
    expect(await checkText("")).toBe("文件是空的，请选择其他文件");
    expect(await checkText("name,phone")).toBe("不认识的列：name、phone，请使用最新的模板");
    expect((await check("user", [[...userHeader, "工号"], ["赵一"]])).message).toBe(
      "不认识的列：工号，请使用最新的模板",
    );
    expect(
      (
        await check("user", [
          ["姓名*", "角色*"],
          ["赵一", "飞手"],
        ])
      ).message,
    ).toBe("缺少列：手机号、所属企业，请使用最新的模板");
    expect(await checkText(`姓名,手机号,所属企业,角色\n${"用户,1,2,3\n".repeat(10_001)}`)).toBe(
      "一次最多导入 10000 行，文件中有 10001 行，请拆分后再导入",
    );
  });

  test("names a cell that no longer holds what was typed", { tags: "full" }, async () => {
    const rows = [userHeader, ["赵一", "13700000021", "甲公司", "飞手", Number("1234567890123456789")]];
    const message = "被存为数值，末位已丢失，请把单元格设为文本后重新填写";
    expect(await check("user", rows)).toMatchObject({
      created: 0,
      faults: [{ row: 2, faults: [{ column: "执照编号", message }] }],
    });
  });

  test("is refused with a short sentence, whatever its header is", { tags: "full" }, async () => {
    const { message } = await check("user", [Array.from({ length: 9_000 }, (_, index) => `列名${index}`)]);
    expect(message).toMatch(/^不认识的列：列名0、列名1、列名2、列名3、列名4 等，请使用最新的模板$/);
    expect(message.length).toBeLessThan(500);
    const long = await check("user", [["长".repeat(30_000)]]);
    expect(long.message).toMatch(/^不认识的列：长{40}…，请使用最新的模板$/);
  });

  test("reads a CSV as a spreadsheet program writes it: in UTF-8 with or without its mark, or in GB18030", async () => {
    // 序列号,型号,类别,所属企业 and DRONE-1,M30,大型,甲公司 in GB18030.
    const gb18030 = Buffer.from(
      "d0f2c1d0bac52cd0cdbac52cc0e0b1f02ccbf9caf4c6f3d2b50d0a44524f4e452d312c4d33302cb4f3d0cd2cbcd7b9abcbbe0d0a",
      "hex",
    );
    const text = "序列号,型号,类别,所属企业\r\nDRONE-1,M30,大型,甲公司\r\n";
    for (const content of [gb18030, text, `\ufeff${text}`]) {
      expect(await checkFile("drone", new Blob([content]), "maintainer")).toMatchObject({
        created: 1,
        faults: [],
      });
    }
  });

  test("is for who may create the records", async () => {
    expect(await check("user", users4, "maintainer")).toMatchObject({ state: -3 });
    expect(await check("box", [["云盒名称"], ["一"]], "operator")).toMatchObject({ state: -3 });
  });
});

describe("An import", () => {
  const boxHeader = ["云盒名称", "MAC 地址", "序列号", "型号", "所属企业"];

  test("of all or none writes nothing while one row is wrong", async () => {
    const rows = [
      boxHeader,
      ["一号", "02-1a-2b-3c-4d-01", "SN-0001", "M1", "甲公司"],
      ["二号", "02:1A:2B:3C:4D:01", "SN-0002", "M1", ""],
    ];
    expect(await run("box", "all", rows)).toMatchObject({
      status: "failed",
      created: 0,
      failReason: "有 1 行需要修改，没有导入任何内容：第 3 行MAC 地址：与第 2 行重复",
    });
    expect(await ctx.db.$count(boxes)).toBe(0);
    const { body } = await ctx.callAs("admin", notificationCalls.notificationList, { body: {} });
    expect(body).toHaveProperty(
      "data.list[0]",
      expect.objectContaining({
        kind: "importFailed",
        text: expect.stringMatching(/：有 1 行需要修改，没有导入任何内容：第 3 行/),
        importKind: "box",
      }),
    );
  });

  test("of the faultless rows creates these, each with its own record in the audit trail", {
    tags: "full",
  }, async () => {
    const before = await ctx.db.$count(auditLog);
    const rows = [
      boxHeader,
      ["一号", "02-1a-2b-3c-4d-01", "SN-0001", "M1", "甲公司"],
      ["二号", "坏的地址", "SN-0002", "M1", ""],
    ];
    // One file: a workbook names the second in which it was written.
    const file = await toFile(rows);
    const query = { mode: "valid" as const, fileName: "名单.xlsx", requestId: "sheet-box-0001" };
    const send = async () =>
      (await ctx.callAs("admin", importCalls.importRun, { params: { kind: "box" }, query, file })).body;
    const first = await send();
    const ended = await finishSheetImport(ctx, "admin", first);
    expect(ended).toMatchObject({ status: "done", total: 2, created: 1, faulty: 1, hasPasswords: false });
    // The same request again gives the first answer.
    expect(await send()).toEqual(first);
    const [box, ...others] = await ctx.db.select().from(boxes);
    expect(box).toMatchObject({ name: "一号", mac: "02:1A:2B:3C:4D:01", companyName: "甲公司" });
    expect(others).toEqual([]);
    const [company] = (await ctx.db.select().from(companies)).filter(({ name }) => name === "甲公司");
    expect(company?.boxCount).toBe(1);
    const written = (await ctx.db.select().from(auditLog).orderBy(auditLog.id)).slice(before);
    expect(
      written.filter(({ entity }) => entity !== "session").map(({ entity, entityId }) => [entity, entityId]),
    ).toEqual([
      ["sheetImport", ended.id],
      ["box", box?.id],
    ]);
    expect(written.find(({ entity }) => entity === "sheetImport")?.after).toMatchObject({
      importKind: "box",
      mode: "valid",
      count: 2,
    });
  });

  test("of drones connects them to their company, and refuses one that is registered", {
    tags: "full",
  }, async () => {
    const rows = [
      ["序列号", "型号", "类别", "所属企业"],
      ["DRONE-0001", "M30", "小型", "甲公司"],
    ];
    expect(await run("drone", "all", rows)).toMatchObject({ status: "done", created: 1 });
    const { body } = await ctx.callAs("admin", notificationCalls.notificationList, { body: {} });
    expect(body).toHaveProperty(
      "data.list[0]",
      expect.objectContaining({
        kind: "importReady",
        text: expect.stringMatching(/：已导入 1 行无人机$/),
        importKind: "drone",
      }),
    );
    expect(await ctx.db.select().from(drones)).toMatchObject([{ sn: "DRONE-0001", companyName: "甲公司" }]);
    expect((await check("drone", rows)).faults).toEqual([
      { row: 2, title: "DRONE-0001", faults: [{ column: "序列号", message: "与甲公司的无人机重复" }] },
    ]);
  });

  test("of hangars puts their drones into them, of their own company only", { tags: "full" }, async () => {
    await factory.createCompany({ name: "丁公司" });
    const [own, other] = ["DRONE-0011", "DRONE-0012"];
    await run("drone", "all", [
      ["序列号", "型号", "类别", "所属企业"],
      [own, "M30", "小型", "甲公司"],
      [other, "M30", "小型", "丁公司"],
    ]);
    const rows = [
      "机场名称 序列号 型号 所属企业 经度 纬度 海拔（m） 驻场无人机".split(" "),
      ["一号机场", "DOCK-0001", "Dock 2", "甲公司", 120.15, 30.27, 12, own],
      ["二号机场", "DOCK-0002", "Dock 2", "甲公司", 120.15, "", 12, ""],
      ["三号机场", "DOCK-0003", "Dock 2", "甲公司", 120.15, 30.27, "高", own],
      ["四号机场", "DOCK-0004", "Dock 2", "甲公司", 120.15, 30.27, 12, other],
    ];
    expect((await check("hangar", rows, "maintainer")).faults.map(({ faults }) => faults)).toEqual([
      [{ column: "纬度", message: "必填" }],
      [
        { column: "海拔（m）", message: "应为数字" },
        { column: "驻场无人机", message: "与第 2 行重复" },
      ],
      [{ column: "", message: "无人机 DRONE-0012 属于「丁公司」，只能选择同一企业的无人机" }],
    ]);
    expect(await run("hangar", "valid", rows)).toMatchObject({ created: 1, faulty: 3 });
    expect(await ctx.db.select().from(hangars)).toMatchObject([
      { name: "一号机场", companyName: "甲公司", droneSn: own, status: "offline" },
    ]);
  });

  test("tells the passwords of new users once, and keeps them nowhere", { tags: "full" }, async () => {
    const { id } = await run("user", "valid", users4);
    const { data } = await getPasswords(id);
    const { secret } = data as { secret: { account: string; password: string }[] };
    expect((await getPasswords(id)).message).toMatch(/^初始密码已经领取或已失效/);
    expect(secret.map(({ account }) => account)).toEqual(["赵一 137****0001"]);
    const [{ password = "" } = {}] = secret;
    const stored = JSON.stringify([
      await ctx.db.select().from(auditLog),
      await ctx.db.select().from(requests),
      await ctx.db.select().from(users),
      await ctx.db.select().from(sheetImportRows),
    ]);
    expect(password).toHaveLength(14);
    expect(stored).not.toContain(password);
    const [created] = (await ctx.db.select().from(users)).filter(({ name }) => name === "赵一");
    expect(created).toMatchObject({
      role: "pilot",
      licenceNo: "UAV-1",
      companyName: "甲公司",
      mustChange: true,
    });
  });
});

test("The template has a column for each field, with drop-downs of what can be chosen", async () => {
  const response = await ctx.app.inject({
    method: "GET",
    url: toUrl(importCalls.importTemplate, { params: { kind: "user" } }),
    headers: await ctx.loginAs("admin"),
  });
  expect(decodeURIComponent(String(response.headers["content-disposition"]))).toContain("用户导入模板_");
  const [sheet, options] = (await readXlsx(response.rawPayload)).sheets;
  expect(sheet?.rows[0]).toEqual(["姓名*", "手机号*", "所属企业*", "角色*", "执照编号"]);
  expect(options?.rows.map(([label]) => label)).toEqual(["角色", "负责人", "管理员", "飞手", "观察员"]);
  expect(sheet?.dataValidations?.find(({ type }) => type === "list")).toMatchObject({
    range: "D2:D10001",
    formula1: "选项!$A$2:$A$5",
  });
});
