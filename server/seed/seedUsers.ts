import type { users } from "../db/schema/user.ts";
import { buildSearchText, toPinyinSortKey } from "../modules/searchText.ts";
import type { CompanyInsert, SeedContext } from "./seedCompanies.ts";
import { createUnique, seedPhone } from "./seedPhone.ts";

export type UserInsert = typeof users.$inferInsert;

/** Makes the users of one company after the other, an owner first, and enters owner and count in the company. */
export function seedUsers({ faker, now, newId }: SeedContext, passwordHash: string) {
  const nextPhone = createUnique(() => seedPhone(faker));
  return (company: CompanyInsert, count: number): UserInsert[] => {
    const created = Array.from({ length: count }, (_, index): UserInsert => {
      const name = faker.person.fullName();
      const phoneNumber = nextPhone();
      const role =
        index === 0
          ? "owner"
          : faker.helpers.arrayElement(["manager", "pilot", "pilot", "pilot", "viewer"] as const);
      const createdAt =
        index === 0 ? company.createdAt : faker.date.between({ from: company.createdAt, to: now });
      const frozen = index > 0 && faker.datatype.boolean(0.06);
      return {
        id: newId(),
        createdAt,
        updatedAt: createdAt,
        name,
        nameOrder: toPinyinSortKey(name),
        phoneNumber,
        companyId: company.id,
        companyName: company.name,
        companyNameOrder: company.nameOrder,
        role,
        licenceNo:
          role === "pilot" ? `UAS${faker.string.numeric({ length: 10, allowLeadingZeros: false })}` : "",
        status: frozen ? "frozen" : "normal",
        freezeReason: frozen ? "人员离职" : "",
        passwordHash,
        mustChange: index > 0 && faker.datatype.boolean(0.3),
        lastLoginAt: faker.datatype.boolean(0.85) ? faker.date.between({ from: createdAt, to: now }) : null,
        search: buildSearchText(name),
      };
    });
    const [owner] = created;
    Object.assign(company, {
      accountUserId: owner?.id ?? null,
      accountPhone: owner?.phoneNumber ?? "",
      userCount: created.length,
    });
    return created;
  };
}
