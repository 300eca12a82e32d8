import { eq } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { EndpointData } from "../../../adapters/contract/endpoint.ts";
import { notificationCalls } from "../../../adapters/contract/notification.ts";
import { notifications } from "../../../server/db/schema/notification.ts";
import { staff } from "../../../server/db/schema/staff.ts";
import { removeOldNotices } from "../../../server/notification/notify.ts";
import { injectCall } from "../../helpers/injectCall.ts";
import { type ConsoleRole, createTestPlatform, type RequestHeaders } from "../../helpers/testPlatform.ts";
import { createOrderFixture, unwrapData } from "../order/orderFixture.ts";

type Page = EndpointData<typeof notificationCalls.notificationList>;

const ctx = await createTestPlatform();
afterAll(() => ctx.close());
beforeEach(async () => {
  await ctx.db.delete(notifications);
});

const read = async (
  headers: RequestHeaders,
  body: { unread?: boolean; before?: string; downTo?: string } = {},
) => unwrapData<Page>(await injectCall(ctx.app, notificationCalls.notificationList, { body }, headers));
const readAs = async (role: ConsoleRole) => (await read(await ctx.loginAs(role))).list;

describe("reading", () => {
  const insert = (staffId: string, count: number) =>
    ctx.db.insert(notifications).values(
      Array.from({ length: count }, (_, index) => ({
        id: ctx.platform.newId(),
        staffId,
        at: ctx.clock.now(),
        kind: "exportReady" as const,
        text: `${index + 1}`,
      })),
    );
  const mark = async (role: ConsoleRole, id: string, until: boolean) =>
    unwrapData(await ctx.callAs(role, notificationCalls.notificationRead, { body: { id, until } }));

  test("Pages of 20, newest first, with the number of unread ones", async () => {
    await insert(ctx.staff.finance.id, 23);
    const headers = await ctx.loginAs("finance");
    const first = await read(headers);
    expect([first.list.length, first.hasMore, first.unread, first.list[0]?.text]).toEqual([
      20,
      true,
      23,
      "23",
    ]);
    const older = await read(headers, { before: first.list[19]?.id ?? "" });
    expect([older.list.map(({ text }) => text), older.hasMore]).toEqual([["3", "2", "1"], false]);
  });

  test("Older ones that are shown are read again with a new one, as they are now, at most 200", async () => {
    const { id: staffId } = ctx.staff.finance;
    await insert(staffId, 205);
    const headers = await ctx.loginAs("finance");
    const getTexts = ({ list }: Page) => list.map(({ text }) => text);
    const first = await read(headers);
    const older = await read(headers, { before: first.list[19]?.id ?? "" });
    const downTo = older.list[4]?.id ?? "";
    await mark("finance", older.list[4]?.id ?? "", false);
    await insert(staffId, 1);
    const again = await read(headers, { downTo });
    expect([getTexts(again).slice(0, 2), again.list.length, again.hasMore]).toEqual([["1", "205"], 26, true]);
    expect([again.list.at(-1)?.text, again.list.at(-1)?.isRead]).toEqual(["181", true]);
    // Those that were read meanwhile are no longer among the unread.
    await mark("finance", first.list[0]?.id ?? "", true);
    const unread = await read(headers, { unread: true, downTo });
    expect([getTexts(unread), unread.hasMore]).toEqual([["1"], false]);
    const oldest = (await read(headers, { before: first.list[19]?.id ?? "", downTo: "1" })).list.at(-1);
    const whole = await read(headers, { downTo: oldest?.id ?? "1" });
    expect([whole.list.length, whole.hasMore]).toEqual([200, true]);
  });

  test("One is marked as read, then all up to one; later ones stay unread", async () => {
    await insert(ctx.staff.finance.id, 4);
    const headers = await ctx.loginAs("finance");
    const [, third, , first] = (await read(headers)).list;
    await mark("finance", first?.id ?? "", false);
    expect((await read(headers, { unread: true })).list.map(({ text }) => text)).toEqual(["4", "3", "2"]);
    await mark("finance", third?.id ?? "", true);
    const unread = await read(headers, { unread: true });
    expect([unread.list.map(({ text }) => text), unread.unread]).toEqual([["4"], 1]);
  });

  test("Nobody reads or marks another's", async () => {
    await insert(ctx.staff.finance.id, 1);
    const [row] = await readAs("finance");
    await mark("admin", row?.id ?? "", true);
    expect(await readAs("admin")).toEqual([]);
    expect((await readAs("finance"))[0]?.isRead).toBe(false);
  });

  test("A change of role hides what the new role may not see", async () => {
    const person = await (await createOrderFixture(ctx)).createColleague("duty", "operator");
    await ctx.db.insert(notifications).values(
      (["deviceLost", "orderApproved", "signedInElsewhere"] as const).map((kind) => ({
        id: ctx.platform.newId(),
        staffId: person.id,
        at: ctx.clock.now(),
        kind,
        text: kind,
      })),
    );
    const setRoles = async (...roles: ConsoleRole[]) => {
      await ctx.db.update(staff).set({ roles }).where(eq(staff.id, person.id));
      ctx.platform.bus.publish("staff.changed", { staffId: person.id });
      const { list, unread } = await read(person.headers);
      return [list.map(({ text }) => text).sort(), unread];
    };
    expect(await setRoles("duty", "operator")).toEqual([
      ["deviceLost", "orderApproved", "signedInElsewhere"],
      3,
    ]);
    expect(await setRoles("operator")).toEqual([["orderApproved", "signedInElsewhere"], 2]);
    expect(await setRoles("maintainer")).toEqual([["deviceLost", "signedInElsewhere"], 2]);
  });

  test("Notifications are kept for 90 days", async () => {
    await insert(ctx.staff.finance.id, 1);
    const later = (days: number) => new Date(ctx.clock.now().getTime() + days * 86_400_000);
    await removeOldNotices(ctx.db, later(89));
    expect(await readAs("finance")).toHaveLength(1);
    await removeOldNotices(ctx.db, later(91));
    expect(await readAs("finance")).toEqual([]);
  });
});
