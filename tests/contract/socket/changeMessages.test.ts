import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AuditEntity } from "../../../adapters/contract/auditEntities.ts";
import { channelCodeCalls } from "../../../adapters/contract/channelCode.ts";
import { companyCalls } from "../../../adapters/contract/company.ts";
import { roleRightCalls } from "../../../adapters/contract/roleRight.ts";
import { recordsChangedData } from "../../../adapters/contract/socket.ts";
import { staffCalls } from "../../../adapters/contract/staff.ts";
import { staffRoles } from "../../../server/db/schema/staffRole.ts";
import { wholeScope } from "../../../server/scope/recordScope.ts";
import { relayChanges } from "../../../server/socket/changeRelay.ts";
import { injectCall } from "../../helpers/injectCall.ts";
import {
  type ConsoleRole,
  createTestPlatform,
  openSession,
  type TestPlatform,
} from "../../helpers/testPlatform.ts";
import { createDataFactory } from "../fixtures/createDataFactory.ts";
import { unwrapData } from "../order/orderFixture.ts";
import { connectSocket, createMessage, listenSocket, type SocketClient } from "./socketClient.ts";

const roles = ["admin", "operator", "finance", "maintainer", "duty"] as const;

const collectMs = 100;

let ctx: TestPlatform;
let url: string;
const clients = new Map<ConsoleRole, SocketClient>();
beforeAll(async () => {
  ctx = await createTestPlatform({ socketLimits: { silenceMs: 120_000, collectMs } });
  url = await listenSocket(ctx);
  for (const role of roles) clients.set(role, (await register(role)).client);
});
afterAll(() => ctx.close());

async function register(role: ConsoleRole) {
  const { id } = ctx.staff[role];
  const session = await openSession(ctx.platform, id);
  const client = await connectSocket(url);
  client.send(createMessage(1, id, session));
  await client.nextFrame(1);
  return { client, session, beat: () => client.send(createMessage(2, id, session)) };
}

/** The exports of `settle`. */
const marks = new Set<string>();

/** The changes of a message, without the exports of `settle`. */
function readChanges({ type, data }: SocketClient["frames"][number]) {
  if (type !== 12) return [];
  return recordsChangedData.parse(data).changes.flatMap(({ ids, ...change }) => {
    const left = ids?.filter((id) => !marks.has(id)) ?? null;
    return left?.length === 0 ? [] : { ...change, ids: left };
  });
}

/** Takes the changes that a console was told, such as `order 12`. */
const takeChanges = ({ frames }: SocketClient): string[] =>
  frames
    .splice(0)
    .flatMap(readChanges)
    .map(({ kind, ids }) => `${kind} ${ids?.join() ?? "many"}`);

/** Waits until all changes so far were told: everybody knows an export of their own that came after them. */
async function settle(...more: readonly SocketClient[]): Promise<void> {
  const mark = ctx.platform.newId();
  marks.add(mark);
  for (const { id: staffId } of Object.values(ctx.staff))
    ctx.platform.bus.publish("records.changed", { kind: "export", ids: [mark], staffId });
  for (const { frames } of [...clients.values(), ...more])
    await expect.poll(() => JSON.stringify(frames)).toContain(mark);
}

/** Who may list records of a kind, by hand from the specification of roles. */
const readers: Readonly<Partial<Record<AuditEntity, readonly ConsoleRole[]>>> = {
  order: ["admin", "operator", "finance"],
  orderPay: ["admin", "operator", "finance"],
  invoice: ["admin", "operator", "finance"],
  company: ["admin", "operator", "finance"],
  alarm: ["admin", "operator", "maintainer", "duty"],
  staff: ["admin"],
  session: ["admin"],
  auditTrail: ["admin"],
  screen: ["admin", "maintainer"],
  // No list shows them.
  personalData: [],
  video: [],
};

test.each(Object.entries(readers))(
  "Changes of %s reach only those who may list them",
  async (kind, expected) => {
    await settle();
    for (const client of clients.values()) takeChanges(client);
    ctx.platform.bus.publish("records.changed", { kind: kind as AuditEntity, ids: ["7"] });
    await settle();
    const told = [...clients].filter(([, client]) => takeChanges(client).includes(`${kind} 7`));
    expect(told.map(([role]) => role)).toEqual(expected);
  },
);

