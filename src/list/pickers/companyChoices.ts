import { managementCalls } from "../../../adapters/contract/management.ts";
import type { ChoiceSource } from "./choiceSource.ts";

/** Companies by name; frozen ones are marked. */
export const companyChoices: ChoiceSource = {
  recentName: "company",
  placeholder: "输入名称或拼音搜索",
  async search(client, text, signal) {
    const keyword = text.trim();
    const body = { pageNo: 1, pageSize: 20, ...(keyword ? { keyword } : {}) };
    const page = await client.call(managementCalls.pageListCompany, { body }, { signal });
    return page.list.map((company) => ({
      value: company.id,
      label: company.status === "frozen" ? `${company.name}（已冻结）` : company.name,
    }));
  },
  async fetchByIds(client, ids, signal) {
    const companies = await client.call(
      managementCalls.queryCompanynames,
      { body: { ids: [...ids] } },
      { signal },
    );
    return companies.map(({ id, name }) => ({ value: id, label: name }));
  },
};
