import { type DeviceRow, deviceCalls } from "../../../adapters/contract/device.ts";
import type { Client } from "../../../adapters/http/client.ts";
import type { ChoiceSource } from "../../list/pickers/choiceSource.ts";

const toChoice = ({ sn, name, hangarId }: DeviceRow) => ({
  value: sn,
  label: `${name}（${sn}）${hangarId === null ? "" : " 已在机场中"}`,
});

/** One company's drones by serial number. */
export function createDroneSource(companyId: string): ChoiceSource {
  const fetchDrones = async (client: Client, keyword: string, signal: AbortSignal) => {
    const query = { kind: "drone" as const, companyId, ...(keyword ? { keyword } : {}) };
    return client.call(deviceCalls.deviceList, { query }, { signal });
  };
  return {
    placeholder: "输入名称或序列号搜索",
    search: async (client, text, signal) => (await fetchDrones(client, text.trim(), signal)).map(toChoice),
    fetchByIds: async (client, sns, signal) =>
      (await fetchDrones(client, "", signal)).filter(({ sn }) => sns.includes(sn)).map(toChoice),
  };
}