test("A call tells of the record that it changed, without its contents; a refused one tells nothing", async () => {
  await settle();
  for (const client of clients.values()) takeChanges(client);
  const body = { name: "华东渠道", contact: "李四", phone: "13900000001", ratio: 5 };
  const refused = await ctx.callAs("operator", channelCodeCalls.channelUpdate, {
    body: { id: "1", version: 1, ...body, requestId: "change-0001" },
  });
  expect(refused.body.state).not.toBe(0);
  await settle();
  expect([...clients.values()].flatMap(takeChanges)).toEqual([]);
  const { id } = unwrapData<{ id: string }>(
    await injectCall(
      ctx.app,
      channelCodeCalls.channelCreate,
      { body: { ...body, code: "HUADONG", requestId: "change-0003" } },
      // Only admins may set a share.
      await ctx.loginAs("admin"),
    ),
  );
  await settle();
  const told = [...clients].map(([role, client]) => [role, takeChanges(client)] as const);
  expect(
    told.map(([role, changes]) => [role, changes.filter((text) => text.startsWith("channelCode"))]),
  ).toEqual([
    ["admin", [`channelCode ${id}`]],
    ["operator", [`channelCode ${id}`]],
    ["finance", [`channelCode ${id}`]],
    ["maintainer", []],
    ["duty", []],
  ]);
  // The new line of the audit trail.
  expect(
    told.filter(([, changes]) => changes.some((text) => text.startsWith("auditTrail"))).map(([role]) => role),
  ).toEqual(["admin"]);
});

test("Changes of the same time are one message", async () => {
  await settle();
  const admin = clients.get("admin");
  if (!admin) throw new Error("The admin is registered");
  takeChanges(admin);
  for (const id of ["1", "2", "3", "2"])
    ctx.platform.bus.publish("records.changed", { kind: "order", ids: [id] });
  ctx.platform.bus.publish("records.changed", { kind: "company", ids: null });
  await settle();
  expect(admin.frames.filter((frame) => readChanges(frame).length > 0)).toHaveLength(1);
  expect(takeChanges(admin)).toEqual(["order 1,2,3", "company many"]);
});

test("Who changed a record is told to those who may read the audit trail and to themselves, what to all", async () => {
  await settle();
  for (const { frames } of clients.values()) frames.splice(0);
  const { id, name } = ctx.staff.operator;
  const by = { id, name };
  ctx.platform.bus.publish("records.changed", { kind: "order", ids: ["3"], by, act: "取消订单" });
  ctx.platform.bus.publish("records.changed", { kind: "order", ids: ["4"], by, act: "取消订单" });
  ctx.platform.bus.publish("records.changed", { kind: "order", ids: ["5"] });
  await settle();
  const told = (role: ConsoleRole) => clients.get(role)?.frames.flatMap(readChanges);
  const own = { kind: "order", ids: ["3", "4"], by: name, act: "取消订单" };
  const platforms = { kind: "order", ids: ["5"] };
  expect(told("admin")).toEqual([own, platforms]);
  expect(told("operator")).toEqual([own, platforms]);
  expect(told("finance")).toEqual([{ ...own, by: null }, platforms]);
});

test("All that a call changed is told before its answer, in one message", async () => {
  const { id, version } = unwrapData<{ id: string; version: number }>(
    await ctx.callAs("admin", channelCodeCalls.channelCreate, {
      body: {
        name: "华南渠道",
        contact: "王五",
        phone: "13900000002",
        ratio: 5,
        code: "HUANAN",
        requestId: "change-0004",
      },
    }),
  );
  await settle();
  const sent: string[] = [];
  const stop = relayChanges(
    ctx.platform.bus,
    () => [
      {
        staffId: "1",
        roles: ["admin"],
        changedRights: undefined,
        scope: wholeScope,
        send: (_, data) =>
          sent.push(
            recordsChangedData
              .parse(data)
              .changes.map(({ kind }) => kind)
              .join(),
          ),
      },
    ],
    collectMs,
    async () => new Set(),
  );
  // Its new name is shown by companies and orders too.
  const body = { id, version, name: "华南大区渠道", contact: "王五", phone: "13900000002", ratio: 5 };
  unwrapData(
    await ctx.callAs("admin", channelCodeCalls.channelUpdate, {
      body: { ...body, requestId: "change-0005" },
    }),
  );
  expect(sent).toEqual(["company,order,auditTrail,channelCode"]);
  stop();
});

