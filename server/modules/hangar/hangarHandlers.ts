import type { hangarCalls } from "../../../adapters/contract/hangar.ts";
import type { Handlers } from "../../call.ts";
import { queryPage } from "../../list/queryPage.ts";
import { getHangar } from "./getHangar.ts";
import { hangarList, toHangarRow } from "./hangarList.ts";
import { hangarAdd } from "./hangarSave.ts";

export const hangarHandlers: Handlers<typeof hangarCalls> = {
  hangarList: ({ body }, call) => queryPage(call, hangarList, body, toHangarRow),
  hangarOne: async ({ params }, { db }) => toHangarRow(await getHangar(db, params.id)),
  hangarAdd,
};
