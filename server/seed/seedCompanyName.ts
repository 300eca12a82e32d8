import type { Faker } from "@faker-js/faker";
import type { CompanyRecord } from "../modules/company/companyList.ts";

const first = [..."云天航翼鹰翔凌瀚星辰华中东博远恒锐智鸿安宏创卓致盛嘉"];
const second = [..."图睿途拓测程宇驰飞海源科景通达成信铭川岳泽峰颐朗衡"];
const trades = [
  "测绘地理信息",
  "植保服务",
  "电力巡检",
  "应急救援装备",
  "无人机物流",
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

export interface SeedName {
  readonly type: CompanyRecord["type"];
  readonly name: string;
  readonly shortName: string;
}

/**
 * A believable name for a customer of a drone platform.
 * @param place city or county with its ending, `苏州市`
 */
export function seedCompanyName(chance: Faker, place: string): SeedName {
  const pick = chance.helpers.arrayElement<string>;
  const short =
    place.length > 2 ? place.replace(/(特别行政区|自治州|自治县|地区|林区|市|区|县|旗|盟)$/, "") : place;
  const brand = pick(first) + pick(second);
  const type = chance.helpers.weightedArrayElement<SeedName["type"]>([
    { weight: 70, value: "enterprise" },
    { weight: 12, value: "government" },
    { weight: 10, value: "institution" },
    { weight: 8, value: "individual" },
  ]);
  if (type === "government") return named(type, `${place}${pick(bureaus)}`, short);
  if (type === "institution") return named(type, `${place}${pick(institutes)}`, short);
  if (type === "individual") return named(type, `${short}${brand}${pick(shops)}`, brand);
  const trade = pick(trades);
  return named(type, `${short}${brand}${trade}${pick(firmForms)}`, brand + trade.slice(0, 2));
}

const named = (type: SeedName["type"], name: string, short: string): SeedName => ({
  type,
  name,
  shortName: type === "government" || type === "institution" ? `${short}${name.slice(-4)}` : short,
});
