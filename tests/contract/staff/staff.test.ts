import { and, arrayContains, eq, inArray } from "drizzle-orm";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { passwordCalls } from "../../../adapters/contract/password.ts";
import { loginCalls } from "../../../adapters/contract/session.ts";
import { type StaffRow, staffCalls } from "../../../adapters/contract/staff.ts";
import { loginFailures } from "../../../server/db/schema/loginFailures.ts";
import { requests } from "../../../server/db/schema/requests.ts";
import { staff } from "../../../server/db/schema/staff.ts";
import { injectCall, injectUntyped } from "../../helpers/injectCall.ts";
import { createTestPlatform, md5, openSession, type RequestHeaders } from "../../helpers/testPlatform.ts";

let admin: RequestHeaders;
let requestCount = 0;
const ctx = await createTestPlatform();
afterAll(() => ctx.close());
beforeEach(async () => {
  admin = await openSession(ctx.platform, ctx.staff.admin.id);
  await ctx.db.delete(loginFailures);
});

const requestId = () => `staff-act-${++requestCount}`;
const phone = () => `1360000${String(1000 + ++requestCount)}`;
const getBody = async (response: ReturnType<typeof injectCall>) => (await response).body;
const getOne = async (id: string) =>
  (await getBody(injectCall(ctx.app, staffCalls.staffOne, { params: { id } }, admin))).data as StaffRow;

interface CreatedStaff {
  readonly id: string;
  readonly version: number;
  readonly initialPassword: string;
}
async function create(roles: ("admin" | "operator" | "duty")[] = ["duty"]) {
  const phoneNumber = phone();
  const body = { name: "新同事", phoneNumber, roles, requestId: requestId() };
  const { data } = await getBody(injectCall(ctx.app, staffCalls.staffSave, { body }, admin));
  return { ...(data as CreatedStaff), phoneNumber };
}
const login = (phoneNumber: string, password: string) =>
  getBody(injectCall(ctx.app, loginCalls.login, { body: { phoneNumber, password: md5(password) } }));

describe("A new account", () => {
  test("gets an initial password, which is shown once and can be used to sign in", async () => {
    const { id, phoneNumber, initialPassword } = await create();
    expect((await login(phoneNumber, initialPassword)).state).toBe(0);
    const headers = await openSession(ctx.platform, id);
    expect((await getBody(injectCall(ctx.app, passwordCalls.checkPwdStatus, {}, headers))).state).toBe(1);
  });

  test("has its initial password nowhere in the database", async () => {
    const { initialPassword } = await create();
    const adminRoles = JSON.stringify(await ctx.db.select().from(requests));
    expect(adminRoles).not.toContain(initialPassword);
    expect(adminRoles).not.toContain(md5(initialPassword));
  });

  test("is refused if the phone number already has one", async () => {
    const { phoneNumber } = await create();
    const body = { name: "另一人", phoneNumber, roles: ["duty" as const], requestId: requestId() };
    const answer = await getBody(injectCall(ctx.app, staffCalls.staffSave, { body }, admin));
    expect(answer).toEqual({ state: -1, message: "该手机号已有后台账号", data: null });
  });

  test("without a phone number is a 400 with that field", async () => {
    const body = { name: "无号码", roles: ["duty" as const], requestId: requestId() };
    const { status, body: answer } = await injectCall(ctx.app, staffCalls.staffSave, { body }, admin);
    expect([status, answer.data]).toEqual([
      400,
      { issues: [{ path: "phoneNumber", message: "请输入手机号" }] },
    ]);
  });
});

