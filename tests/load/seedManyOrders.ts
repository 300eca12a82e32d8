import { seedDemo } from "../../demo/seed/seedDemo.ts";
import { openDatabase } from "../../server/db/openDatabase.ts";
import { vacuum } from "../../server/db/vacuum.ts";

/** Fills a data folder with demo data of many orders, 50 per company, as after some time in production. */
export async function seedManyOrders(dataDir: string, orders: number): Promise<void> {
  const { db, close } = await openDatabase({ url: undefined, dataDir });
  try {
    const companies = orders / 50;
    await seedDemo(db, new Date(), { companies, users: companies, orders });
    await vacuum(db, "all");
  } finally {
    await close();
  }
}
