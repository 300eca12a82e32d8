import { creditCheckCharacter } from "../../adapters/contract/creditCode.ts";
import { companies } from "../../server/db/schema/company.ts";
import { users } from "../../server/db/schema/user.ts";
import { pinyinOrder, searchText } from "../../server/modules/pinyinOrder.ts";
import { seedReference } from "../../server/seed/seedReference.ts";
import type { TestPlatform } from "../platform.ts";

type CompanyFields = Partial<typeof companies.$inferInsert>;
type UserFields = Partial<typeof users.$inferInsert>;

/** Makes records that differ in nothing but what a test names. */
export interface DataFactory {
  readonly company: (fields?: CompanyFields) => Promise<typeof companies.$inferSelect>;
  readonly user: (companyId: string, fields?: UserFields) => Promise<typeof users.$inferSelect>;
  /** A credit code and a phone that nothing has yet. */
  readonly creditCode: () => string;
  readonly phone: () => string;
}

/** Records for one test platform, which gets the regions and dictionaries as well. */
export async function dataFactory({ db, clock, platform: { newId } }: TestPlatform): Promise<DataFactory> {
  await seedReference(db);
  let count = 0;
  const next = () => String(++count).padStart(4, "0");
  const creditCode = () => {
    const first17 = `91440300MA5D${next()}0`;
    return first17 + creditCheckCharacter(first17);
  };
  const phone = () => `1850000${next()}`;
  const stamps = () => ({ createdAt: clock.now(), updatedAt: clock.now() });
  return {
    creditCode,
    phone,
    company: async (fields = {}) => {
      const name = fields.name ?? `测试企业${next()}`;
      const filled = { creditCode: creditCode(), phone: phone(), ...fields };
      const [made] = await db
        .insert(companies)
        .values({
          id: newId(),
          ...stamps(),
          name,
          nameOrder: pinyinOrder(name),
          shortName: "测试",
          type: "enterprise",
          level: "B",
          contact: "张三",
          regionId: "440305",
          regionName: "广东省深圳市南山区",
          address: "科技园路1号",
          search: searchText(name, filled.creditCode),
          ...filled,
        })
        .returning();
      if (!made) throw new Error("The company was not written");
      return made;
    },
    user: async (companyId, fields = {}) => {
      const name = fields.name ?? `用户${next()}`;
      const phoneNumber = fields.phoneNumber ?? phone();
      const [made] = await db
        .insert(users)
        .values({
          id: newId(),
          ...stamps(),
          name,
          nameOrder: pinyinOrder(name),
          phoneNumber,
          companyId,
          companyName: "测试企业",
          companyNameOrder: "ce shi qi ye",
          role: "pilot",
          passwordHash: "none",
          search: searchText(name),
          ...fields,
        })
        .returning();
      if (!made) throw new Error("The user was not written");
      return made;
    },
  };
}
