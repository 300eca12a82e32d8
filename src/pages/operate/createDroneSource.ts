import { type DeviceRow, deviceCalls, mayHaveMoreDevices } from "../../../adapters/contract/device.ts";
import type { Client } from "../../../adapters/http/client.ts";
import type { ChoiceSource } from "../../list/pickers/choiceSource.ts";
import { filterByName } from "../../list/pickers/nameSearch.ts";

const toChoice = ({ sn, name, hangarId }: DeviceRow) => ({
  value: sn,
  label: `${name}（${sn}）${hangarId === null ? "" : " 已在机场中"}`,
});

/** One company's drones by serial number. */
export function createDroneSource(companyId: string): ChoiceSource {
  const fetchDrones = (client: Client, signal: AbortSignal, keyword?: string) => {
    const query = { kind: "drone" as const, companyId, ...(keyword ? { keyword } : {}) };
    return client.call(deviceCalls.deviceList, { query }, { signal });
  };
  return {
    placeholder: "输入名称、拼音或序列号搜索",
    search: async (client, text, signal) => {
      const drones = await fetchDrones(client, signal);
      const found = await filterByName(text, drones.map(toChoice));
      if (text.trim() === "" || !mayHaveMoreDevices(drones)) return found;
      // Of more drones than one answer has, the server finds the others, though not by pinyin.
      const others = (await fetchDrones(client, signal, text.trim())).map(toChoice);
      return [...found, ...others.filter(({ value }) => !found.some((one) => one.value === value))];
    },
    fetchByIds: async (client, sns, signal) => {
      const drones = await fetchDrones(client, signal);
      const missing = sns.filter((wanted) => !drones.some(({ sn }) => sn === wanted));
      const found = mayHaveMoreDevices(drones)
        ? await Promise.all(missing.map((sn) => fetchDrones(client, signal, sn)))
        : [];
      return [...drones, ...found.flat()].filter(({ sn }) => sns.includes(sn)).map(toChoice);
    },
  };
}
