import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { alarmCalls } from "../../../adapters/contract/alarm.ts";
import { companyCalls } from "../../../adapters/contract/company.ts";
import { contract } from "../../../adapters/contract/contract.ts";
import type { Endpoint } from "../../../adapters/contract/endpoint.ts";
import { exportJobCalls } from "../../../adapters/contract/exportJob.ts";
import { roleRightCalls } from "../../../adapters/contract/roleRight.ts";
import { loginCalls } from "../../../adapters/contract/session.ts";
import { staffCalls } from "../../../adapters/contract/staff.ts";
import { templateCalls } from "../../../adapters/contract/template.ts";
import { injectCall } from "../../helpers/injectCall.ts";
import {
  type ConsoleRole,
  createTestPlatform,
  md5,
  openSession,
  type TestPlatform,
  testPassword,
} from "../../helpers/testPlatform.ts";
import { callLines } from "../../spec/callTable.ts";
import { askCompany, search } from "../graphql/askGraphql.ts";
import { insertOneOfEach } from "../graphql/oneOfEach.ts";

let ctx: TestPlatform;
let ids: Awaited<ReturnType<typeof insertOneOfEach>>["ids"];
beforeAll(async () => {
  ctx = await createTestPlatform({ seedDemoData: true });
  ({ ids } = await insertOneOfEach(ctx));
});
afterAll(() => ctx.close());

let requests = 0;
const nextRequestId = () => `role-rights-${++requests}`;

async function readRoles() {
  const { body } = await ctx.callAs("admin", roleRightCalls.roleRightList, {});
  return roleRightCalls.roleRightList.data.parse(body.data);
}

async function change(role: ConsoleRole, given: string[], taken: string[]) {
  const { id, version = 1 } = (await readRoles()).roles.find((one) => one.role === role) ?? {};
  const changes = { role, given, taken, requestId: nextRequestId() };
  return (
    await ctx.callAs("admin", roleRightCalls.roleRightSave, {
      body: { ...(id ? { id, version } : {}), ...changes },
    })
  ).body;
}
const restore = (role: ConsoleRole) => change(role, [], []);
const page = { pageNo: 1, pageSize: 20 };
const orderId = () => ({ params: { id: ids.order } });
const ask = async (role: ConsoleRole, call: Endpoint, args: object = { body: page }) =>
  (await ctx.callAs(role, call, args as never)).body.state;

/** What somebody gets of orders, by the ways that lead to them. */
const readOrders = async (role: ConsoleRole) => {
  const headers = await ctx.loginAs(role);
  const company = (await askCompany(ctx, headers, ids.company)).body.data?.company;
  return {
    list: await ask(role, contract.orderPageList),
    one: await ask(role, contract.orderOne, orderId()),
    payments: await ask(role, contract.orderPayForOrder, orderId()),
    file: (await ctx.callAs(role, contract.orderExport, { body: {} })).headers["x-export-rows"] !== undefined,
    found: "order" in (await search(ctx, headers, "HT-2026-88")),
    ofCompany: company?.orders ? "some" : "none",
  };
};

const all = { list: 0, one: 0, payments: 0, file: true, found: true, ofCompany: "some" };
const nothing = { list: -3, one: -3, payments: -3, file: false, found: false, ofCompany: "none" };
const [orders, audit, orderFile] = ["/order/v3/pageList", "/order/v3/financial/audit", "/order/v3/export"];

