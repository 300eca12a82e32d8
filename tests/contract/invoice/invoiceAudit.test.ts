import { desc, eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { auditLog } from "../../../server/db/schema/auditLog.ts";
import { createTestPlatform } from "../../helpers/testPlatform.ts";
import { createInvoiceFixture } from "./invoiceFixture.ts";

const ctx = await createTestPlatform({ seedDemoData: true });
const fixture = await createInvoiceFixture(ctx);
afterAll(() => ctx.close());

test("the audit trail has the reason of a withdrawn application", async () => {
  const invoice = await fixture.createApplied();
  const { body } = await fixture.cancel(await ctx.loginAs("operator"), invoice, "抬头填错了");
  expect(body.state).toBe(0);
  const [last] = await ctx.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.entityId, invoice.id))
    .orderBy(desc(auditLog.id));
  expect(last).toMatchObject({ after: { status: "cancelled", reason: "抬头填错了" } });
});
