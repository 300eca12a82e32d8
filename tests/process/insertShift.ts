import { eq } from "drizzle-orm";
import { openDatabase } from "../../server/db/openDatabase.ts";
import { dutyShifts } from "../../server/db/schema/duty.ts";
import { staff } from "../../server/db/schema/staff.ts";

/** Puts a member of the staff on duty in a stopped server's database. */
export async function insertShift(dataDir: string, phoneNumber: string): Promise<void> {
  const { db, close } = await openDatabase({ url: undefined, dataDir });
  const [officer] = await db.select().from(staff).where(eq(staff.phoneNumber, phoneNumber));
  if (!officer) throw new Error("The demo has no such account");
  const at = new Date();
  await db.insert(dutyShifts).values({
    id: "1",
    createdAt: at,
    updatedAt: at,
    staffId: officer.id,
    staffName: officer.name,
    leaderPhone: phoneNumber,
    startedAt: at,
    flightsAtStart: 0,
  });
  await close();
}