describe("rights of roles, in sessions that are open", () => {
  beforeEach(async () => {
    for (const role of ["operator", "finance", "maintainer", "duty"] as const) await restore(role);
  });

  test.each([
    ["finance", [], [], all],
    ["finance", [], [orderFile], { ...all, file: false }],
    ["finance", [], [orders], { ...nothing, file: true }],
    ["finance", [], [orders, orderFile], nothing],
    ["maintainer", [], [], nothing],
    ["maintainer", [orders], [], { ...all, file: false, ofCompany: "none" }],
    ["maintainer", [orders, orderFile, "/company/pageList"], [], all],
  ] as const)("%s with %j without %j", async (role, given, taken, expected) => {
    expect((await change(role, [...given], [...taken])).state).toBe(0);
    expect(await readOrders(role)).toEqual(expected);
    await restore(role);
    expect(await readOrders(role)).toEqual(role === "finance" ? all : nothing);
  });

  test("whoever does not see orders sees no amounts, nor what awaits them on the desk", async () => {
    const readAmount = async () => {
      const { body } = await ctx.callAs("finance", companyCalls.companyOne, { params: { id: ids.company } });
      return (body.data as { orderAmountFen: number | null }).orderAmountFen;
    };
    const readCounts = async () => {
      const { body } = await ctx.callAs("finance", contract.desk, { body: {} });
      return Object.keys((body.data as { counts: object }).counts);
    };
    expect([await readAmount(), (await readCounts()).includes("myAudits")]).toEqual([500_000, true]);
    await change("finance", [], [orders]);
    expect([await readAmount(), (await readCounts()).includes("myAudits")]).toEqual([null, false]);
    await change("finance", [], [audit]);
    expect([await readAmount(), (await readCounts()).includes("myAudits")]).toEqual([500_000, false]);
  });

  test("all of them taken: nothing is left but what is everybody's", { tags: "full" }, async () => {
    const { areas } = await readRoles();
    const rights = areas.flatMap(({ groups }) => groups.flatMap((group) => group.rights));
    await change(
      "operator",
      [],
      rights.map(({ right }) => right),
    );
    await change(
      "duty",
      rights.map(({ right }) => right),
      [],
    );
    const consoleRoles = ["admin", "operator", "finance", "maintainer", "duty"] as const;
    const refused: string[] = [];
    for (const { call, reach } of callLines) {
      const isEverybodys = consoleRoles.every((role) => reach[role] === "可");
      const isNobodys = consoleRoles.every((role) => reach[role] !== "可");
      if (isNobodys) continue;
      const [method = "GET", path = ""] = call.split(" ");
      const reachOf = async (role: ConsoleRole) => {
        const headers = { ...(await ctx.loginAs(role)), "content-type": "application/json" };
        const request = { method: method as "GET", url: path.replaceAll(/\{\w+\}/g, "x"), headers };
        const withBody =
          method === "GET" || method === "DELETE" ? request : { ...request, payload: '{"no":1}' };
        const { body } = await ctx.app.inject(withBody);
        return JSON.parse(body).state === -3 ? "无权限" : "可";
      };
      if (isEverybodys) continue;
      expect(await reachOf("operator"), call).toBe("无权限");
      if ((await reachOf("duty")) === "无权限") refused.push(path.replace("/wms/api", ""));
    }
    expect(refused).toEqual([
      "/account/accesskey/create",
      "/x/accesskey/revoke",
      "/x/accesskey/list/{companyId}",
      "/x/staff/list",
      "/x/staff/export",
      "/x/role/list",
      "/x/role/save",
      "/x/role/remove/{id}",
      "/x/department/list",
      "/x/department/save",
      "/x/department/remove/{id}",
      "/x/one/staff/{id}",
      "/x/staff/save",
      "/x/staff/status",
      "/x/staff/reset",
      "/x/staff/unlock",
      "/x/staff/secondFactor/reset",
      "/x/session/list",
      "/x/session/export",
      "/x/one/session/{id}",
      "/x/session/end",
      "/x/audit/list",
      "/x/one/audit/{id}",
      "/x/audit/export",
      "/x/sms/decline/end",
    ]);
  });

  test("a file that was exported before is given to nobody without the right", async () => {
    await ctx.callAs("finance", contract.userExport, { body: {} });
    const { body } = await ctx.callAs("finance", exportJobCalls.exportList, { body: page });
    const [{ id = "" } = {}] = (body.data as { list: { id: string }[] }).list;
    await change("finance", [], ["/x/user/export"]);
    expect(await ask("finance", exportJobCalls.exportFile, { params: { id } })).toBe(-3);
  });

  test("the session tells what differs from the contract, and nothing where nothing does", async () => {
    const readUser = async () =>
      (await ctx.callAs("finance", templateCalls.templateUserInfo, {})).body.data as object;
    expect(await readUser()).not.toHaveProperty("changedRights");
    await change("finance", ["/x/alarm/list", orders], [orderFile, "/x/alarm/export"]);
    expect(await readUser()).toMatchObject({
      roles: ["finance"],
      changedRights: { given: ["/x/alarm/list"], taken: [orderFile] },
    });
    expect(await ask("finance", alarmCalls.alarmOpen, {})).toBe(0);
  });

  test("the audit trail names role and rights", async () => {
    await change("finance", ["/x/alarm/list"], [orderFile]);
    const { body } = await ctx.callAs("admin", contract.auditList, { body: { ...page, entity: "role" } });
    const [row] = (body.data as { list: object[] }).list;
    expect(row).toMatchObject({
      object: "角色 财务",
      digest: "增加的权限：查看告警；去掉的权限：导出订单",
    });
  });

  test("what is fixed stays", { tags: "full" }, async () => {
    expect(await change("admin", [], [orders])).toMatchObject({
      state: -1,
      message: "超级管理员的权限不能修改",
    });
    for (const right of [
      "/x/staff/save",
      "/x/role/save",
      "/x/audit/list",
      "/account/accesskey/create",
      "/x/me/:key",
    ])
      expect((await change("duty", [right], [])).state, right).toBe(-1);
  });
});