describe("An edit", () => {
  test("keeps a phone number that is not sent", async () => {
    const { id, version, phoneNumber } = await create();
    const body = { id, version, name: "改名了", roles: ["operator" as const], requestId: requestId() };
    await injectCall(ctx.app, staffCalls.staffSave, { body }, admin);
    expect(await getOne(id)).toMatchObject({ name: "改名了", roles: ["operator"], version: version + 1 });
    const [adminRoles] = await ctx.db.select().from(staff).where(eq(staff.id, id));
    expect(adminRoles?.phoneNumber).toBe(phoneNumber);
  });

  test("by two concurrently succeeds once; the other gets the current record", async () => {
    const { id, version } = await create();
    const edit = (name: string) => {
      const body = { id, version, name, roles: ["duty" as const], requestId: requestId() };
      return getBody(injectCall(ctx.app, staffCalls.staffSave, { body }, admin));
    };
    const responses = await Promise.all([edit("甲的修改"), edit("乙的修改")]);
    expect(responses.map(({ state }) => state).sort()).toEqual([-5, 0]);
    const conflict = responses.find(({ state }) => state === -5);
    expect(conflict?.data).toEqual(await getOne(id));
  });
});

describe("An admin", () => {
  const own = "不能操作自己的账号，请由其他管理员操作";
  const last = "至少要保留一名可用的超级管理员";
  const change = (
    name: keyof typeof fields,
    who: { id: string; version: number },
    headers: RequestHeaders,
    more = {},
  ) => {
    const body = { id: who.id, version: who.version, requestId: requestId(), ...fields[name], ...more };
    return getBody(injectUntyped(ctx.app, staffCalls[name], { body }, headers));
  };
  const fields = {
    staffSave: { name: "改名了", roles: ["operator"] },
    staffStatus: { to: "disabled" },
    staffReset: {},
    staffUnlock: {},
  } as const;
  /** Disables all admins except these. */
  const enableOnly = async (...ids: string[]) => {
    await ctx.db
      .update(staff)
      .set({ status: "disabled" })
      .where(arrayContains(staff.roles, ["admin"]));
    await ctx.db.update(staff).set({ status: "normal" }).where(inArray(staff.id, ids));
  };
  afterEach(async () => {
    await ctx.db
      .update(staff)
      .set({ status: "normal", roles: ["admin"] })
      .where(eq(staff.id, ctx.staff.admin.id));
    await enableOnly(ctx.staff.admin.id);
  });

  test.each(["staffSave", "staffStatus", "staffReset", "staffUnlock"] as const)(
    "cannot %s their own account",
    async (name) => {
      const other = await create(["admin"]);
      await enableOnly(ctx.staff.admin.id, other.id);
      const { id, version } = await getOne(ctx.staff.admin.id);
      expect(await change(name, { id, version }, admin)).toMatchObject({ state: -1, message: own });
    },
  );

  test.each(["staffSave", "staffStatus"] as const)("cannot remove the last admin by %s", async (name) => {
    await create(["admin"]);
    await enableOnly(ctx.staff.admin.id);
    const { id, version } = await getOne(ctx.staff.admin.id);
    expect(await change(name, { id, version }, admin)).toMatchObject({ state: -1, message: last });
    expect(await getOne(id)).toMatchObject({ version, roles: ["admin"], status: "normal" });
  });

  test("cannot edit their own account as the last admin, but can edit others", async () => {
    await enableOnly(ctx.staff.admin.id);
    const { id, version } = await getOne(ctx.staff.admin.id);
    const adminRoles = { roles: ["admin", "operator"] };
    expect(await change("staffSave", { id, version }, admin, adminRoles)).toMatchObject({ message: own });
    expect((await change("staffSave", await create(["duty"]), admin)).state).toBe(0);
    expect((await change("staffStatus", await create(["duty"]), admin)).state).toBe(0);
  });

  test.each(["staffSave", "staffStatus"] as const)(
    "and another admin who %s each other concurrently leave one admin",
    async (name) => {
      const other = await create(["admin"]);
      await enableOnly(ctx.staff.admin.id, other.id);
      const otherHeaders = await openSession(ctx.platform, other.id);
      const current = await getOne(ctx.staff.admin.id);
      const responses = await Promise.all([
        change(name, other, admin),
        change(name, { id: current.id, version: current.version }, otherHeaders),
      ]);
      expect(responses.filter(({ state }) => state === 0)).toHaveLength(1);
      const adminCount = await ctx.db.$count(
        staff,
        and(eq(staff.status, "normal"), arrayContains(staff.roles, ["admin"])),
      );
      expect(adminCount).toBe(1);
    },
  );
});

