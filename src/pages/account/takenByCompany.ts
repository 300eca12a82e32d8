import { companyCalls } from "../../../adapters/contract/company.ts";
import type { Client } from "../../../adapters/http/client.ts";

const words = { name: "该企业名称已存在", creditCode: "该统一社会信用代码已存在" } as const;

/** Says whether another company has this name or credit code already. */
export const takenByCompany =
  (field: keyof typeof words) =>
  async (client: Client, value: string, id: string | null, signal: AbortSignal): Promise<string | null> => {
    const wanted = value.toUpperCase();
    const body = { pageNo: 1, pageSize: 20, keyword: value };
    const { list } = await client.call(companyCalls.companyPageList, { body }, { signal });
    const other = list.find((company) => company[field].toUpperCase() === wanted && company.id !== id);
    return other ? words[field] : null;
  };
