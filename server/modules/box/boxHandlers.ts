import type { boxCalls } from "../../../adapters/contract/box.ts";
import type { Handlers } from "../../call.ts";
import { queryPage } from "../../list/queryPage.ts";
import { boxList } from "./boxList.ts";
import { toBoxRow, toBoxRows } from "./boxRow.ts";
import { boxAdd, boxUpdate } from "./boxSave.ts";
import { createBoxMac } from "./createBoxMac.ts";
import { getBox } from "./getBox.ts";

export const boxHandlers: Handlers<typeof boxCalls> = {
  createBoxMac: async (_, { db }) => ({ mac: await createBoxMac(db) }),
  boxList: async ({ body }, call) => {
    const page = await queryPage(call, boxList, body, (record) => record);
    return { ...page, list: await toBoxRows(call.db, page.list) };
  },
  boxOne: async ({ params }, { db }) => toBoxRow(db, await getBox(db, params.id)),
  boxAdd,
  boxUpdate,
};
