import { buildSearchText, toPinyinSortKey } from "../modules/searchText.ts";
import type { CompanyInsert } from "./seedCompanies.ts";

/** 60 characters, the most that a name may have. */
const longestName =
  "中北低空经济与无人机农林植保巡护应急救援物流配送测绘遥感及地理信息数据采集处理综合服务（集团）股份有限公司第一运营分公司";

/** Gives a few companies the names and texts that a screen or a workbook stumbles over. */
export function applyEdgeCases(companies: CompanyInsert[]): void {
  const edges: readonly Partial<CompanyInsert>[] = [
    { name: longestName, shortName: "中北低空综合服务集团第一分公司" },
    { remark: '=HYPERLINK("http://example.com","请勿点击")' },
    { name: "𠮷祥天翼㬎航空服务有限公司", shortName: "𠮷祥天翼" },
    { name: "Aero_100%智飞航空科技有限公司", shortName: "Aero_100%" },
  ];
  for (const [index, edge] of edges.entries()) {
    const company = companies[index * 3 + 1];
    if (!company) continue;
    Object.assign(company, edge);
    company.nameOrder = toPinyinSortKey(company.name);
    company.search = buildSearchText(company.name, company.creditCode);
  }
}
