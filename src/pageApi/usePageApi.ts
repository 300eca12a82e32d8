import { createContext, use } from "react";
import type { ConsoleConfig } from "../../adapters/contract/config.ts";
import type { StoredUser } from "../../adapters/contract/session.ts";
import type { Client } from "../../adapters/http/client.ts";
import type { PageSocket } from "./pageSocket.ts";

/** Short messages at the screen's edge. Failed calls are said by the console itself, once for many. */
export interface Toaster {
  readonly success: (text: string) => void;
  readonly warning: (text: string) => void;
  /** With the id of the answer that was the failure, where there is one. */
  readonly error: (text: string, reqId?: string | null) => void;
}

/** What the server remembers for this user: preferences, saved queries, drafts. */
export interface UserStorage {
  readonly get: (key: string) => Promise<unknown>;
  readonly put: (key: string, value: unknown) => Promise<void>;
  /** Puts what `edit` makes of what is kept by now, once more where somebody else was quicker; answers with it. */
  readonly change: <T>(key: string, edit: (stored: unknown) => T) => Promise<T>;
  readonly remove: (key: string) => Promise<void>;
}

export interface ExportProgress {
  readonly rows: number;
  readonly total: number;
}

/** Everything a page may ask of the console around it; the app provides it. */
export interface PageApi {
  readonly client: Client;
  readonly config: ConsoleConfig;
  readonly user: StoredUser;
  readonly toast: Toaster;
  readonly storage: UserStorage;
  readonly socket: PageSocket;
  /** Progress of one export, as the socket tells it; answers with the unsubscription. */
  readonly onExportProgress: (exportId: string, onProgress: (progress: ExportProgress) => void) => () => void;
}

export const PageApiContext = createContext<PageApi | null>(null);

/** The console a component runs in. */
export function usePageApi(): PageApi {
  const pageApi = use(PageApiContext);
  if (!pageApi) throw new Error("usePageApi outside of the console");
  return pageApi;
}
