import {
  type NotificationPage,
  type NotificationsContext,
  notificationsMachine,
} from "../../../machines/notifications.machine.ts";
import { defineSubject } from "../defineSubject.ts";
import { notificationsExpectation } from "../expect/notifications.ts";

interface Row {
  readonly id: string;
}

const createPage = (ids: readonly string[], unread: number, hasMore: boolean): NotificationPage<Row> => ({
  list: ids.map((id) => ({ id })),
  unread,
  hasMore,
});
const serverError = { kind: "server", message: "内部错误" };
const formatMarked = ({ id, until }: { id: string; until: boolean }) => `${until ? "until " : ""}${id}`;

/** Notifications with pending calls. */
export const notificationsSubject = defineSubject({
  name: "notifications",
  expectation: notificationsExpectation,
  build: (environment) => ({
    machine: notificationsMachine<Row>({
      load: ({ unreadOnly, before, downTo }, signal) =>
        environment.call(
          before === null ? "load" : "extend",
          `loads ${unreadOnly ? "unread" : "all"}${before === null ? "" : ` before ${before}`}${downTo === null ? "" : ` down to ${downTo}`}`,
          signal,
        ),
      markRead: (read) => environment.call("mark", `marks ${formatMarked(read)}`),
      watch: () => {
        environment.recordEffect("watches");
        return () => undefined;
      },
    }),
  }),
  observe: ({ unreadOnly, page, oldest, error, marked }: NotificationsContext<Row>) => ({
    unreadOnly,
    shown: page?.list.map(({ id }) => id) ?? null,
    unread: page?.unread ?? null,
    more: page?.hasMore ?? false,
    oldest,
    error: error && `${error.kind} ${error.message}`,
    marked: marked && formatMarked(marked),
  }),
  key: ({ context: { unreadOnly, page, oldest } }) => [unreadOnly, page?.list.length, page?.hasMore, oldest],
  stimuli: [
    { label: "there is news", event: { type: "notifications.change" } },
    { label: "unread only", event: { type: "filter.choose", unreadOnly: true } },
    { label: "all kinds", event: { type: "filter.choose", unreadOnly: false } },
    { label: "show older", event: { type: "older.show" } },
    { label: "a is read", event: { type: "one.read", id: "a" } },
    { label: "all are read", event: { type: "all.read" } },
    { label: "retry", event: { type: "load.retry" } },
    {
      label: "c and b come, more exist",
      event: { type: "xstate.done.actor.load", output: createPage(["c", "b"], 2, true) },
    },
    { label: "none come", event: { type: "xstate.done.actor.load", output: createPage([], 0, false) } },
    { label: "the load fails", event: { type: "xstate.error.actor.load", error: serverError } },
    {
      label: "a comes as well",
      event: { type: "xstate.done.actor.extend", output: createPage(["a"], 2, false) },
    },
    { label: "older fail", event: { type: "xstate.error.actor.extend", error: serverError } },
    { label: "it is marked", event: { type: "xstate.done.actor.mark", output: undefined } },
    { label: "marking fails", event: { type: "xstate.error.actor.mark", error: serverError } },
  ],
  invariant: ({ at, effects }) =>
    at === "ready" && effects.some((effect) => effect.startsWith("loads")) ? "loads and waits not" : null,
});
