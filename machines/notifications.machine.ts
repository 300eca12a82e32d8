import { assign, fromCallback, fromPromise, setup } from "xstate";
import { type ErrorInfo, toErrorInfo } from "./errorInfo.ts";

export interface NotificationPage<Row> {
  readonly list: readonly Row[];
  readonly hasMore: boolean;
  /** Number of unread ones, of all pages. */
  readonly unread: number;
}

/** Port of the notifications. */
export interface NotificationsPort<Row> {
  /**
   * @param before id of the oldest known one, for older ones
   * @param downTo id of the oldest one to read again, if that is beyond the first page
   */
  readonly load: (
    query: { readonly unreadOnly: boolean; readonly before: string | null; readonly downTo: string | null },
    signal: AbortSignal,
  ) => Promise<NotificationPage<Row>>;
  /** @param until whether those before it have been read too */
  readonly markRead: (read: { readonly id: string; readonly until: boolean }) => Promise<void>;
  /** Calls back when there may be new ones; returns an unsubscribe function. Must not throw. */
  readonly watch: (onChange: () => void) => () => void;
}

export type NotificationsEvent =
  | { type: "notifications.change" }
  | { type: "filter.choose"; unreadOnly: boolean }
  | { type: "older.show" }
  /** One was opened or marked. */
  | { type: "one.read"; id: string }
  | { type: "all.read" }
  | { type: "load.retry" };

export interface NotificationsContext<Row> {
  readonly unreadOnly: boolean;
  /** Null before the first answer. */
  readonly page: NotificationPage<Row> | null;
  /** Id of the oldest one that was asked for; null for the first page only. */
  readonly oldest: string | null;
  readonly error: ErrorInfo | null;
  /** What is being marked as read. */
  readonly marked: { readonly id: string; readonly until: boolean } | null;
}

/** A user's notifications: the newest, older ones on demand, and what was read. */
export const notificationsMachine = <Row extends { readonly id: string }>(port: NotificationsPort<Row>) =>
  setup({
    types: {} as {
      context: NotificationsContext<Row>;
      events: NotificationsEvent;
      tags: "busy" | "failed";
    },
    actors: {
      watch: fromCallback(({ sendBack }) => port.watch(() => sendBack({ type: "notifications.change" }))),
      load: fromPromise<
        NotificationPage<Row>,
        { unreadOnly: boolean; before: string | null; downTo: string | null }
      >(({ input, signal }) => port.load(input, signal)),
      mark: fromPromise<void, { id: string; until: boolean }>(({ input }) => port.markRead(input)),
    },
    actions: {
      setFilter: assign((_, unreadOnly: boolean) => ({ unreadOnly, oldest: null })),
      setPage: assign((_, page: NotificationPage<Row>) => ({ page, error: null })),
      addPage: assign(({ context }, older: NotificationPage<Row>) => ({
        page: { ...older, list: [...(context.page?.list ?? []), ...older.list] },
        oldest: older.list.at(-1)?.id ?? context.oldest,
        error: null,
      })),
      setError: assign((_, error: ErrorInfo) => ({ error })),
      setMarked: assign((_, marked: { id: string; until: boolean }) => ({ marked })),
      markNewest: assign(({ context }) => {
        const [newest] = context.page?.list ?? [];
        return { marked: newest ? { id: newest.id, until: true } : null };
      }),
    },
    guards: {
      hasMore: ({ context }) => context.page?.hasMore ?? false,
      hasAny: ({ context }) => (context.page?.list.length ?? 0) > 0,
    },
  }).createMachine({
    id: "notifications",
    context: { unreadOnly: false, page: null, oldest: null, error: null, marked: null },
    invoke: { id: "watch", src: "watch" },
    initial: "loading",
    on: {
      "notifications.change": ".loading",
      "filter.choose": {
        target: ".loading",
        actions: { type: "setFilter", params: ({ event }) => event.unreadOnly },
      },
      "one.read": {
        target: ".marking",
        actions: { type: "setMarked", params: ({ event }) => ({ id: event.id, until: false }) },
      },
      "all.read": { guard: "hasAny", target: ".marking", actions: "markNewest" },
    },
    states: {
      loading: {
        tags: "busy",
        invoke: {
          id: "load",
          src: "load",
          input: ({ context: { unreadOnly, oldest } }) => ({ unreadOnly, before: null, downTo: oldest }),
          onDone: { target: "ready", actions: { type: "setPage", params: ({ event }) => event.output } },
          onError: {
            target: "failed",
            actions: { type: "setError", params: ({ event }) => toErrorInfo(event.error) },
          },
        },
      },
      extending: {
        tags: "busy",
        invoke: {
          id: "extend",
          src: "load",
          input: ({ context: { unreadOnly, page } }) => ({
            unreadOnly,
            before: page?.list.at(-1)?.id ?? null,
            downTo: null,
          }),
          onDone: { target: "ready", actions: { type: "addPage", params: ({ event }) => event.output } },
          onError: {
            target: "failed",
            actions: { type: "setError", params: ({ event }) => toErrorInfo(event.error) },
          },
        },
      },
      marking: {
        tags: "busy",
        // Whatever happens meanwhile, all is read again afterwards.
        on: { "notifications.change": {} },
        invoke: {
          id: "mark",
          src: "mark",
          input: ({ context: { marked } }) => marked ?? { id: "", until: false },
          onDone: "loading",
          onError: {
            target: "failed",
            actions: { type: "setError", params: ({ event }) => toErrorInfo(event.error) },
          },
        },
      },
      ready: { on: { "older.show": { guard: "hasMore", target: "extending" } } },
      failed: { tags: "failed", on: { "load.retry": "loading" } },
    },
  });
