import { and, arrayContains, eq, inArray } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { passwordCalls } from "../../adapters/contract/password.ts";
import { signInCalls } from "../../adapters/contract/session.ts";
import { type StaffRow, staffCalls } from "../../adapters/contract/staff.ts";
import { loginFailures } from "../../server/db/schema/loginFailures.ts";
import { requests } from "../../server/db/schema/requests.ts";
import { staff } from "../../server/db/schema/staff.ts";
import { type Headers, md5, openSession, type TestPlatform, testPlatform } from "../platform.ts";
import { send, sendLoose } from "../send.ts";

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
  const own = "不能操作自己的账号，请由其他管理员操作";
  const last = "至少要保留一名可用的超级管理员";
  const change = (
    name: keyof typeof fields,
    who: { id: string; version: number },
    headers: Headers,
    more = {},
  ) => {
    const body = { id: who.id, version: who.version, requestId: requestId(), ...fields[name], ...more };
    return answerOf(sendLoose(on.app, staffCalls[name], { body }, headers));
  };
  const fields = {
    staffSave: { name: "改名了", roles: ["operator"] },
    staffStatus: { to: "disabled" },
    staffReset: {},
    staffUnlock: {},
  } as const;
  /** Only these can sign in as admins. */
  const admins = async (...ids: string[]) => {
    await on.db
      .update(staff)
      .set({ status: "disabled" })
      .where(arrayContains(staff.roles, ["admin"]));
    await on.db.update(staff).set({ status: "normal" }).where(inArray(staff.id, ids));
  };
  afterEach(async () => {
    await on.db
      .update(staff)
      .set({ status: "normal", roles: ["admin"] })
      .where(eq(staff.id, on.staff.admin.id));
    await admins(on.staff.admin.id);
  });

  test.each(["staffSave", "staffStatus", "staffReset", "staffUnlock"] as const)(
    "cannot %s their own account, which another can",
    async (name) => {
      const other = await create(["admin"]);
      await admins(on.staff.admin.id, other.id);
      const { id, version } = await one(on.staff.admin.id);
      expect(await change(name, { id, version }, admin)).toMatchObject({ state: -1, message: own });
    },
  );

  test.each(["staffSave", "staffStatus"] as const)(
    "who is the last that can sign in cannot %s that away from themselves",
    async (name) => {
      await create(["admin"]);
      await admins(on.staff.admin.id);
      const { id, version } = await one(on.staff.admin.id);
      expect(await change(name, { id, version }, admin)).toMatchObject({ state: -1, message: last });
      expect(await one(id)).toMatchObject({ version, roles: ["admin"], status: "normal" });
    },
  );

  test("who is the last keeps the role under another name as well, and colleagues are edited as ever", async () => {
    await admins(on.staff.admin.id);
    const { id, version } = await one(on.staff.admin.id);
    const kept = { roles: ["admin", "operator"] };
    expect(await change("staffSave", { id, version }, admin, kept)).toMatchObject({ message: own });
    expect((await change("staffSave", await create(["duty"]), admin)).state).toBe(0);
    expect((await change("staffStatus", await create(["duty"]), admin)).state).toBe(0);
  });

  test.each(["staffSave", "staffStatus"] as const)(
    "and another who %s each other at once leave one of them",
    async (name) => {
      const other = await create(["admin"]);
      await admins(on.staff.admin.id, other.id);
      const otherHeaders = await openSession(on.platform, other.id);
      const present = await one(on.staff.admin.id);
      const answers = await Promise.all([
        change(name, other, admin),
        change(name, { id: present.id, version: present.version }, otherHeaders),
      ]);
      expect(answers.filter(({ state }) => state === 0)).toHaveLength(1);
      const left = await on.db.$count(
        staff,
        and(eq(staff.status, "normal"), arrayContains(staff.roles, ["admin"])),
      );
      expect(left).toBe(1);
    },
  );
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

test("The warning of a reset password can be ignored as often as that of the first", async () => {
  const { id } = await create();
  const ignore = async () =>
    answerOf(send(on.app, passwordCalls.ignorePwdStatus, {}, await openSession(on.platform, id)));
  for (const _ of [1, 2, 3]) expect((await ignore()).state).toBe(0);
  expect((await ignore()).state).toBe(-1);
  const body = { id, version: (await one(id)).version, requestId: requestId() };
  expect((await answerOf(send(on.app, staffCalls.staffReset, { body }, admin))).state).toBe(0);
  for (const _ of [1, 2, 3]) expect((await ignore()).state).toBe(0);
  expect((await ignore()).state).toBe(-1);
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
