import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { orders } from "../../server/db/schema/order.ts";
import { holdPhone } from "../../server/modules/sms/phoneLimits.ts";
import { invoiceDesk } from "../contract/invoiceDesk.ts";
import { putSms, type SmsDesk, smsDesk } from "../contract/smsDesk.ts";

// Embedded, one transaction follows the other: nobody comes in between.
let desk: SmsDesk;
beforeAll(async () => {
  desk = await smsDesk();
});
afterAll(() => desk.on.close());

/** Resolves once somebody in this database waits for a lock. */
const somebodyWaits = () =>
  expect
    .poll(() =>
      desk.on.db.$count(
        sql`pg_stat_activity`,
        sql`datname = current_database() and wait_event_type = 'Lock'`,
      ),
    )
    .toBe(1);

test("Who asks for a message to a phone that is just being sent one waits, and is then refused", async () => {
  const { db, clock } = desk.on;
  const phone = "13600000160";
  const { said } = await db.transaction(async (tx) => {
    await holdPhone(tx, phone, clock.now());
    const waiting = desk.single(phone, "notice");
    await Promise.race([somebodyWaits(), waiting]);
    await putSms(tx, { phone, createdAt: clock.now() });
    return { said: waiting };
  });
  expect((await said).body.message).toBe("该号码 1 分钟内已发送过短信，请 60 秒后再试");
});

test("Who rejects an application locks its orders by their ids, as everybody who locks several", async () => {
  const { on } = desk;
  await desk.make.company();
  const invoices = await invoiceDesk(on);
  const [first, second] = [await invoices.order(), await invoices.order()];
  const applied = await invoices.apply(invoices.colleague.headers, [first.id, second.id]);
  const { id, version } = applied.body.data as { id: string; version: number };
  // Rewritten, the first lies behind the second: an update by itself would reach the second before it.
  for (const remark of ["一", "二"])
    await on.db.update(orders).set({ remark }).where(eq(orders.id, first.id));
  const { rejected, free } = await on.db.transaction(async (tx) => {
    await tx.select().from(orders).where(eq(orders.id, first.id)).for("update");
    const waiting = invoices.reject(invoices.colleague.headers, { id, version });
    await somebodyWaits();
    const locked = tx.select({ id: orders.id }).from(orders).where(eq(orders.id, second.id));
    const isFree = await locked.for("update", { skipLocked: true });
    return { rejected: waiting, free: isFree };
  });
  expect(free).toEqual([{ id: second.id }]);
  expect((await rejected).body.state).toBe(0);
});
