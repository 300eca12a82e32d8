import { companyCalls } from "../../../adapters/contract/company.ts";
import type { Client } from "../../../adapters/http/client.ts";

const messages = { name: "该企业名称已存在", creditCode: "该统一社会信用代码已存在" } as const;

/** Says whether another company has this name or credit code already. */
export const validateUniqueCompany =
  (field: keyof typeof messages) =>
  async (client: Client, value: string, id: string | null, signal: AbortSignal): Promise<string | null> => {
    const normalized = value.toUpperCase();
    const body = { pageNo: 1, pageSize: 20, keyword: value };
    const { list } = await client.call(companyCalls.companyPageList, { body }, { signal });
    const duplicate = list.find(
      (company) => company[field].toUpperCase() === normalized && company.id !== id,
    );
    return duplicate ? messages[field] : null;
  };
