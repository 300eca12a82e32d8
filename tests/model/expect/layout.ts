import { defineExpectation } from "../createReference.ts";

/** Observed values of the shell; `cookie` is `sidebarStatus`, `width` the body's width. */
interface LayoutObserved {
  readonly [part: string]: unknown;
  readonly size: string;
  readonly theme: string;
  readonly dark: boolean;
  readonly cookie: "0" | "1";
}

const desktopState = ({ cookie }: LayoutObserved) => (cookie === "1" ? "desktop.opened" : "desktop.closed");

/** Started at 1200 px with sidebarStatus 1. */
export const layoutExpectation = defineExpectation<LayoutObserved>({
  seen: () => ({
    size: "medium",
    theme: "#409EFF",
    dark: false,
    tagsView: true,
    fixedHeader: true,
    sidebarLogo: false,
    cookie: "1",
  }),
  start: [],
  regions: {
    sidebar: {
      initial: "desktop.opened",
      states: {
        "desktop.opened": ["desktop", "opened"],
        "desktop.closed": ["desktop"],
        "mobile.opened": ["mobile", "opened"],
        "mobile.closed": ["mobile"],
      },
      rules: [
        {
          from: "desktop.opened",
          on: "toggle",
          to: "desktop.closed",
          sets: { cookie: "0" },
          does: ["sidebarStatus=0"],
          row: "R-041",
        },
        {
          from: "desktop.closed",
          on: "toggle",
          to: "desktop.opened",
          sets: { cookie: "1" },
          does: ["sidebarStatus=1"],
          row: "R-040",
        },
        {
          from: "mobile.opened",
          on: "toggle",
          to: "mobile.closed",
          sets: { cookie: "0" },
          does: ["sidebarStatus=0"],
          row: "R-041",
        },
        {
          from: "mobile.closed",
          on: "toggle",
          to: "mobile.opened",
          sets: { cookie: "1" },
          does: ["sidebarStatus=1"],
          row: "R-040",
        },
        // Closed automatically, so the cookie does not change.
        { from: "desktop.*", on: "991 px", to: "mobile.closed", row: "R-042 R-044 R-237" },
        { from: "mobile.*", on: "992 px", to: desktopState, row: "R-045 R-237" },
        { from: "mobile.opened", on: "leave the drawer", to: "mobile.closed", row: "R-042" },
        {
          on: "size mini",
          sets: { size: "mini" },
          does: ["size=mini", "success Switch Size Success"],
          row: "R-058 R-226",
        },
        {
          on: "theme and dark",
          sets: { theme: "#1F7A4D", dark: true },
          does: ["settings #1F7A4D true"],
          row: "R-054",
        },
      ],
    },
    drawer: {
      initial: "closed",
      states: { closed: [], opened: ["settings"] },
      rules: [
        { from: "closed", on: "open the settings", to: "opened", row: "R-053" },
        { from: "opened", on: "close the settings", to: "closed" },
      ],
    },
  },
});

/** Started at 800 px with sidebarStatus 1: closed in spite of the cookie. */
export const narrowLayoutExpectation = defineExpectation<LayoutObserved>({
  ...layoutExpectation,
  regions: {
    ...layoutExpectation.regions,
    sidebar: {
      ...(layoutExpectation.regions.sidebar as NonNullable<typeof layoutExpectation.regions.sidebar>),
      initial: "mobile.closed",
    },
  },
});

/** Started at 1200 px with sidebarStatus 0 and a stored size. */
export const closedLayoutExpectation = defineExpectation<LayoutObserved>({
  ...layoutExpectation,
  seen: (now) => ({ ...layoutExpectation.seen(now), size: "small", cookie: "0", sidebarLogo: true }),
  regions: {
    ...layoutExpectation.regions,
    sidebar: {
      ...(layoutExpectation.regions.sidebar as NonNullable<typeof layoutExpectation.regions.sidebar>),
      initial: "desktop.closed",
    },
  },
});
