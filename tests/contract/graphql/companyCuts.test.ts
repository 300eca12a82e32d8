import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { companyQuery } from "../../../adapters/contract/graphql/companyView.ts";
import { wholeListMax } from "../../../adapters/contract/page.ts";
import { insertAll } from "../../../server/db/insertAll.ts";
import { serviceGrants } from "../../../server/db/schema/serviceGrant.ts";
import { createTestPlatform } from "../../helpers/testPlatform.ts";
import { insertDrone } from "../device/deviceRecords.ts";
import { askCompany } from "./askGraphql.ts";
import { insertOneOfEach } from "./oneOfEach.ts";

const ctx = await createTestPlatform();
const { ids } = await insertOneOfEach(ctx);
afterAll(() => ctx.close());

const ask = async (first: number) => {
  const { body } = await askCompany(ctx, await ctx.loginAs("admin"), ids.company, first);
  const { company } = companyQuery.data.parse(body.data);
  if (!company) throw new Error("there is a company");
  return company;
};

test("A company's devices are all counted, whatever is shown of them: the newest", async () => {
  const owner = { id: ids.company, name: "北京天翼飞行科技有限公司" };
  for (let day = 1; day <= 4; day++)
    await insertDrone(ctx.db, owner, {
      name: `新机 ${day}`,
      createdAt: new Date(Date.UTC(2026, 2, day + 2)),
    });
  const { devices } = await ask(2);
  expect(devices).toMatchObject({ total: 7, drones: 5, hangars: 1, boxes: 1 });
  expect(devices?.rows.map(({ name }) => name)).toEqual(["新机 4", "新机 3"]);
});

test("A company's services are all counted, also beyond those that a list without pages has", async () => {
  const [grant] = await ctx.db.select().from(serviceGrants).where(eq(serviceGrants.companyId, ids.company));
  if (!grant) throw new Error("the company has a service");
  const copies = Array.from({ length: wholeListMax + 1 }, () => ({ ...grant, id: ctx.platform.newId() }));
  await insertAll(ctx.db, serviceGrants, copies);
  const { grants } = await ask(2);
  expect([grants?.total, grants?.rows.length]).toEqual([wholeListMax + 2, 2]);
});
