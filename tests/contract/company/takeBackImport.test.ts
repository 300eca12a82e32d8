import { and, eq, isNull } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { boxCalls } from "../../../adapters/contract/box.ts";
import { importCalls, sheetImport } from "../../../adapters/contract/sheetImport.ts";
import { auditLog } from "../../../server/db/schema/auditLog.ts";
import { boxes } from "../../../server/db/schema/box.ts";
import { companies } from "../../../server/db/schema/company.ts";
import { deviceOwners } from "../../../server/db/schema/deviceOwner.ts";
import { drones } from "../../../server/db/schema/drone.ts";
import { sheetImports } from "../../../server/db/schema/sheetImport.ts";
import { users } from "../../../server/db/schema/user.ts";
import { createServingServices } from "../../helpers/testPlatform.ts";
import { type Cells, setupSheetImports } from "./setupSheetImports.ts";

const { ctx, factory, readReport, check, run, undo, getPasswords } = await setupSheetImports();
afterAll(() => ctx.close());

const readImport = async (id: string) =>
  sheetImport.parse((await ctx.callAs("admin", importCalls.importOne, { params: { id } })).body.data);

describe("Taking back an import", () => {
  const countBoxes = async () =>
    (await ctx.db.select().from(companies)).find(({ name }) => name === "己公司")?.boxCount;

  test("removes what nothing hangs on, and says by name what stays and why", async () => {
    const company = await factory.createCompany({ name: "己公司" });
    const { id } = await run("box", "all", [
      ["云盒名称", "MAC 地址", "序列号", "型号", "所属企业"],
      ["甲盒", "02:1A:2B:3C:4D:11", "SN-0011", "M1", "己公司"],
      ["乙盒", "02:1A:2B:3C:4D:12", "SN-0012", "M1", "己公司"],
      ["丙盒", "02:1A:2B:3C:4D:13", "SN-0013", "M1", "己公司"],
    ]);
    const [, used, edited] = (await ctx.db.select().from(boxes)).filter(
      ({ companyId }) => companyId === company.id,
    );
    await run("drone", "all", [
      ["序列号", "型号", "类别", "所属企业"],
      ["DRONE-0021", "M30", "小型", "己公司"],
    ]);
    await ctx.db.update(drones).set({ boxId: used?.id }).where(eq(drones.sn, "DRONE-0021"));
    await ctx.callAs("admin", boxCalls.boxUpdate, {
      body: { id: edited?.id ?? "", version: 1, remark: "改过", requestId: "edit-box-0001" },
    });
    expect(await undo(id)).toEqual({ status: "done", undone: 1, failReason: "" });
    expect(
      (await readReport("admin", id)).rows.map(({ title, outcome, kept }) => [title, outcome, kept]),
    ).toEqual([
      ["甲盒", "undone", ""],
      ["乙盒", "created", "名下有 1 架接入的无人机"],
      ["丙盒", "created", "导入后已被修改"],
    ]);
    expect(await countBoxes()).toBe(2);
    const isOwned = and(eq(deviceOwners.companyId, company.id), isNull(deviceOwners.unboundAt));
    expect(await ctx.db.$count(deviceOwners, isOwned)).toBe(3);
    const trail = (await ctx.db.select().from(auditLog).orderBy(auditLog.id)).filter(
      ({ summary }) => summary === "撤销表格导入",
    );
    expect(trail.map(({ entity, subject }) => [entity, subject])).toEqual([
      ["sheetImport", "名单.xlsx"],
      ["box", "甲盒 己公司"],
    ]);
    const failReason = "没有撤销任何记录：它们都已被使用或修改";
    expect(await undo(id)).toEqual({ status: "done", undone: 1, failReason });
    // Free for the corrected file.
    expect(
      await check("box", [
        ["云盒名称", "MAC 地址", "序列号", "型号"],
        ["甲盒", "02:1A:2B:3C:4D:11", "SN-0011", "M1"],
      ]),
    ).toMatchObject({ created: 1 });
    const yesterday = new Date(ctx.clock.now().getTime() - 24 * 3_600_000);
    await ctx.db.update(sheetImports).set({ endedAt: yesterday }).where(eq(sheetImports.id, id));
    expect(await undo(id)).toBe("该导入没有可以撤销的记录，或已超过一天，请逐条处理");
  });

  test("of users takes them off their company's count", { tags: "full" }, async () => {
    const company = await factory.createCompany({ name: "丑公司" });
    const { id } = await run("user", "all", [
      ["姓名", "手机号", "所属企业", "角色"],
      ["赵一", "13700000041", "丑公司", "飞手"],
      ["钱二", "13700000042", "丑公司", "飞手"],
    ]);
    const count = async () =>
      (await ctx.db.select().from(companies).where(eq(companies.id, company.id)))[0]?.userCount;
    const before = (await count()) ?? 0;
    expect(await undo(id)).toEqual({ status: "done", undone: 2, failReason: "" });
    expect(await count()).toBe(before - 2);
  });

  test("of companies takes their first users with them, and keeps one that has others or was used", {
    tags: "full",
  }, async () => {
    const header =
      "企业名称 简称 统一社会信用代码 企业类型 级别 联系人 联系电话 详细地址 客户经理 登录账号姓名 登录手机号";
    const create = (name: string, phone: string): Cells =>
      `${name},新企,${factory.nextCreditCode()},企业,B 级,联系人甲,13800001111,文三路1号,${ctx.staff.operator.name},周七,${phone}`.split(
        ",",
      );
    const before = await ctx.db.$count(users, isNull(users.deletedAt));
    const { id } = await run("company", "all", [
      header.split(" "),
      create("庚公司", "13700000031"),
      create("辛公司", "13700000032"),
      create("壬公司", "13700000033"),
    ]);
    await ctx.db
      .update(users)
      .set({ lastLoginAt: ctx.clock.now() })
      .where(eq(users.phoneNumber, "13700000033"));
    const [kept] = (await ctx.db.select().from(companies)).filter(({ name }) => name === "辛公司");
    await factory.createUser(kept?.id ?? "", { companyName: "辛公司" });
    expect(await undo(id)).toEqual({ status: "done", undone: 1, failReason: "" });
    expect((await readReport("admin", id)).rows.slice(1)).toMatchObject([
      { title: "辛公司", kept: "名下有 1 个其他用户" },
      { title: "壬公司", kept: "账号已经登录过" },
    ]);
    expect(await ctx.db.$count(users, isNull(users.deletedAt))).toBe(before + 3);
    // Nobody is told the password of an account that is gone.
    expect((await getPasswords(id)).data).toMatchObject({ secret: [{ row: 3 }, { row: 4 }] });
    const { id: other } = await run("company", "all", [header.split(" "), create("癸公司", "13700000034")]);
    expect((await readImport(other)).hasPasswords).toBe(true);
    await undo(other);
    expect((await readImport(other)).hasPasswords).toBe(false);
  });
});

