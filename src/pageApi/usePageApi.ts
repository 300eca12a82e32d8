import { createContext, type ReactNode, use } from "react";
import type { Actor, AnyStateMachine } from "xstate";
import type { ConsoleConfig } from "../../adapters/contract/config.ts";
import type { StoredUser } from "../../adapters/contract/session.ts";
import type { Client } from "../../adapters/http/client.ts";
import type { PageSocket } from "./pageSocket.ts";
import type { SessionScope } from "./sessionScope.ts";

/** Shows toasts. The console itself toasts failed calls, identical ones once. */
export interface Toaster {
  readonly success: (text: string) => void;
  readonly warning: (text: string) => void;
  /** With the request id of the failed response, if there was a response. */
  readonly error: (text: string, reqId?: string | null) => void;
  /** A success that can be undone for 30 seconds, by a button. */
  readonly undoable: (text: string, onUndo: () => void) => void;
}

/** Values that the server stores for this user: preferences, saved queries, drafts. */
export interface UserStorage {
  readonly get: (key: string) => Promise<unknown>;
  readonly set: (key: string, value: unknown) => Promise<void>;
  /** Stores and returns the result of `updater`. Retries with the new value after a concurrent change. */
  readonly update: <T>(key: string, updater: (stored: unknown) => T) => Promise<T>;
  readonly remove: (key: string) => Promise<void>;
}

export interface ExportProgress {
  readonly rows: number;
  readonly total: number;
}

/** What the console provides to a page. */
export interface PageApi {
  readonly client: Client;
  readonly config: ConsoleConfig;
  readonly user: StoredUser;
  readonly toast: Toaster;
  readonly storage: UserStorage;
  readonly socket: PageSocket;
  readonly session: SessionScope;
  /** Starts a machine that several pages share; those of one page are started by its scope. */
  readonly startActor: <M extends AnyStateMachine>(name: string, machine: M) => Actor<M>;
  /** Subscribes to the progress of one export; returns an unsubscribe function. */
  /** Whether the user may open the page of an address; links to other pages are plain text. */
  readonly canOpen: (address: string) => boolean;
  /** Opens an address of the console. */
  readonly open: (address: string) => void;
  /** Shows the list of another page as a part of this one. */
  readonly EmbeddedPage: (props: { readonly path: string }) => ReactNode;
  readonly onExportProgress: (exportId: string, onProgress: (progress: ExportProgress) => void) => () => void;
}

export const PageApiContext = createContext<PageApi | null>(null);

/** The API of the console that the component is rendered in. */
export function usePageApi(): PageApi {
  const pageApi = use(PageApiContext);
  if (!pageApi) throw new Error("usePageApi outside of the console");
  return pageApi;
}
