import { createHmac } from "node:crypto";
import { eq } from "drizzle-orm";
import { accessKeys } from "../../server/db/schema/accessKey.ts";
import { companies } from "../../server/db/schema/company.ts";
import { tasks } from "../../server/db/schema/task.ts";
import { sealSecret } from "../../server/modules/accessKey/sealSecret.ts";
import { dataFactory } from "../contract/dataFactory.ts";
import type { TestPlatform } from "../platform.ts";

type TaskFields = Partial<typeof tasks.$inferInsert>;

/** A key that a company's program signs with. */
export interface Key {
  readonly accessKey: string;
  readonly secret: string;
}

/** Records of flights for one test platform. */
export async function flightFactory(on: TestPlatform) {
  const factory = await dataFactory(on);
  const { db, clock, platform } = on;
  let count = 0;
  return {
    ...factory,
    task: async (company: { id: string; name: string }, fields: TaskFields = {}) => {
      const n = ++count;
      const [made] = await db
        .insert(tasks)
        .values({
          id: platform.newId(),
          createdAt: clock.now(),
          updatedAt: clock.now(),
          taskNo: `RW20260302${String(n).padStart(6, "0")}`,
          name: `测试飞行${n}`,
          kind: "patrol",
          status: "planned",
          source: "device",
          companyId: company.id,
          companyName: company.name,
          pilotName: "李四",
          pilotPhone: "13800001234",
          droneSn: `SN${n}`,
          droneModel: "DJI Matrice 3TD",
          route: [],
          lng: 105.46,
          lat: 39.92,
          airspace: "suitable",
          uomStatus: "reported",
          plannedAt: clock.now(),
          search: `rw20260302${String(n).padStart(6, "0")}\u001f测试飞行${n}\u001fsn${n}`,
          ...fields,
        })
        .returning();
      if (!made) throw new Error("The task was not made");
      return made;
    },
    freeze: (companyId: string) =>
      db.update(companies).set({ status: "frozen" }).where(eq(companies.id, companyId)),
    key: async (companyId: string): Promise<Key> => {
      const accessKey = `AK${++count}`;
      const secret = `secret-of-${accessKey}`;
      await db.insert(accessKeys).values({
        id: platform.newId(),
        companyId,
        accessKey,
        sealedSecret: sealSecret(platform.secretKey, platform.randomBytes, secret),
        createdAt: clock.now(),
        createdBy: on.staff.admin.id,
      });
      return { accessKey, secret };
    },
  };
}

export interface Signing {
  readonly method?: string;
  readonly path?: string;
  readonly timestamp?: string;
  readonly nonce?: string;
  readonly secret?: string;
  /** What is sent where it is not what was signed. */
  readonly sent?: string;
}

let nonces = 0;

/** Sends telemetry as the documentation says it is signed, or wrongly in what is named. */
export async function ingest(on: TestPlatform, key: Key, body: unknown, wrong: Signing = {}) {
  const text = JSON.stringify(body);
  const timestamp = wrong.timestamp ?? String(on.clock.now().getTime());
  const nonce = wrong.nonce ?? `nonce-number-${++nonces}`;
  const signed = `${wrong.method ?? "POST"}\n${wrong.path ?? "/iapi/telemetry"}\n${timestamp}\n${nonce}\n${text}`;
  const signature = createHmac("sha256", wrong.secret ?? key.secret)
    .update(signed)
    .digest("hex");
  const response = await on.app.inject({
    method: "POST",
    url: "/iapi/telemetry",
    headers: {
      "content-type": "application/json",
      "x-access-key": key.accessKey,
      "x-timestamp": timestamp,
      "x-nonce": nonce,
      "x-signature": signature,
    },
    payload: wrong.sent ?? text,
  });
  return {
    status: response.statusCode,
    ...response.json<{ state: number; message: string; data: unknown }>(),
  };
}