describe("an own role", () => {
  type Named = { readonly ownRoleName?: string };
  const save = async (body: object) =>
    (
      await ctx.callAs("admin", roleRightCalls.roleRightSave, {
        body: { role: "finance", given: [], taken: [], requestId: nextRequestId(), ...body },
      } as never)
    ).body;
  const dutyIs = async (ownRoleId: string) => {
    const { body } = await ctx.callAs("admin", staffCalls.staffOne, { params: { id: ctx.staff.duty.id } });
    const { version, name } = body.data as { version: number; name: string };
    const fields = { id: ctx.staff.duty.id, version, name, roles: ["duty"], ownRoleId };
    return (
      await ctx.callAs("admin", staffCalls.staffSave, {
        body: { ...fields, requestId: nextRequestId() },
      } as never)
    ).body;
  };

  test("has the rights of its base but for its own changes, and goes when nobody has it", async () => {
    await restore("finance");
    const { data } = await save({ name: "出纳", taken: [audit] });
    const { id } = data as { id: string };
    for (const body of [{ name: "出纳" }, { name: "财务" }, { id, version: 1, name: "财务" }])
      expect((await save(body)).message).toBe("已有同名的角色，请更换名称");
    expect((await dutyIs(id)).state).toBe(0);
    expect(await readOrders("duty")).toEqual(all);
    const audited = {
      body: { id: ids.order, version: 1, pass: true, remark: "", requestId: nextRequestId() },
    };
    expect(await ask("duty", contract.orderAudit, audited)).toBe(-3);
    expect(await ask("duty", alarmCalls.alarmOpen, {})).toBe(-3);
    // The base changes without it.
    await change("finance", [], [orders]);
    expect((await readOrders("duty")).list).toBe(0);
    // The open session has not asked again, a new one has.
    const later = await openSession(ctx.platform, ctx.staff.duty.id);
    const listed = await injectCall(ctx.app, contract.orderPageList, { body: page }, later);
    expect(listed.body.state).toBe(0);
    // Whatever a save says, it stays based on what it was.
    expect((await save({ id, version: 1, role: "duty", taken: [orders] })).state).toBe(0);
    expect(await ask("duty", contract.orderPageList)).toBe(-3);
    const remove = async () =>
      (
        await ctx.callAs("admin", roleRightCalls.roleRightRemove, {
          params: { id },
          query: { version: 2, requestId: nextRequestId() },
        })
      ).body;
    expect((await remove()).message).toBe("角色「出纳」还有 1 人，请先为他们选择其他角色");
    expect((await dutyIs("")).state).toBe(0);
    expect(await ask("duty", alarmCalls.alarmOpen, {})).toBe(0);
    expect((await remove()).state).toBe(0);
  });

  test("is told by its name, at once and at the next login", async () => {
    const readName = async () =>
      ((await ctx.callAs("duty", templateCalls.templateUserInfo, {})).body.data as Named).ownRoleName;
    expect(await readName()).toBeUndefined();
    const { data } = await save({ name: "夜班" });
    await dutyIs((data as { id: string }).id);
    expect(await readName()).toBe("夜班");
    const { phoneNumber } = ctx.staff.duty;
    const login = await injectCall(ctx.app, loginCalls.login, {
      body: { phoneNumber, password: md5(testPassword) },
    });
    const sessions = await ctx.callAs("admin", contract.sessionList, {
      body: { ...page, keyword: ctx.staff.duty.name },
    });
    expect(sessions.body.data).toMatchObject({ list: [{ roles: ["finance"], ownRoleName: "夜班" }] });
    expect((login.body.data as { user: Named }).user).toMatchObject({
      roles: ["finance"],
      ownRoleName: "夜班",
    });
    const { body } = await ctx.callAs("operator", staffCalls.sysAdminList, {});
    const named = { id: ctx.staff.duty.id, ownRoleName: "夜班" };
    expect(body.data).toContainEqual(expect.objectContaining(named));
  });
});

test("calls that come with a right are of the same roles, and each right is one call", () => {
  const calls = Object.values<Endpoint>(contract);
  const byPath = Map.groupBy(calls, ({ path }): string => path);
  for (const { path, access, comesWith = [path] } of calls)
    for (const right of comesWith)
      for (const call of byPath.get(right) ?? [undefined])
        expect([...(call?.access ?? [])].sort(), `${path} with ${right}`).toEqual([...access].sort());
});
