/** @module-tag full */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { importCalls } from "../../../adapters/contract/sheetImport.ts";
import { sheetImports } from "../../../server/db/schema/sheetImport.ts";
import { setupSheetImports } from "./setupSheetImports.ts";

const { ctx, check, run, getPasswords } = await setupSheetImports();
afterAll(() => ctx.close());

const users = [
  ["姓名", "手机号", "所属企业", "角色"],
  ["赵一", "13700000041", "甲公司", "飞手"],
];
let id = "";
beforeAll(async () => {
  ({ id } = await run("user", "all", users));
});
const giveTo = (role: "admin" | "operator" | "maintainer") =>
  ctx.db.update(sheetImports).set({ staffId: ctx.staff[role].id }).where(eq(sheetImports.id, id));

test("An operator does not see the import of another person", async () => {
  const { body } = await ctx.callAs("operator", importCalls.importOne, { params: { id } });
  expect(body).toMatchObject({ state: -1, message: "导入不存在或已删除" });
});

test("An admin sees the import of another person, but is not told its passwords", async () => {
  await giveTo("operator");
  const { body } = await ctx.callAs("admin", importCalls.importOne, { params: { id } });
  expect(body.data).toMatchObject({ id, created: 1 });
  expect((await getPasswords(id)).message).toMatch(/^初始密码已经领取或已失效/);
});

test("Who may not import a kind any more cannot take back an import of it", async () => {
  await giveTo("maintainer");
  const body = { id, requestId: "undo-by-role-0001" };
  expect((await ctx.callAs("maintainer", importCalls.importUndo, { body })).body.message).toBe(
    "当前角色不能导入用户，请联系管理员开通",
  );
});

test("A person has three imports under way at most", async () => {
  await giveTo("admin");
  const [{ id: _, ...over } = {}] = await ctx.db.select().from(sheetImports).where(eq(sheetImports.id, id));
  const pending = { ...over, status: "waiting" as const, endedAt: null } as typeof sheetImports.$inferInsert;
  await ctx.db.insert(sheetImports).values([1, 2, 3].map(() => ({ ...pending, id: ctx.platform.newId() })));
  expect((await check("user", users)).message).toBe("您有 3 个文件正在导入，请等其中一个结束后再导入");
});
