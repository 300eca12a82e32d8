import { roleLabels } from "../../../adapters/contract/roles.ts";
import { staffNames } from "../../../adapters/contract/staffNames.ts";
import type { Client } from "../../../adapters/http/client.ts";
import type { ChoiceSource } from "./choiceSource.ts";
import { matchesName } from "./typedText.ts";

const fetchStaff = async (client: Client, signal: AbortSignal) => {
  const staff = await client.call(staffNames, {}, { signal });
  return staff.map(({ id, name, pinyin, roles, ownRoleName }) => ({
    value: id,
    label: name,
    pinyin,
    hint: ownRoleName || roles.map((role) => roleLabels[role]).join("、"),
  }));
};

/** Account managers are staff. */
export const managerChoices: ChoiceSource = {
  recentName: "manager",
  placeholder: "输入姓名或拼音搜索",
  async search(client, text, signal) {
    return (await fetchStaff(client, signal)).filter(({ label, pinyin }) => matchesName(text, label, pinyin));
  },
  async fetchByIds(client, ids, signal) {
    return (await fetchStaff(client, signal)).filter((choice) => ids.includes(choice.value));
  },
};
