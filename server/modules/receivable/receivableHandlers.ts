import type { receivableCalls } from "../../../adapters/contract/receivable.ts";
import type { Handlers } from "../../call.ts";
import { readReceivableSums, readReceivables } from "./receivableList.ts";

export const receivableHandlers: Handlers<typeof receivableCalls> = {
  receivableList: async ({ body }, call) => {
    const { companies: total, ...sums } = await readReceivableSums(call, body);
    const { pageNo, pageSize } = body;
    return { list: await readReceivables(call, body), total, pageNo, pageSize, sums };
  },
};
