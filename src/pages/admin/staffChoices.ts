import { staffCalls } from "../../../adapters/contract/staff.ts";
import type { ChoiceSource } from "../../list/pickers/choiceSource.ts";

/** The console's accounts by name, disabled ones too: what they did stays. */
export const staffChoices: ChoiceSource = {
  placeholder: "输入姓名、完整手机号或后四位",
  async search(client, text, signal) {
    const keyword = text.trim();
    const body = { pageNo: 1, pageSize: 20, ...(keyword ? { keyword } : {}) };
    const { list } = await client.call(staffCalls.staffList, { body }, { signal });
    return list.map(({ id, name, status }) => ({
      value: id,
      label: status === "disabled" ? `${name}（已停用）` : name,
    }));
  },
  async fetchByIds(client, ids, signal) {
    const body = { pageNo: 1, pageSize: 200, ids: [...ids] };
    const { list } = await client.call(staffCalls.staffList, { body }, { signal });
    return list.map(({ id, name }) => ({ value: id, label: name }));
  },
};
