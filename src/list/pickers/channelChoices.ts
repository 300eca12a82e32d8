import { channelCodeCalls } from "../../../adapters/contract/channelCode.ts";
import type { ChoiceSource } from "./choiceSource.ts";

/** Channels by name or code. */
export const channelChoices: ChoiceSource = {
  recentName: "channel",
  placeholder: "输入名称或拼音搜索",
  call: channelCodeCalls.channelPageList,
  async search(client, text, signal) {
    const keyword = text.trim();
    const body = { pageNo: 1, pageSize: 20, ...(keyword ? { keyword } : {}) };
    const page = await client.call(channelCodeCalls.channelPageList, { body }, { signal });
    return page.list.map(({ id, name, code }) => ({ value: id, label: name, found: [code] }));
  },
  async fetchByIds(client, ids, signal) {
    const body = { pageNo: 1, pageSize: Math.max(1, ids.length), ids: [...ids] };
    const page = await client.call(channelCodeCalls.channelPageList, { body }, { signal });
    return page.list.map(({ id, name }) => ({ value: id, label: name }));
  },
};
