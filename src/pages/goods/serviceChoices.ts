import { type ServiceRow, serviceCalls } from "../../../adapters/contract/service.ts";
import type { Client } from "../../../adapters/http/client.ts";
import type { ChoiceSource } from "../../list/pickers/choiceSource.ts";

const toChoice = ({ id, name, code }: ServiceRow) => ({ value: id, label: `${name}（${code}）` });

async function fetchServices(
  client: Client,
  filters: { keyword?: string; ids?: string[] },
  signal: AbortSignal,
) {
  const body = { pageNo: 1, pageSize: 200, sort: { field: "code", order: "asc" } as const, ...filters };
  return (await client.call(serviceCalls.servicePageList, { body }, { signal })).list;
}

/** Possible parents: services of the first two levels. */
export const parentServiceChoices: ChoiceSource = {
  placeholder: "不选则为一级服务",
  call: serviceCalls.servicePageList,
  search: async (client, text, signal) => {
    const keyword = text.trim();
    const found = await fetchServices(client, keyword ? { keyword } : {}, signal);
    return found.filter(({ level }) => level < 3).map(toChoice);
  },
  fetchByIds: async (client, ids, signal) =>
    (await fetchServices(client, { ids: [...ids] }, signal))
      .filter(({ id }) => ids.includes(id))
      .map(toChoice),
};

/** All services by name or code. */
export const serviceChoices: ChoiceSource = {
  ...parentServiceChoices,
  placeholder: "输入服务名称搜索",
  search: async (client, text, signal) => {
    const keyword = text.trim();
    return (await fetchServices(client, keyword ? { keyword } : {}, signal)).map(toChoice);
  },
};
