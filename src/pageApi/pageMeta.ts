import type { Role } from "../../adapters/contract/roles.ts";

/** First path segments of the menu's eight groups. */
export type GroupName = "page" | "account" | "order" | "goods" | "channel" | "msg" | "operate" | "statistics";

/**
 * The description of a page in its file: `export const meta = { … } as const satisfies PageMeta`. Read at build
 * time, so only literals are allowed.
 */
export interface PageMeta {
  readonly path: `/${string}`;
  readonly title: string;
  /** The menu group; `own` pages, which the specification does not have, are beside these groups. */
  readonly group: GroupName | "own";
  /** Position within the group, from 1. */
  readonly order: number;
  /** Name of a Tabler icon component, `IconMap`. */
  readonly icon: `Icon${string}`;
  /** The roles that may open the page by the contract; by default all. */
  readonly roles?: readonly Role[];
  /** The right that these roles have, by its call's path; absent where admins cannot give or take it. */
  readonly right?: `/${string}`;
  /** Needs calls beyond the specification, as all pages of the group `own` do: absent on a platform without them. */
  readonly own?: true;
  /** Opened by links only: neither in the menu nor in its search. */
  readonly hidden?: true;
  /** Files of lazy components that the first view shows, beside the page: its document links to them as well. */
  readonly firstView?: readonly `./${string}`[];
}
