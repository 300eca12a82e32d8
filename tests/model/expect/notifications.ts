import { defineExpectation } from "../createReference.ts";

interface NotificationsObserved {
  readonly [part: string]: unknown;
  readonly unreadOnly: boolean;
  /** Ids of the shown ones; null before the first answer. */
  readonly shown: readonly string[] | null;
  readonly unread: number | null;
  readonly more: boolean;
  /** Id down to which they are read again; null for the first page. */
  readonly oldest: string | null;
  readonly error: string | null;
  readonly marked: string | null;
}

const loadEffects = ({ unreadOnly, oldest }: NotificationsObserved) => [
  `loads ${unreadOnly ? "unread" : "all"}${oldest === null ? "" : ` down to ${oldest}`}`,
];
const abortAndLoad = (seen: NotificationsObserved) => ["aborts load", ...loadEffects(seen)];
const abortExtendAndLoad = (seen: NotificationsObserved) => ["aborts extend", ...loadEffects(seen)];
const aborts: Readonly<Record<string, readonly string[]>> = {
  loading: ["aborts load"],
  extending: ["aborts extend"],
};
/** An abandoned mark goes on: it must not be lost. */
const getAborts = (from: string) => aborts[from] ?? [];
const everywhere = ["loading", "extending", "marking", "ready", "failed"];
const hasAny = ({ shown }: NotificationsObserved) => (shown ?? []).length > 0;

/** A user's notifications. */
export const notificationsExpectation = defineExpectation<NotificationsObserved>({
  seen: () => ({
    unreadOnly: false,
    shown: null,
    unread: null,
    more: false,
    oldest: null,
    error: null,
    marked: null,
  }),
  start: ["watches", "loads all"],
  regions: {
    "": {
      initial: "loading",
      states: { loading: ["busy"], extending: ["busy"], marking: ["busy"], ready: [], failed: ["failed"] },
      rules: [
        {
          from: "loading",
          on: "there is news",
          to: "loading",
          does: abortAndLoad,
          row: "newest answer wins",
        },
        { from: "extending", on: "there is news", to: "loading", does: abortExtendAndLoad },
        { from: ["ready", "failed"], on: "there is news", to: "loading", does: loadEffects },
        ...everywhere.flatMap((from) => [
          ...[true, false].map((unreadOnly) => ({
            from,
            on: unreadOnly ? "unread only" : "all kinds",
            to: "loading",
            sets: { unreadOnly, oldest: null },
            does: [...getAborts(from), unreadOnly ? "loads unread" : "loads all"],
          })),
          {
            from,
            on: "a is read",
            to: "marking",
            sets: { marked: "a" },
            does: [...getAborts(from), "marks a"],
            row: "read state is stored",
          },
          {
            from,
            on: "all are read",
            if: hasAny,
            to: "marking",
            sets: ({ shown }: NotificationsObserved) => ({ marked: `until ${shown?.[0]}` }),
            does: ({ shown }: NotificationsObserved) => [...getAborts(from), `marks until ${shown?.[0]}`],
            row: "one that arrives meanwhile stays unread",
          },
        ]),
        {
          from: "loading",
          on: "c and b come, more exist",
          to: "ready",
          sets: { shown: ["c", "b"], unread: 2, more: true, error: null },
        },
        {
          from: "loading",
          on: "none come",
          to: "ready",
          sets: { shown: [], unread: 0, more: false, error: null },
        },
        { from: "loading", on: "the load fails", to: "failed", sets: { error: "server 内部错误" } },
        {
          from: "ready",
          on: "show older",
          if: ({ more }) => more,
          to: "extending",
          does: ({ shown, unreadOnly }) => [`loads ${unreadOnly ? "unread" : "all"} before ${shown?.at(-1)}`],
          row: "older ones by pages",
        },
        {
          from: "extending",
          on: "a comes as well",
          to: "ready",
          sets: ({ shown }) => ({
            shown: [...(shown ?? []), "a"],
            unread: 2,
            more: false,
            oldest: "a",
            error: null,
          }),
          row: "older ones stay when news come",
        },
        { from: "extending", on: "older fail", to: "failed", sets: { error: "server 内部错误" } },
        { from: "marking", on: "it is marked", to: "loading", does: loadEffects },
        { from: "marking", on: "marking fails", to: "failed", sets: { error: "server 内部错误" } },
        { from: "failed", on: "retry", to: "loading", does: loadEffects },
      ],
    },
  },
});