test("An import of all or none that a stopped server left is taken back at the next start", {
  tags: "full",
}, async () => {
  const { id } = await run("box", "all", [
    ["云盒名称", "MAC 地址", "序列号", "型号"],
    ["丁盒", "02:1A:2B:3C:4D:21", "SN-0021", "M1"],
  ]);
  await ctx.db.update(sheetImports).set({ status: "running", endedAt: null }).where(eq(sheetImports.id, id));
  await createServingServices(ctx).sheetImports.recover();
  const [left] = await ctx.db.select().from(sheetImports).where(eq(sheetImports.id, id));
  expect(left).toMatchObject({ status: "interrupted", undone: 1, failReason: "服务重启，请重新导入" });
  expect(await ctx.db.$count(boxes, and(eq(boxes.sn, "SN-0021"), isNull(boxes.deletedAt)))).toBe(0);
});

test("An import of what is valid that a stopped server left keeps it, and says to import only the others", {
  tags: "full",
}, async () => {
  const { id } = await run("box", "valid", [
    ["云盒名称", "MAC 地址", "序列号", "型号"],
    ["戊盒", "02:1A:2B:3C:4D:22", "SN-0022", "M1"],
  ]);
  await ctx.db.update(sheetImports).set({ status: "running", endedAt: null }).where(eq(sheetImports.id, id));
  await createServingServices(ctx).sheetImports.recover();
  const [left] = await ctx.db.select().from(sheetImports).where(eq(sheetImports.id, id));
  expect(left).toMatchObject({
    status: "interrupted",
    created: 1,
    failReason: "服务重启，已导入 1 行，请只重新导入其余的行",
  });
});

test("an import that ends while the list is read is in it once", { tags: "full" }, async () => {
  const { id } = await run("drone", "all", [
    ["序列号", "型号", "类别", "所属企业"],
    ["DRONE-0099", "M30", "小型", "没有的公司"],
  ]);
  const setEnd = (endedAt: Date | null) =>
    ctx.db.update(sheetImports).set({ endedAt }).where(eq(sheetImports.id, id));
  let isRead = false;
  const readLists = async () => {
    const counts = new Set<number>();
    for (let reads = 0; reads < 20; reads += 1) {
      const { body } = await ctx.callAs("admin", importCalls.importList, { params: { kind: "drone" } });
      const { list } = importCalls.importList.data.parse(body.data);
      counts.add(list.filter((job) => job.id === id).length);
    }
    isRead = true;
    return counts;
  };
  const counted = readLists();
  while (!isRead) {
    await setEnd(null);
    await setEnd(new Date());
  }
  expect(await counted).toEqual(new Set([1]));
});
