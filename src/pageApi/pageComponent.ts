import type { ReactNode } from "react";
import type { Caller } from "../../adapters/contract/mayCall.ts";
import type { Client } from "../../adapters/http/client.ts";
import type { UserStorage } from "./usePageApi.ts";
import type { PageScope } from "./usePageScope.ts";

/** What a page loader gets before the page is rendered. */
export interface PageLoaderContext {
  readonly scope: PageScope;
  readonly client: Client;
  readonly storage: UserStorage;
  /** Who is signed in. */
  readonly user: Caller;
  /** Whether the platform has the calls beyond the specification. */
  readonly extensions: boolean;
  /** The query string of the page's address, with its question mark. */
  readonly search: string;
}

export interface PageStatics {
  /** Requests the page's data before it renders. Resolves with rows or an error to show; never rejects. */
  readonly loader?: (context: PageLoaderContext) => Promise<void>;
  /** Loads the code of parts that the page's first render needs; never rejects. */
  readonly preload?: () => Promise<void>;
}

export type PageComponent = ((props: object) => ReactNode) & PageStatics;
