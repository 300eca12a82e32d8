import type { Faker } from "@faker-js/faker";
import { computeCheckCharacter } from "../../adapters/contract/creditCodeCheck.ts";
import type { companies } from "../../server/db/schema/company.ts";
import type { CompanyRecord } from "../../server/modules/company/companyList.ts";
import { buildSearchText, toPinyinSortKey } from "../../server/records/searchText.ts";
import { createRegionRows } from "../../server/reference/region/createRegionRows.ts";
import { createUnique, seedPhone } from "./seedPhone.ts";

const firstCharacters = [..."云天航翼鹰翔凌瀚星辰华中东博远恒锐智鸿安宏创卓致盛嘉"];
const secondCharacters = [..."图睿途拓测程宇驰飞海源科景通达成信铭川岳泽峰颐朗衡"];
const trades = [
  "测绘地理信息",
  "植保服务",
  "电力巡检",
  "应急救援装备",
  "低空物流",
  "通用航空",
  "遥感信息",
  "农业科技",
  "管线巡护",
  "智慧城市",
  "航拍文化",
  "环境监测",
  "低空经济发展",
  "林业调查规划",
  "桥梁检测",
];
const firmForms = ["有限公司", "有限公司", "有限公司", "有限责任公司", "股份有限公司"];
const bureaus = [
  "应急管理局",
  "自然资源局",
  "林业和草原局",
  "农业农村局",
  "交通运输局",
  "水务局",
  "生态环境局",
];
const institutes = [
  "测绘研究院",
  "农业科学研究院",
  "林业调查规划院",
  "地质环境监测站",
  "防汛抗旱服务中心",
  "气象服务中心",
];
const shops = ["植保服务部", "航拍工作室", "飞防服务队", "无人机维修部"];

const ethnicGroups =
  "朝鲜族|土家族|苗族|布依族|侗族|彝族|哈尼族|傣族|白族|景颇族|傈僳族|藏族|羌族|壮族|回族|蒙古族|蒙古|哈萨克|柯尔克孜";
const placeSuffix = new RegExp(`(${ethnicGroups})*(特别行政区|自治州|自治县|地区|林区|市|区|县|旗|盟)$`);

/** The short form used in company names: 苏州, 果洛, 延边. Names of two characters do not change. */
const shortenPlace = (place: string) => (place.length > 2 ? place.replace(placeSuffix, "") : place);

interface CompanyName {
  readonly type: CompanyRecord["type"];
  readonly name: string;
  readonly shortName: string;
}

/**
 * Creates a realistic company name.
 * @param place city or county with its suffix, `苏州市`
 */
function createCompanyName(faker: Faker, place: string): CompanyName {
  const pick = faker.helpers.arrayElement<string>;
  const short = shortenPlace(place);
  const brand = pick(firstCharacters) + pick(secondCharacters);
  const type = faker.helpers.weightedArrayElement<CompanyName["type"]>([
    { weight: 70, value: "enterprise" },
    { weight: 12, value: "government" },
    { weight: 10, value: "institution" },
    { weight: 8, value: "individual" },
  ]);
  if (type === "government" || type === "institution") {
    const agency = pick(type === "government" ? bureaus : institutes);
    return { type, name: `${place}${agency}`, shortName: `${short}${agency}` };
  }
  if (type === "individual") return { type, name: `${short}${brand}${pick(shops)}`, shortName: brand };
  const trade = pick(trades);
  return { type, name: `${short}${brand}${trade}${pick(firmForms)}`, shortName: brand + trade.slice(0, 2) };
}

interface SeedPlace {
  readonly regionId: string;
  readonly regionName: string;
  /** Name of the city or municipality, or of the county if it has none above it. */
  readonly city: string;
  readonly county: string;
  readonly center: readonly [number, number];
}

/** Returns a picker of mainland counties, province by province in turn, so that even few companies spread widely. */
function createPlacePicker(faker: Faker): () => SeedPlace {
  const rows = createRegionRows();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const provinces = rows.filter(
    ({ level, hasChildren, id }) => level === "province" && hasChildren && id < "7",
  );
  const counties = rows.filter((row) => !row.hasChildren && row.lng && row.lat && row.id < "7");
  const countiesByProvince = faker.helpers
    .shuffle(provinces)
    .map(({ id }) => counties.filter((row) => row.id.startsWith(id.slice(0, 2))));
  let next = 0;
  return () => {
    const row = faker.helpers.arrayElement(
      countiesByProvince[next++ % countiesByProvince.length] ?? counties,
    );
    const parent = byId.get(row.parentId ?? "");
    return {
      regionId: row.id,
      regionName: row.fullName,
      city: parent?.name.endsWith("市") || parent?.level === "city" ? parent.name : row.name,
      county: row.name,
      center: [row.lng ?? 0, row.lat ?? 0],
    };
  };
}

const alphabet = "0123456789ABCDEFGHJKLMNPQRTUWXY";
const organisationAlphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const organisationWeights = [3, 7, 9, 10, 5, 8, 4, 2];

/** Check character of the 8 characters of an organisation code (GB 11714-1997). */
function getOrganisationCheck(first8: string): string {
  const sum = [...first8].reduce(
    (total, character, at) =>
      total + organisationAlphabet.indexOf(character) * (organisationWeights[at] ?? 0),
    0,
  );
  const check = 11 - (sum % 11);
  return check === 10 ? "X" : check === 11 ? "0" : String(check);
}

/** The first two characters: registering authority and kind of organisation. */
const typePrefixes = { enterprise: "91", individual: "92", government: "11", institution: "12" } as const;

/** Creates a unified social credit code (GB 32100-2015) of the region, with valid check characters. */
function createCreditCode(faker: Faker, type: keyof typeof typePrefixes, regionId: string): string {
  const random = Array.from({ length: 6 }, () => faker.helpers.arrayElement([...alphabet])).join("");
  const organisation = `MA${random}`;
  const first17 = `${typePrefixes[type]}${regionId}${organisation}${getOrganisationCheck(organisation)}`;
  return first17 + computeCheckCharacter(first17);
}

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

/** Returns a function that creates a new, unique company. User counts are set later. */
export function seedCompanies(
  { faker, now, newId }: SeedContext,
  managers: readonly NamedReference[],
  channels: readonly NamedReference[],
): () => CompanyInsert {
  const nextPlace = createPlacePicker(faker);
  const nextPhone = createUnique(() => seedPhone(faker));
  const names = new Set<string>();
  const codes = new Set<string>();
  const createIdentity = () => {
    for (;;) {
      const place = nextPlace();
      const identity = createCompanyName(faker, place.city);
      const creditCode = createCreditCode(faker, identity.type, place.regionId);
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
      // Provisional: `seedBoxes` recounts.
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

/** End of the latest grant: some past, some within a week or a month, most later; null for new companies. */
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
