import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { orders } from "../../server/db/schema/order.ts";
import { assertPhoneLimits } from "../../server/modules/sms/phoneLimits.ts";
import { createInvoiceFixture } from "../contract/invoice/invoiceFixture.ts";
import { createSmsFixture, insertSms, type SmsFixture } from "../contract/sms/smsFixture.ts";

// Embedded, one transaction follows the other: nobody comes in between.
let fixture: SmsFixture;
beforeAll(async () => {
  fixture = await createSmsFixture();
});
afterAll(() => fixture.ctx.close());

/** Resolves once somebody in this database waits for a lock. */
const waitForLockWait = () =>
  expect
    .poll(() =>
      fixture.ctx.db.$count(
        sql`pg_stat_activity`,
        sql`datname = current_database() and wait_event_type = 'Lock'`,
      ),
    )
    .toBe(1);

test("Who asks for a message to a phone that is just being sent one waits, and is then refused", async () => {
  const { db, clock } = fixture.ctx;
  const phone = "13600000160";
  const { said } = await db.transaction(async (tx) => {
    await assertPhoneLimits(tx, phone, clock.now());
    const waiting = fixture.sendSingle(phone, "notice");
    await Promise.race([waitForLockWait(), waiting]);
    await insertSms(tx, { phone, createdAt: clock.now() });
    return { said: waiting };
  });
  expect((await said).body.message).toBe("该号码 1 分钟内已发送过短信，请 60 秒后再试");
});

test("Who rejects an application locks its orders by their ids, as everybody who locks several", async () => {
  const { ctx } = fixture;
  await fixture.factory.createCompany();
  const invoices = await createInvoiceFixture(ctx);
  const [first, second] = [await invoices.createOrder(), await invoices.createOrder()];
  const applied = await invoices.apply(invoices.colleague.headers, [first.id, second.id]);
  const { id, version } = applied.body.data as { id: string; version: number };
  // Rewritten, the first lies behind the second: an update by itself would reach the second before it.
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