describe("Disabling", () => {
  test("returns -2 to the account's session immediately, and after enabling it can sign in again", async () => {
    const { id, version, phoneNumber, initialPassword } = await create();
    const headers = await openSession(ctx.platform, id);
    const to = (status: "normal" | "disabled", at: number) => {
      const body = { id, version: at, to: status, requestId: requestId() };
      return getBody(injectCall(ctx.app, staffCalls.staffStatus, { body }, admin));
    };
    expect((await to("disabled", version)).state).toBe(0);
    expect((await getBody(injectCall(ctx.app, passwordCalls.checkPwdStatus, {}, headers))).state).toBe(-2);
    expect((await login(phoneNumber, initialPassword)).message).toBe("账号已停用，请联系管理员");
    expect((await to("disabled", version + 1)).message).toBe("账号当前状态为「已停用」，无需重复操作");
    expect((await to("normal", version + 1)).state).toBe(0);
    expect((await login(phoneNumber, initialPassword)).state).toBe(0);
  });
});

test("Resetting ends the account's sessions and creates a new initial password", async () => {
  const { id, version, phoneNumber, initialPassword } = await create();
  const headers = await openSession(ctx.platform, id);
  const body = { id, version, requestId: requestId() };
  const { data } = await getBody(injectCall(ctx.app, staffCalls.staffReset, { body }, admin));
  const created = (data as CreatedStaff).initialPassword;
  expect(created).not.toBe(initialPassword);
  expect((await injectCall(ctx.app, passwordCalls.checkPwdStatus, {}, headers)).status).toBe(403);
  expect((await login(phoneNumber, initialPassword)).state).toBe(-1);
  expect((await login(phoneNumber, created)).state).toBe(0);
});

test("The warning can be ignored three times again after a reset", async () => {
  const { id } = await create();
  const ignore = async () =>
    getBody(injectCall(ctx.app, passwordCalls.ignorePwdStatus, {}, await openSession(ctx.platform, id)));
  for (const _ of [1, 2, 3]) expect((await ignore()).state).toBe(0);
  expect((await ignore()).state).toBe(-1);
  const body = { id, version: (await getOne(id)).version, requestId: requestId() };
  expect((await getBody(injectCall(ctx.app, staffCalls.staffReset, { body }, admin))).state).toBe(0);
  for (const _ of [1, 2, 3]) expect((await ignore()).state).toBe(0);
  expect((await ignore()).state).toBe(-1);
});

test("A locked account shows the end of the lock, and can be unlocked once", async () => {
  const { id, version, phoneNumber, initialPassword } = await create();
  const lockedUntil = new Date(ctx.clock.now().getTime() + 900_000);
  await ctx.db
    .insert(loginFailures)
    .values({ subject: `phone:${phoneNumber}`, count: 5, lastAt: ctx.clock.now(), lockedUntil });
  expect((await getOne(id)).lockedUntil).toBe(lockedUntil.toISOString());
  const unlock = (at: number) => {
    const body = { id, version: at, requestId: requestId() };
    return getBody(injectCall(ctx.app, staffCalls.staffUnlock, { body }, admin));
  };
  expect((await unlock(version)).state).toBe(0);
  expect((await getOne(id)).lockedUntil).toBeNull();
  expect((await login(phoneNumber, initialPassword)).state).toBe(0);
  expect((await unlock(version + 1)).message).toBe("该账号未被锁定");
});

test("The picker has masked numbers and only enabled accounts", async () => {
  const { id, version } = await create();
  const body = { id, version, to: "disabled" as const, requestId: requestId() };
  await injectCall(ctx.app, staffCalls.staffStatus, { body }, admin);
  const { data } = await getBody(injectCall(ctx.app, staffCalls.sysAdminList, {}, admin));
  const people = data as { id: string; phoneNumber: string }[];
  expect(people.some((person) => person.id === id)).toBe(false);
  expect(people.find((person) => person.id === ctx.staff.duty.id)?.phoneNumber).toBe("139****0005");
});
