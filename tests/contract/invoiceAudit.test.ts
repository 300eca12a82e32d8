import { desc, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditLog } from "../../server/db/schema/auditLog.ts";
import { type TestPlatform, testPlatform } from "../platform.ts";
import { type InvoiceDesk, invoiceDesk } from "./invoiceDesk.ts";

let on: TestPlatform;
let desk: InvoiceDesk;
beforeAll(async () => {
  on = await testPlatform({ demo: true });
  desk = await invoiceDesk(on);
});
afterAll(() => on.close());

test("why an application was withdrawn stands in the audit trail", async () => {
  const invoice = await desk.applied();
  const { body } = await desk.cancel(await on.as("operator"), invoice, "抬头填错了");
  expect(body.state).toBe(0);
  const [last] = await on.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.entityId, invoice.id))
    .orderBy(desc(auditLog.id));
  expect(last).toMatchObject({ after: { status: "cancelled", reason: "抬头填错了" } });
});
