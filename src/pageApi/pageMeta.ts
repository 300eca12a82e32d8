import type { Role } from "../../adapters/contract/roles.ts";

/** First path segments of the menu's eight groups. */
export type GroupName = "page" | "account" | "order" | "goods" | "channel" | "msg" | "operate" | "statistics";

/**
 * What a page file says of itself in `export const meta = { … } as const satisfies PageMeta`.
 * Read at build time, therefore literals only.
 */
export interface PageMeta {
  readonly path: `/${string}`;
  readonly title: string;
  /** The menu's group; what is none of the menu stands in the avatar menu. */
  readonly group: GroupName | "avatar";
  /** Place within its group, from 1. */
  readonly order: number;
  /** Name of a Tabler icon component, `IconMap`. */
  readonly icon: `Icon${string}`;
  /** Who may open the page; absent means everybody signed in. */
  readonly roles?: readonly Role[];
}
