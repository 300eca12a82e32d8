import { staffCalls } from "../../../adapters/contract/staff.ts";
import type { Client } from "../../../adapters/http/client.ts";
import type { Choice, ChoiceSource } from "./choiceSource.ts";

const fetchStaff = async (client: Client, signal: AbortSignal): Promise<readonly Choice[]> => {
  const staff = await client.call(staffCalls.sysAdminList, {}, { signal });
  return staff.map(({ id, name }) => ({ value: id, label: name }));
};

/** Account managers are staff. */
export const managerChoices: ChoiceSource = {
  placeholder: "选择客户经理",
  async search(client, text, signal) {
    return (await fetchStaff(client, signal)).filter((choice) => choice.label.includes(text.trim()));
  },
  async fetchByIds(client, ids, signal) {
    return (await fetchStaff(client, signal)).filter((choice) => ids.includes(choice.value));
  },
};
