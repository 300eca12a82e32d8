import { pinyinOrder, searchText } from "../modules/pinyinOrder.ts";
import type { CompanyInsert } from "./seedCompanies.ts";

const longest =
  "内蒙古自治区呼伦贝尔市鄂伦春自治旗大兴安岭农垦集团低空经济与无人机植保巡护应急救援综合服务有限责任公司托扎敏乡分公司第一作业队";

/** Gives a few companies the names and texts that a screen or a workbook stumbles over. */
export function edgeCompanies(companies: CompanyInsert[]): void {
  const edges: readonly Partial<CompanyInsert>[] = [
    { name: longest.slice(0, 60), shortName: "大兴安岭农垦低空综合服务" },
    { remark: '=HYPERLINK("http://example.com","请勿点击")' },
    { name: "𠮷林省天翼㬎航空服务有限公司", shortName: "𠮷林天翼" },
    { name: "Aero_100%智飞（苏州）科技有限公司", shortName: "Aero_100%" },
  ];
  for (const [index, edge] of edges.entries()) {
    const company = companies[index * 3 + 1];
    if (!company) continue;
    Object.assign(company, edge);
    company.nameOrder = pinyinOrder(company.name);
    company.search = searchText(company.name, company.creditCode, company.phone);
  }
}
