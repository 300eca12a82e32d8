import type { boxCalls } from "../../../adapters/contract/box.ts";
import type { Handlers } from "../../call.ts";
import { pageQuery } from "../../list/pageQuery.ts";
import { boxList } from "./boxList.ts";
import { boxRow, boxRows } from "./boxRow.ts";
import { boxAdd, boxUpdate } from "./boxSave.ts";
import { createBoxMac } from "./createBoxMac.ts";
import { liveBox } from "./liveBox.ts";

export const boxHandlers: Handlers<typeof boxCalls> = {
  createBoxMac: async (_, { db }) => ({ mac: await createBoxMac(db) }),
  boxList: async ({ body }, call) => {
    const page = await pageQuery(call, boxList, body, (record) => record);
    return { ...page, list: await boxRows(call.db, page.list) };
  },
  boxOne: async ({ params }, { db }) => boxRow(db, await liveBox(db, params.id)),
  boxAdd,
  boxUpdate,
};
