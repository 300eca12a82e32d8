import { type UserRow, userCalls } from "../../../adapters/contract/user.ts";
import type { ChoiceSource } from "../../list/pickers/choiceSource.ts";

const toChoice = ({ id, name, companyName }: UserRow) => ({ value: id, label: `${name}（${companyName}）` });

/** The companies' users who may sign in, by name or phone; of equal names the company tells. */
export const userChoices: ChoiceSource = {
  placeholder: "输入姓名、完整手机号或后四位搜索",
  async search(client, text, signal) {
    const keyword = text.trim();
    const body = { pageNo: 1, pageSize: 20, status: "normal" as const, ...(keyword ? { keyword } : {}) };
    const page = await client.call(userCalls.userPageList, { body }, { signal });
    return page.list.map(toChoice);
  },
  async fetchByIds(client, ids, signal) {
    const body = { pageNo: 1, pageSize: 200, ids: [...ids] };
    const page = await client.call(userCalls.userPageList, { body }, { signal });
    return page.list.map(toChoice);
  },
};
