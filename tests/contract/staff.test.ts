import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { passwordCalls } from "../../adapters/contract/password.ts";
import { signInCalls } from "../../adapters/contract/session.ts";
import { type StaffRow, staffCalls } from "../../adapters/contract/staff.ts";
import { loginFailures } from "../../server/db/schema/loginFailures.ts";
import { requests } from "../../server/db/schema/requests.ts";
import { staff } from "../../server/db/schema/staff.ts";
import { type Headers, md5, openSession, type TestPlatform, testPlatform } from "../platform.ts";
import { send } from "../send.ts";

let on: TestPlatform;
let admin: Headers;
let act = 0;
beforeAll(async () => {
  on = await testPlatform();
});
afterAll(() => on.close());
beforeEach(async () => {
  admin = await openSession(on.platform, on.staff.admin.id);
  await on.db.delete(loginFailures);
});

const requestId = () => `staff-act-${++act}`;
const phone = () => `1360000${String(1000 + ++act)}`;
const answerOf = async (answer: ReturnType<typeof send>) => (await answer).body;
const one = async (id: string) =>
  (await answerOf(send(on.app, staffCalls.staffOne, { params: { id } }, admin))).data as StaffRow;

interface Made {
  readonly id: string;
  readonly version: number;
  readonly initialPassword: string;
}
async function create(roles: ("admin" | "operator" | "duty")[] = ["duty"]) {
  const phoneNumber = phone();
  const body = { name: "新同事", phoneNumber, roles, requestId: requestId() };
  const { data } = await answerOf(send(on.app, staffCalls.staffSave, { body }, admin));
  return { ...(data as Made), phoneNumber };
}
const login = (phoneNumber: string, word: string) =>
  answerOf(send(on.app, signInCalls.login, { body: { phoneNumber, password: md5(word) } }));

describe("A new account", () => {
  test("gets a first password, shown once, that opens and counts as initial", async () => {
    const { id, phoneNumber, initialPassword } = await create();
    expect((await login(phoneNumber, initialPassword)).state).toBe(0);
    const headers = await openSession(on.platform, id);
    expect((await answerOf(send(on.app, passwordCalls.checkPwdStatus, {}, headers))).state).toBe(1);
  });

  test("has its first password nowhere in the database", async () => {
    const { initialPassword } = await create();
    const kept = JSON.stringify(await on.db.select().from(requests));
    expect(kept).not.toContain(initialPassword);
    expect(kept).not.toContain(md5(initialPassword));
  });

  test("is refused where the phone number has one", async () => {
    const { phoneNumber } = await create();
    const body = { name: "另一人", phoneNumber, roles: ["duty" as const], requestId: requestId() };
    const answer = await answerOf(send(on.app, staffCalls.staffSave, { body }, admin));
    expect(answer).toEqual({ state: -1, message: "该手机号已有后台账号", data: null });
  });

  test("without a phone number is a fault of that field", async () => {
    const body = { name: "无号码", roles: ["duty" as const], requestId: requestId() };
    const { status, body: answer } = await send(on.app, staffCalls.staffSave, { body }, admin);
    expect([status, answer.data]).toEqual([
      400,
      { issues: [{ path: "phoneNumber", message: "请输入手机号" }] },
    ]);
  });
});

describe("An edit", () => {
  test("keeps the phone number that it leaves out", async () => {
    const { id, version, phoneNumber } = await create();
    const body = { id, version, name: "改名了", roles: ["operator" as const], requestId: requestId() };
    await send(on.app, staffCalls.staffSave, { body }, admin);
    expect(await one(id)).toMatchObject({ name: "改名了", roles: ["operator"], version: version + 1 });
    const [kept] = await on.db.select().from(staff).where(eq(staff.id, id));
    expect(kept?.phoneNumber).toBe(phoneNumber);
  });

  test("by two at once is done by exactly one; the other is shown the present record", async () => {
    const { id, version } = await create();
    const edit = (name: string) => {
      const body = { id, version, name, roles: ["duty" as const], requestId: requestId() };
      return answerOf(send(on.app, staffCalls.staffSave, { body }, admin));
    };
    const answers = await Promise.all([edit("甲的修改"), edit("乙的修改")]);
    expect(answers.map(({ state }) => state).sort()).toEqual([-5, 0]);
    const lost = answers.find(({ state }) => state === -5);
    expect(lost?.data).toEqual(await one(id));
  });
});

