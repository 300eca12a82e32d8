import { and, count, eq, inArray, like } from "drizzle-orm";
import { expect, it } from "vitest";
import * as z from "zod/mini";
import { openDatabase } from "../../server/db/openDatabase.ts";
import { auditLog } from "../../server/db/schema/auditLog.ts";
import { companies } from "../../server/db/schema/company.ts";
import { type ApiClient, createApiClient, loginClient } from "../process/apiClient.ts";
import { createDemoFolder } from "../process/createDemoFolder.ts";
import { startServer } from "../process/serverProcess.ts";
import { createCompanyBody } from "./createCompanyBody.ts";

const series = [
  { kills: 3, tags: [] },
  { kills: 20, tags: ["full"] },
];
/** A few drones, so that flights are open at each kill. Simulating all of them would double every start. */
const env = { FLEET: "4" };
const lanes = 4;
const namePrefix = "断电测试";
const page = z.object({ total: z.number(), list: z.array(z.object({ name: z.string() })) });
const managers = z.array(z.object({ id: z.string() }));
const storedValue = z.object({ value: z.number() });

for (const { kills, tags } of series)
  it(`After each of ${kills} kills under writes the server starts, and every acknowledged write is complete`, {
    tags,
  }, async () => {
    using data = createDemoFolder();
    const acknowledged = new Set<string>();
    const counters = Array.from({ length: lanes }, () => 0);
    let createdCount = 0;
    let server = await startServer({ dataDir: data.path, env });
    const { headers } = await loginClient(server.url);

    /** One lane of writes: a company with its account and audit row, then a preference. Records what was acknowledged. */
    async function work(admin: ApiClient, lane: number, managerId: string): Promise<void> {
      for (;;) {
        const company = createCompanyBody(namePrefix, ++createdCount, managerId);
        const created = await admin.call("POST", "/company/account/create", company);
        if (created.state !== 0) throw new Error(`refused: ${created.message}`);
        acknowledged.add(company.name);
        const next = (counters[lane] ?? 0) + 1;
        const saved = await admin.call("PUT", `/x/me/draft.lane${lane}`, { value: next });
        if (saved.state !== 0) throw new Error(`refused: ${saved.message}`);
        counters[lane] = next;
      }
    }

    try {
      for (let kill = 0; kill < kills; kill += 1) {
        const admin = createApiClient(server.url, headers);
        const [manager] = managers.parse((await admin.call("GET", "/user/sysAdmin/list")).data);
        const before = acknowledged.size;
        const errors: unknown[] = [];
        const working = counters.map((_, lane) =>
          work(admin, lane, manager?.id ?? "").catch((error: unknown) => errors.push(error)),
        );
        await new Promise((later) => setTimeout(later, 150 + ((kill * 97) % 400)));
        // Wait for at least one result: on a slow machine none may have started yet, and then none could be lost.
        await expect.poll(() => acknowledged.size + errors.length).toBeGreaterThan(before);
        expect(errors).toEqual([]);
        await server.stop("SIGKILL");
        await Promise.all(working);
        expect(errors.map(String).filter((error) => error.includes("refused"))).toEqual([]);

        server = await startServer({ dataDir: data.path, env });
        const names = await getNames(createApiClient(server.url, headers));
        expect([...acknowledged].filter((name) => !names.has(name))).toEqual([]);
        for (const [lane, value] of counters.entries()) {
          const { data } = await createApiClient(server.url, headers).call("GET", `/x/me/draft.lane${lane}`);
          if (value > 0) expect(storedValue.parse(data).value).toBeGreaterThanOrEqual(value);
        }
      }
    } finally {
      await server.stop();
    }

    expect(acknowledged.size).toBeGreaterThanOrEqual(kills);
    const { db, close } = await openDatabase({ url: undefined, dataDir: data.path });
    const ours = await db
      .select({ id: companies.id })
      .from(companies)
      .where(like(companies.name, `${namePrefix}%`));
    const ids = ours.map(({ id }) => id);
    const [audited] = await db
      .select({ rows: count() })
      .from(auditLog)
      .where(and(eq(auditLog.entity, "company"), inArray(auditLog.entityId, ids)));
    await close();
    expect(audited?.rows).toBe(ids.length);
  });

async function getNames(admin: ApiClient): Promise<Set<string>> {
  const names = new Set<string>();
  for (let pageNo = 1; ; pageNo += 1) {
    const reply = await admin.call("POST", "/company/pageList", {
      pageNo,
      pageSize: 200,
      keyword: namePrefix,
    });
    const { total, list } = page.parse(reply.data);
    for (const { name } of list) names.add(name);
    if (pageNo * 200 >= total) return names;
  }
}
