import {
  IconAffiliate,
  IconBuildingStore,
  IconChartHistogram,
  IconDrone,
  IconMessages,
  IconReceipt,
  IconServerCog,
  IconUserCircle,
} from "@tabler/icons-react";
import type { ComponentType } from "react";
import type { PageGroup } from "../../../machines/permissions.ts";
import type { GroupName } from "../../pageApi/pageMeta.ts";
import { type PageEntry, pages } from "./pages.ts";

type GroupRow = readonly [name: GroupName, title: string, icon: PageEntry["icon"]];

const groupTable: readonly GroupRow[] = [
  ["page", "任务管理", IconDrone],
  ["account", "账号管理", IconUserCircle],
  ["order", "订单管理", IconReceipt],
  ["goods", "商品管理", IconBuildingStore],
  ["channel", "渠道管理", IconAffiliate],
  ["msg", "消息管理", IconMessages],
  ["operate", "运维管理", IconServerCog],
  ["statistics", "数据统计", IconChartHistogram],
];

/** The groups in order; each page names its group in its `meta`. */
const allGroups: readonly PageGroup<PageEntry>[] = groupTable.map(([name, title], index) => ({
  path: `/${name}`,
  title,
  order: index + 1,
  pages: pages.filter(({ group, hidden }) => group === name && !hidden),
}));

/** Of the first page, which stands above the groups. */
export const deskPath = "/desk";

/** Whether a platform has the page: one without the calls beyond the specification lacks some. */
export const isOnPlatform = (
  { group, own }: Pick<PageEntry, "group" | "own">,
  extensions: boolean,
): boolean => extensions || (group !== "own" && !own);

const specifiedGroups = allGroups.map((group) => ({
  ...group,
  pages: group.pages.filter((page) => isOnPlatform(page, false)),
}));

/** The groups with the pages that the platform has. */
export const getMenuGroups = (extensions: boolean): readonly PageGroup<PageEntry>[] =>
  extensions ? allGroups : specifiedGroups;

const iconByPath = new Map<string, ComponentType<{ size?: number | string; stroke?: number | string }>>(
  groupTable.map(([name, , icon]) => [`/${name}`, icon]),
);

/** The icon of a group, by its path. */
export const getGroupIcon = (path: string) => iconByPath.get(path) ?? IconDrone;
