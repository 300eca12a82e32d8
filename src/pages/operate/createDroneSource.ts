import { type DeviceRow, deviceCalls } from "../../../adapters/contract/device.ts";
import type { Client } from "../../../adapters/http/client.ts";
import type { ChoiceSource } from "../../list/pickers/choiceSource.ts";
import { filterByName } from "../../list/pickers/nameSearch.ts";

const toChoice = ({ sn, name, hangarId }: DeviceRow) => ({
  value: sn,
  label: `${name}（${sn}）${hangarId === null ? "" : " 已在机场中"}`,
});

/** One company's drones by serial number. */
export function createDroneSource(companyId: string): ChoiceSource {
  const fetchChoices = async (client: Client, signal: AbortSignal) => {
    const query = { kind: "drone" as const, companyId };
    return (await client.call(deviceCalls.deviceList, { query }, { signal })).map(toChoice);
  };
  return {
    placeholder: "输入名称、拼音或序列号搜索",
    search: async (client, text, signal) => filterByName(text, await fetchChoices(client, signal)),
    fetchByIds: async (client, sns, signal) =>
      (await fetchChoices(client, signal)).filter(({ value }) => sns.includes(value)),
  };
}
