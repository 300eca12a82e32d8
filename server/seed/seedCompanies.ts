import type { Faker } from "@faker-js/faker";
import type { companies } from "../db/schema/company.ts";
import { buildSearchText, toPinyinSortKey } from "../modules/searchText.ts";
import { seedCompanyName } from "./seedCompanyName.ts";
import { seedCreditCode } from "./seedCreditCode.ts";
import { createUnique, seedPhone } from "./seedPhone.ts";
import { seedPlaces } from "./seedPlaces.ts";

export interface SeedContext {
  readonly faker: Faker;
  readonly now: Date;
  readonly newId: () => string;
}

interface NamedReference {
  readonly id: string;
  readonly name: string;
}

export type CompanyInsert = typeof companies.$inferInsert;

const dayMs = 86_400_000;
const roads = [
  "人民路",
  "解放大道",
  "科技路",
  "创新大道",
  "中山路",
  "建设路",
  "滨河路",
  "兴业街",
  "航空路",
  "光明路",
];
const freezeReasons = ["欠费", "资料过期", "违规飞行", "企业申请停用"];

/** Makes one company after the other, all different; users are counted in later. */
export function seedCompanies(
  { faker, now, newId }: SeedContext,
  managers: readonly NamedReference[],
  channels: readonly NamedReference[],
): () => CompanyInsert {
  const nextPlace = seedPlaces(faker);
  const nextPhone = createUnique(() => seedPhone(faker));
  const names = new Set<string>();
  const codes = new Set<string>();
  const createIdentity = () => {
    for (;;) {
      const place = nextPlace();
      const identity = seedCompanyName(faker, place.city);
      const creditCode = seedCreditCode(faker, identity.type, place.regionId);
      if (names.has(identity.name) || codes.has(creditCode)) continue;
      names.add(identity.name);
      codes.add(creditCode);
      return { ...identity, creditCode, place };
    }
  };
  return () => {
    const { type, name, shortName, creditCode, place } = createIdentity();
    const phone = nextPhone();
    const ageDays = faker.number.float({ min: 0.2, max: 540 });
    const createdAt = new Date(now.getTime() - Math.round(ageDays * dayMs));
    const status = faker.helpers.maybe(() => "frozen" as const, { probability: 0.08 }) ?? "normal";
    const channel = faker.helpers.maybe(() => faker.helpers.arrayElement(channels), { probability: 0.7 });
    const manager = faker.helpers.arrayElement(managers);
    const jitter = () => faker.number.float({ min: -0.02, max: 0.02 });
    return {
      id: newId(),
      createdAt,
      updatedAt: faker.date.between({ from: createdAt, to: now }),
      name,
      nameOrder: toPinyinSortKey(name),
      shortName,
      creditCode,
      type,
      level: faker.helpers.weightedArrayElement([
        { weight: 1, value: "A" as const },
        { weight: 3, value: "B" as const },
        { weight: 4, value: "C" as const },
        { weight: 2, value: "D" as const },
      ]),
      contact: faker.person.fullName(),
      phone,
      emergencyPhone: faker.datatype.boolean(0.6) ? seedPhone(faker) : "",
      regionId: place.regionId,
      regionName: place.regionName,
      address: `${place.county}${faker.helpers.arrayElement(roads)}${faker.number.int({ min: 1, max: 999 })}号`,
      lng: Number((place.center[0] + jitter()).toFixed(6)),
      lat: Number((place.center[1] + jitter()).toFixed(6)),
      channelCodeId: channel?.id ?? null,
      channelName: channel?.name ?? "",
      managerId: manager.id,
      managerName: manager.name,
      // Without boxes behind it; seedBoxes counts anew.
      boxCount: faker.number.int({ min: 0, max: 24 }),
      orderAmountFen:
        faker.helpers.maybe(() => faker.number.int({ min: 98, max: 48_000 }) * 10_000, {
          probability: 0.85,
        }) ?? 0,
      status,
      freezeReason: status === "frozen" ? faker.helpers.arrayElement(freezeReasons) : "",
      expireAt: pickExpiry(faker, now, createdAt),
      remark: "",
      search: buildSearchText(name, creditCode),
    };
  };
}

/** The latest grant's end: some past, some within a week or a month, most later; newcomers have none yet. */
function pickExpiry(faker: Faker, now: Date, createdAt: Date): Date | null {
  const days = faker.helpers.weightedArrayElement([
    { weight: 12, value: faker.number.float({ min: -60, max: -0.5 }) },
    { weight: 10, value: faker.number.float({ min: 0.5, max: 7 }) },
    { weight: 14, value: faker.number.float({ min: 7.5, max: 30 }) },
    { weight: 54, value: faker.number.float({ min: 31, max: 720 }) },
    { weight: 10, value: null },
  ]);
  if (days === null) return null;
  const at = new Date(now.getTime() + Math.round(days * dayMs));
  return at > createdAt ? at : null;
}
