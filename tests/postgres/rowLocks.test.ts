import { eq, sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { orders } from "../../server/db/schema/order.ts";
import { assertPhoneLimits } from "../../server/sms/phoneLimits.ts";
import { createInvoiceFixture } from "../contract/invoice/invoiceFixture.ts";
import { createSmsFixture, insertSms } from "../contract/sms/smsFixture.ts";

// Only on PostgreSQL: embedded transactions run one at a time.
const fixture = await createSmsFixture();
afterAll(() => fixture.ctx.close());

/** Resolves once a session of this database waits for a lock. */
const waitForLockWait = () =>
  expect
    .poll(() =>
      fixture.ctx.db.$count(
        sql`pg_stat_activity`,
        sql`datname = current_database() and wait_event_type = 'Lock'`,
      ),
    )
    .toBe(1);

test("A message to a phone that is just being sent another waits for the lock, and is then refused", async () => {
  const { db, clock } = fixture.ctx;
  const phone = "13600000160";
  const { response } = await db.transaction(async (tx) => {
    await assertPhoneLimits(tx, phone, clock.now());
    const waiting = fixture.sendSingle(phone, "notice");
    await Promise.race([waitForLockWait(), waiting]);
    await insertSms(tx, { phone, createdAt: clock.now() });
    return { response: waiting };
  });
  expect((await response).body.message).toBe("该号码 1 分钟内已发送过短信，请 60 秒后再试");
});

test("Rejecting an application locks its orders in the order of their ids", async () => {
  const { ctx } = fixture;
  await fixture.factory.createCompany();
  const invoices = await createInvoiceFixture(ctx);
  const [first, second] = [await invoices.createOrder(), await invoices.createOrder()];
  const applied = await invoices.apply(invoices.colleague.headers, [first.id, second.id]);
  const { id, version } = applied.body.data as { id: string; version: number };
  // Updated, the first row lies behind the second on disk: an unordered update would lock the second one first.
  for (const remark of ["一", "二"])
    await ctx.db.update(orders).set({ remark }).where(eq(orders.id, first.id));
  const { rejected, free } = await ctx.db.transaction(async (tx) => {
    await tx.select().from(orders).where(eq(orders.id, first.id)).for("update");
    const waiting = invoices.reject(invoices.colleague.headers, { id, version });
    await waitForLockWait();
    const locked = tx.select({ id: orders.id }).from(orders).where(eq(orders.id, second.id));
    const isFree = await locked.for("update", { skipLocked: true });
    return { rejected: waiting, free: isFree };
  });
  expect(free).toEqual([{ id: second.id }]);
  expect((await rejected).body.state).toBe(0);
});
