import type { serviceCalls } from "../../../adapters/contract/service.ts";
import type { Handlers } from "../../call.ts";
import { queryPage } from "../../list/queryPage.ts";
import { getService } from "./getService.ts";
import { findMatchingTreeIds, loadServiceTree, serviceList } from "./serviceList.ts";
import { toServiceRow, toServiceRows } from "./serviceRow.ts";
import { serviceModify } from "./serviceSave.ts";
import { serviceDelete, serviceSoldOut, serviceUpShelf } from "./serviceShelf.ts";

export const serviceHandlers: Handlers<typeof serviceCalls> = {
  servicePageList: async ({ body }, call) => {
    const { pageNo, pageSize, sort } = body;
    const ids = await findMatchingTreeIds(call, body);
    const query = { pageNo, pageSize, ...(sort ? { sort } : {}), ...(ids ? { ids } : {}) };
    const page = await queryPage(call, serviceList, query, (record) => record);
    return { ...page, list: await toServiceRows(call.db, page.list) };
  },
  serviceTreeList: ({ query }, { db }) => loadServiceTree(db, query),
  serviceTreeListPost: ({ body = {} }, { db }) => loadServiceTree(db, body),
  serviceOne: async ({ params }, { db }) => toServiceRow(db, await getService(db, params.id)),
  serviceModify,
  serviceDelete,
  serviceUpShelf,
  serviceSoldOut,
};
