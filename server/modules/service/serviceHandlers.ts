import type { serviceCalls } from "../../../adapters/contract/service.ts";
import type { Handlers } from "../../call.ts";
import { pageQuery } from "../../list/pageQuery.ts";
import { liveService } from "./liveService.ts";
import { fittingInTree, serviceList, serviceTree } from "./serviceList.ts";
import { serviceRow, serviceRows } from "./serviceRow.ts";
import { serviceModify } from "./serviceSave.ts";
import { serviceDelete, serviceSoldOut, serviceUpShelf } from "./serviceShelf.ts";

export const serviceHandlers: Handlers<typeof serviceCalls> = {
  servicePageList: async ({ body }, call) => {
    const { pageNo, pageSize, sort } = body;
    const ids = await fittingInTree(call, body);
    const query = { pageNo, pageSize, ...(sort ? { sort } : {}), ...(ids ? { ids } : {}) };
    const page = await pageQuery(call, serviceList, query, (record) => record);
    return { ...page, list: await serviceRows(call.db, page.list) };
  },
  serviceTreeList: ({ query }, { db }) => serviceTree(db, query),
  serviceTreeListPost: ({ body = {} }, { db }) => serviceTree(db, body),
  serviceOne: async ({ params }, { db }) => serviceRow(db, await liveService(db, params.id)),
  serviceModify,
  serviceDelete,
  serviceUpShelf,
  serviceSoldOut,
};