test("An export concerns its user and admins, notifications their user only", async () => {
  await settle();
  for (const client of clients.values()) takeChanges(client);
  const staffId = ctx.staff.finance.id;
  ctx.platform.bus.publish("records.changed", { kind: "export", ids: ["9"], staffId });
  await settle();
  expect(
    [...clients].flatMap(([role, client]) => takeChanges(client).map((text) => `${role} ${text}`)),
  ).toEqual(["admin export 9", "finance export 9"]);
  ctx.platform.bus.publish("notifications.changed", { staffIds: [staffId] });
  await settle();
  const notified = [...clients].filter(([, { frames }]) => frames.some(({ type }) => type === 13));
  expect(notified.map(([role]) => role)).toEqual(["finance"]);
});

test("A change of roles changes what a console is told", async () => {
  const { client, beat } = await register("duty");
  const member = ctx.staff.duty;
  unwrapData(
    await ctx.callAs("admin", staffCalls.staffSave, {
      body: {
        id: member.id,
        version: member.version,
        name: member.name,
        roles: ["finance"],
        requestId: "change-0002",
      },
    }),
  );
  beat();
  await client.nextFrame(2);
  await settle(client);
  takeChanges(client);
  ctx.platform.bus.publish("records.changed", { kind: "invoice", ids: ["5"] });
  ctx.platform.bus.publish("records.changed", { kind: "alarm", ids: ["6"] });
  await settle(client);
  expect(takeChanges(client)).toEqual(["invoice 5"]);
});

test("A narrower data scope holds at once in open sessions, for lists and for what a console is told", async () => {
  const { client, session, beat } = await register("finance");
  const { id, version, name } = ctx.staff.finance;
  const factory = await createDataFactory(ctx);
  const [mine, theirs] = [await factory.createCompany({ managerId: id }), await factory.createCompany()];
  const read = async () => {
    const args = { body: { pageNo: 1, pageSize: 20, ids: [mine.id, theirs.id] } };
    const answer = await injectCall(ctx.app, companyCalls.companyPageList, args, session);
    return unwrapData<{ list: { id: string }[] }>(answer).list.map((row) => row.id);
  };
  expect(await read()).toHaveLength(2);
  const scope = { id, version, name, roles: ["finance" as const], dataScope: "own" as const };
  unwrapData(
    await ctx.callAs("admin", staffCalls.staffSave, { body: { ...scope, requestId: "change-0006" } }),
  );
  expect(await read()).toEqual([mine.id]);
  beat();
  await client.nextFrame(2);
  await settle(client);
  takeChanges(client);
  for (const company of [mine, theirs])
    ctx.platform.bus.publish("records.changed", { kind: "company", ids: [company.id] });
  ctx.platform.bus.publish("records.changed", { kind: "order", ids: [theirs.id] });
  await settle(client);
  expect(takeChanges(client)).toEqual([`company ${mine.id}`]);
});

test("A right that a role is given tells its consoles of what they may list now", {
  tags: "full",
}, async () => {
  const { client, beat } = await register("maintainer");
  const [{ id = "", version } = {}] = await ctx.db
    .select()
    .from(staffRoles)
    .where(and(eq(staffRoles.role, "maintainer"), eq(staffRoles.name, "")));
  const changes = { role: "maintainer" as const, given: ["/order/v3/pageList"], taken: ["/x/alarm/list"] };
  const call = roleRightCalls.roleRightSave;
  unwrapData(
    await ctx.callAs("admin", call, { body: { id, version, ...changes, requestId: "change-0007" } }),
  );
  beat();
  await client.nextFrame(2);
  await settle(client);
  takeChanges(client);
  ctx.platform.bus.publish("records.changed", { kind: "order", ids: ["5"] });
  ctx.platform.bus.publish("records.changed", { kind: "invoice", ids: ["6"] });
  await settle(client);
  expect(takeChanges(client)).toEqual(["order 5"]);
});
