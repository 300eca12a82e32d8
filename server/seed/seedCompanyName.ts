import type { Faker } from "@faker-js/faker";
import type { CompanyRecord } from "../modules/company/companyList.ts";

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

/** As firms put it in their names: 苏州, 果洛, 延边; a name of two characters stays whole. */
const shortenPlace = (place: string) => (place.length > 2 ? place.replace(placeSuffix, "") : place);

export interface CompanyName {
  readonly type: CompanyRecord["type"];
  readonly name: string;
  readonly shortName: string;
}

/**
 * A believable name for a customer of a drone platform.
 * @param place city or county with its ending, `苏州市`
 */
export function seedCompanyName(faker: Faker, place: string): CompanyName {
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
