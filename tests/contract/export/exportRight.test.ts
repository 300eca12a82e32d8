import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { contract } from "../../../adapters/contract/contract.ts";
import { type Endpoint, isExport } from "../../../adapters/contract/endpoint.ts";
import { exportJobCalls } from "../../../adapters/contract/exportJob.ts";
import { roleRightCalls } from "../../../adapters/contract/roleRight.ts";
import { templateCalls } from "../../../adapters/contract/template.ts";
import { userCalls } from "../../../adapters/contract/user.ts";
import { staff } from "../../../server/db/schema/staff.ts";
import { injectUntyped } from "../../helpers/injectCall.ts";
import { type ConsoleRole, createTestPlatform, type TestPlatform } from "../../helpers/testPlatform.ts";

let ctx: TestPlatform;
beforeAll(async () => {
  ctx = await createTestPlatform({ seedDemoData: true });
});
afterAll(() => ctx.close());

let requests = 0;
const setRight = async (role: ConsoleRole, mayExport: boolean) =>
  (
    await ctx.callAs("admin", roleRightCalls.roleRightSave, {
      body: { role, mayExport, requestId: `export-right-${++requests}` },
    })
  ).body;
const exportUsers = (role: ConsoleRole) => ctx.callAs(role, userCalls.userExport, { body: {} });
const list = (role: ConsoleRole) =>
  ctx.callAs(role, userCalls.userPageList, { body: { pageNo: 1, pageSize: 20 } });

test("A role without the right lists, and exports and downloads nothing, at once in open sessions", async () => {
  expect(Number((await exportUsers("finance")).headers["x-export-rows"])).toBe(12);
  const { body } = await ctx.callAs("finance", exportJobCalls.exportList, {
    body: { pageNo: 1, pageSize: 1 },
  });
  const [{ id = "" } = {}] = (body.data as { list: { id: string }[] }).list;
  expect((await setRight("finance", false)).state).toBe(0);
  expect((await exportUsers("finance")).body.state).toBe(-3);
  expect((await ctx.callAs("finance", exportJobCalls.exportFile, { params: { id } })).body.state).toBe(-3);
  const again = { id, requestId: "export-again-0001" };
  expect((await ctx.callAs("finance", exportJobCalls.exportRetry, { body: again })).body.state).toBe(-3);
  expect((await list("finance")).body.state).toBe(0);
  const { body: info } = await ctx.callAs("finance", templateCalls.templateUserInfo, {});
  expect(info.data).toMatchObject({ roles: ["finance"], exportRoles: [] });
  expect(Number((await exportUsers("operator")).headers["x-export-rows"])).toBe(12);
  await setRight("finance", true);
  expect(Number((await exportUsers("finance")).headers["x-export-rows"])).toBe(12);
});

test("Every file with data needs the right", { tags: "full" }, async () => {
  await setRight("operator", false);
  const exports = Object.values<Endpoint>(contract).filter(
    (call) => isExport(call) && typeof call.access !== "string" && call.access.includes("operator"),
  );
  expect(exports.length).toBeGreaterThan(15);
  for (const call of exports) {
    const args = { params: { id: "1" }, body: {} };
    const { body } = await injectUntyped(ctx.app, call, args, await ctx.loginAs("operator"));
    expect(body.state, call.path).toBe(-3);
  }
  await setRight("operator", true);
});

test("One of several roles suffices, if it may list", { tags: "full" }, async () => {
  await ctx.db
    .update(staff)
    .set({ roles: ["finance", "maintainer"] })
    .where(eq(staff.id, ctx.staff.duty.id));
  await setRight("finance", false);
  expect((await exportUsers("duty")).body.state).toBe(-3);
  await setRight("maintainer", false);
  await setRight("finance", true);
  expect(Number((await exportUsers("duty")).headers["x-export-rows"])).toBe(12);
});

test("The admin's rights are fixed", { tags: "full" }, async () => {
  expect(await setRight("admin", false)).toMatchObject({ state: -1, message: "超级管理员的权限不能修改" });
});
