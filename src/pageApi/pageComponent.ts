import type { ReactNode } from "react";
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

export interface PageStatics {
  /**
   * Requests what the page needs in any case, before it is rendered. Resolves once there is something to show, rows or
   * an error; never rejects.
   */
  readonly loader?: (context: PageLoaderContext) => Promise<void>;
  /** Loads the code of parts that the page renders at once; never rejects. */
  readonly preload?: () => Promise<void>;
}

export type PageComponent = ((props: object) => ReactNode) & PageStatics;
