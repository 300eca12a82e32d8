import type { hangarCalls } from "../../../adapters/contract/hangar.ts";
import type { Handlers } from "../../call.ts";
import { pageQuery } from "../../list/pageQuery.ts";
import { hangarList, hangarRow } from "./hangarList.ts";
import { hangarAdd } from "./hangarSave.ts";
import { liveHangar } from "./liveHangar.ts";

export const hangarHandlers: Handlers<typeof hangarCalls> = {
  hangarList: ({ body }, call) => pageQuery(call, hangarList, body, hangarRow),
  hangarOne: async ({ params }, { db }) => hangarRow(await liveHangar(db, params.id)),
  hangarAdd,
};
