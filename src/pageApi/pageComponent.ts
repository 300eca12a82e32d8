import type { ComponentType } from "react";
import type { Role } from "../../adapters/contract/roles.ts";
import type { Client } from "../../adapters/http/client.ts";
import type { PageScope } from "./usePageScope.ts";

/** What a page loader gets before the page is rendered. */
export interface PageLoaderContext {
  readonly scope: PageScope;
  readonly client: Client;
  /** Of who opens it. */
  readonly roles: readonly Role[];
  /** Of the page's address, with its question mark. */
  readonly search: string;
}

/**
 * A page. What it asks the server for in any case it may ask with `loader`, before it is drawn; that resolves once there
 * is something to show, rows or a failure, and never rejects. `preload` fetches code of parts that it draws at once, and
 * never rejects either.
 */
export type PageComponent = ComponentType & {
  readonly loader?: (context: PageLoaderContext) => Promise<void>;
  readonly preload?: () => Promise<void>;
};
