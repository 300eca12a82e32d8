import type { ApiClient } from "../../../process/apiClient.ts";
import { toServerPath } from "../../lists/listSpec.ts";
import { pageLists } from "../../lists/pageLists.ts";

/** A list page, as the list and export drivers need it. */
export interface ListTarget {
  readonly title: string;
  /**
   * Coverage of the list machine: every transition on one page (`whole`), every state (`brief`), or one path through
   * the loading states (`once`). The list engine is the same for all.
   */
  readonly walk: "whole" | "brief" | "once";
  readonly noun: string;
  readonly address: string;
  /** Path of the list call. */
  readonly call: string;
  readonly selectable: boolean;
  /** URL pattern of the call that 批量冻结 sends for each row; null if batches are not tested here. */
  readonly freezePattern: string | null;
  /** Path of the export call, or null. */
  readonly exportPath: string | null;
  /** Creates a first row if the demo data has none. */
  readonly createFirstRow?: (admin: ApiClient) => Promise<unknown>;
}

/** What differs from one path through the loading states of a list that has rows. */
const others: Readonly<Record<string, Partial<ListTarget>>> = {
  "/account/accountList": { walk: "whole", freezePattern: "**/wms/api/company/frozen/**" },
  "/account/userList": { walk: "brief" },
  "/account/userList?tab=staff": { walk: "brief" },
  "/exports": { createFirstRow: ({ download }) => download("/company/export") },
  "/screens": {
    createFirstRow: ({ call }) =>
      call("POST", "/x/screen/save", { requestId: "first-screen", name: "指挥中心", layout: "map" }),
  },
};

/** Every list of the console. */
export const listTargets: readonly ListTarget[] = pageLists.map((list) => ({
  title: list.name,
  walk: "once",
  noun: list.noun,
  address: list.path,
  call: toServerPath(list.call),
  selectable: list.selectable,
  freezePattern: null,
  exportPath: list.export ? toServerPath(list.export) : null,
  ...others[list.path],
}));
