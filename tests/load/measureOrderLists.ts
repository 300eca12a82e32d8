import { openDatabase } from "../../server/db/openDatabase.ts";
import { orders } from "../../server/db/schema/order.ts";
import { type ApiClient, loginClient } from "../process/apiClient.ts";
import { startServer } from "../process/serverProcess.ts";
import { measureListCalls, measureListQueries, type QueryTimes, type SampleOrder } from "./listQueries.ts";
import { measureExport } from "./measureExport.ts";
import type { BenchResult } from "./report.ts";
import { seedManyOrders } from "./seedManyOrders.ts";
import { quantile } from "./statistics.ts";

/** Measures the order list's queries and export on many orders, in a separate data folder. */
export async function measureOrderLists(dataDir: string, count = 100_000): Promise<BenchResult[]> {
  await seedManyOrders(dataDir, count);
  const { known, pages } = await measureDatabase(dataDir);
  await using server = await startServer({ dataDir, env: { FLEET: "4" } });
  const finance = await loginClient(server.url, "13800000003");
  const answers = await measureListCalls(finance, known);
  const desk = await measureDesk(await loginClient(server.url, "13800000001"));
  const { rows, bytes, seconds, cpuSeconds, growthMb } = await measureExport(
    server,
    finance,
    "/order/v3/export",
  );
  await server.stop();
  return [
    ...pages.map((page) => toResult(`orders, ${page.name}: page`, page, "p99 ≤ 50 ms", page.p99 <= 50)),
    ...answers.map((answer) =>
      toResult(`orders, ${answer.name}: page, sums, counts`, answer, "p50 ≤ 150 ms", answer.p50 <= 150),
    ),
    {
      label: "desk of an admin",
      measured: `p50 ${desk.p50.toFixed(1)}, p95 ${desk.p95.toFixed(1)} ms`,
      budget: "p95 ≤ 100 ms",
      isWithinBudget: desk.p95 <= 100,
    },
    {
      label: `export of ${rows} orders`,
      measured: `${seconds.toFixed(1)} s (CPU ${cpuSeconds.toFixed(1)} s), ${(bytes / 1e6).toFixed(1)} MB`,
      budget: "≤ 5 s",
      isWithinBudget: seconds <= 5,
    },
    { label: "memory it took", measured: `${growthMb.toFixed(0)} MB`, budget: "flat" },
  ];
}

/** Milliseconds of the whole answer with the counts of an admin, who sees all of them. */
async function measureDesk(admin: ApiClient): Promise<{ readonly p50: number; readonly p95: number }> {
  const times: number[] = [];
  for (let turn = 0; turn < 60; turn += 1) {
    const from = performance.now();
    const { state, message } = await admin.call("POST", "/x/desk");
    if (state !== 0) throw new Error(`desk: ${message}`);
    if (turn >= 10) times.push(performance.now() - from);
  }
  return { p50: quantile(times, 0.5), p95: quantile(times, 0.95) };
}

const toResult = (
  label: string,
  { p50, p99 }: QueryTimes,
  budget: string,
  isWithinBudget: boolean,
): BenchResult => ({
  label,
  measured: `p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)} ms`,
  budget,
  isWithinBudget,
});

/** Measures the database alone, before a server opens it. */
async function measureDatabase(dataDir: string): Promise<{ known: SampleOrder; pages: QueryTimes[] }> {
  const { db, close } = await openDatabase({ url: undefined, dataDir });
  try {
    const [known] = await db
      .select({ companyId: orders.companyId, orderNo: orders.orderNo })
      .from(orders)
      .orderBy(orders.id)
      .limit(1);
    if (!known) throw new Error("There are no orders");
    return { known, pages: await measureListQueries(db, known) };
  } finally {
    await close();
  }
}
