import { openDatabase } from "../../server/db/open.ts";
import { orders } from "../../server/db/schema/order.ts";
import { startServer } from "../running/serverProcess.ts";
import { signedIn } from "../running/signedIn.ts";
import { exportRun } from "./exportRun.ts";
import { answerTimes, type Known, listTimes, type QueryFigures } from "./listQueries.ts";
import { manyOrders } from "./manyOrders.ts";
import type { Line } from "./report.ts";

/** The order list's queries and its export on so many orders, in a data folder of their own. */
export async function orderRows(dataDir: string, count = 100_000): Promise<Line[]> {
  await manyOrders(dataDir, count);
  const { known, pages } = await alone(dataDir);
  await using server = await startServer({ dataDir, env: { FLEET: "4" } });
  const finance = await signedIn(server.url, "13800000003");
  const answers = await answerTimes(finance, known);
  const { rows, bytes, seconds, cpuSeconds, growthMb } = await exportRun(server, finance, "/order/v3/export");
  await server.stop();
  return [
    ...pages.map((page) => line(`orders, ${page.name}: page`, page, "p99 ≤ 50 ms", page.p99 <= 50)),
    ...answers.map((answer) =>
      line(`orders, ${answer.name}: page, sums, counts`, answer, "p50 ≤ 150 ms", answer.p50 <= 150),
    ),
    {
      what: `export of ${rows} orders`,
      figure: `${seconds.toFixed(1)} s (CPU ${cpuSeconds.toFixed(1)} s), ${(bytes / 1e6).toFixed(1)} MB`,
      budget: "≤ 5 s",
      holds: seconds <= 5,
    },
    { what: "memory it took", figure: `${growthMb.toFixed(0)} MB`, budget: "flat" },
  ];
}

const line = (what: string, { p50, p99 }: QueryFigures, budget: string, holds: boolean): Line => ({
  what,
  figure: `p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)} ms`,
  budget,
  holds,
});

/** What the database takes by itself, before a server has it. */
async function alone(dataDir: string): Promise<{ known: Known; pages: QueryFigures[] }> {
  const { db, close } = await openDatabase({ url: undefined, dataDir });
  try {
    const [known] = await db
      .select({ companyId: orders.companyId, orderNo: orders.orderNo })
      .from(orders)
      .orderBy(orders.id)
      .limit(1);
    if (!known) throw new Error("There are no orders");
    return { known, pages: await listTimes(db, known) };
  } finally {
    await close();
  }
}