describe("An admin", () => {
  test.each(["staffSave", "staffStatus", "staffReset", "staffUnlock"] as const)(
    "cannot %s their own account",
    async (name) => {
      const { id, version } = on.staff.admin;
      const body = { id, version, requestId: requestId(), name: "自己", roles: ["duty"], to: "disabled" };
      const fitting = Object.fromEntries(
        Object.entries(body).filter(([field]) => field in staffCalls[name].body.shape),
      );
      const answer = await on.app.inject({
        method: "POST",
        url: `/wms/api${staffCalls[name].path}`,
        headers: { ...admin },
        payload: fitting,
      });
      expect(answer.json()).toMatchObject({
        state: -1,
        message: "不能操作自己的账号，请由其他管理员操作",
      });
    },
  );

  test("and another who disable each other at once leave one of them", async () => {
    const other = await create(["admin"]);
    const otherHeaders = await openSession(on.platform, other.id);
    const disable = (id: string, version: number, headers: Headers) => {
      const body = { id, version, to: "disabled" as const, requestId: requestId() };
      return answerOf(send(on.app, staffCalls.staffStatus, { body }, headers));
    };
    const answers = await Promise.all([
      disable(other.id, other.version, admin),
      disable(on.staff.admin.id, on.staff.admin.version, otherHeaders),
    ]);
    expect(answers.filter(({ state }) => state === 0)).toHaveLength(1);
    await on.db.update(staff).set({ status: "normal" }).where(eq(staff.id, on.staff.admin.id));
    await on.db.update(staff).set({ status: "disabled" }).where(eq(staff.id, other.id));
  });
});

describe("Disabling", () => {
  test("answers -2 to the account's session at once, and enabling lets it sign in anew", async () => {
    const { id, version, phoneNumber, initialPassword } = await create();
    const headers = await openSession(on.platform, id);
    const to = (status: "normal" | "disabled", at: number) => {
      const body = { id, version: at, to: status, requestId: requestId() };
      return answerOf(send(on.app, staffCalls.staffStatus, { body }, admin));
    };
    expect((await to("disabled", version)).state).toBe(0);
    expect((await answerOf(send(on.app, passwordCalls.checkPwdStatus, {}, headers))).state).toBe(-2);
    expect((await login(phoneNumber, initialPassword)).message).toBe("账号已停用，请联系管理员");
    expect((await to("disabled", version + 1)).message).toBe("账号当前状态为「已停用」，无需重复操作");
    expect((await to("normal", version + 1)).state).toBe(0);
    expect((await login(phoneNumber, initialPassword)).state).toBe(0);
  });
});

test("Resetting ends the account's sessions and makes a new first password", async () => {
  const { id, version, phoneNumber, initialPassword } = await create();
  const headers = await openSession(on.platform, id);
  const body = { id, version, requestId: requestId() };
  const { data } = await answerOf(send(on.app, staffCalls.staffReset, { body }, admin));
  const made = (data as Made).initialPassword;
  expect(made).not.toBe(initialPassword);
  expect((await send(on.app, passwordCalls.checkPwdStatus, {}, headers)).status).toBe(403);
  expect((await login(phoneNumber, initialPassword)).state).toBe(-1);
  expect((await login(phoneNumber, made)).state).toBe(0);
});

test("A locked account shows until when, and can be unlocked once", async () => {
  const { id, version, phoneNumber, initialPassword } = await create();
  const lockedUntil = new Date(on.clock.now().getTime() + 900_000);
  await on.db
    .insert(loginFailures)
    .values({ subject: `phone:${phoneNumber}`, count: 5, lastAt: on.clock.now(), lockedUntil });
  expect((await one(id)).lockedUntil).toBe(lockedUntil.toISOString());
  const unlock = (at: number) => {
    const body = { id, version: at, requestId: requestId() };
    return answerOf(send(on.app, staffCalls.staffUnlock, { body }, admin));
  };
  expect((await unlock(version)).state).toBe(0);
  expect((await one(id)).lockedUntil).toBeNull();
  expect((await login(phoneNumber, initialPassword)).state).toBe(0);
  expect((await unlock(version + 1)).message).toBe("该账号未被锁定");
});

test("Lists show masked numbers, and only accounts in use can be picked", async () => {
  const { id, version } = await create();
  const body = { id, version, to: "disabled" as const, requestId: requestId() };
  await send(on.app, staffCalls.staffStatus, { body }, admin);
  const { data } = await answerOf(send(on.app, staffCalls.sysAdminList, {}, admin));
  const people = data as { id: string; phoneNumber: string }[];
  expect(people.some((person) => person.id === id)).toBe(false);
  expect(people.find((person) => person.id === on.staff.duty.id)?.phoneNumber).toBe("139****0005");
});
