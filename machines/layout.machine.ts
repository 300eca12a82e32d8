import { assign, setup } from "xstate";

export type ComponentSize = "default" | "medium" | "small" | "mini";

/** Settings of the settings drawer. */
export interface LayoutSettings {
  readonly theme: string;
  readonly dark: boolean;
  readonly tagsView: boolean;
  readonly fixedHeader: boolean;
  readonly sidebarLogo: boolean;
}

export interface LayoutContext {
  readonly size: ComponentSize;
  readonly settings: LayoutSettings;
}

/** Persisted values; null if absent or invalid. */
export interface StoredLayout {
  readonly sidebarOpened: boolean;
  readonly size: ComponentSize | null;
  readonly settings: Partial<LayoutSettings>;
}

/** Port of the layout. Functions must not throw. */
export interface LayoutPort {
  readonly restore: () => StoredLayout;
  /** Width of the body in CSS px. */
  readonly getWidth: () => number;
  readonly storeSidebar: (opened: boolean) => void;
  readonly storeSize: (size: ComponentSize) => void;
  readonly storeSettings: (settings: LayoutSettings) => void;
  readonly toast: (kind: "success", text: string) => void;
}

export type LayoutEvent =
  | { type: "window.resize"; width: number }
  | { type: "sidebar.toggle" }
  /** A click outside the drawer, or a page chosen in it. */
  | { type: "drawer.close" }
  | { type: "size.choose"; size: ComponentSize }
  | { type: "settings.change"; patch: Partial<LayoutSettings> }
  | { type: "settings.open" }
  | { type: "settings.close" };

/** Sidebar, device, size and settings of the shell. Only the user's own actions are persisted. */
export const layoutMachine = (port: LayoutPort) =>
  setup({
    types: {} as {
      context: LayoutContext;
      events: LayoutEvent;
      tags: "mobile" | "desktop" | "opened" | "settings";
    },
    actions: {
      storeOpened: () => port.storeSidebar(true),
      storeClosed: () => port.storeSidebar(false),
      storeSize: ({ context }) => port.storeSize(context.size),
      storeSettings: ({ context }) => port.storeSettings(context.settings),
      toastSize: () => port.toast("success", "Switch Size Success"),
    },
    guards: {
      narrow: ({ event }) => event.type === "window.resize" && event.width < 992,
      wide: ({ event }) => event.type === "window.resize" && event.width >= 992,
      startsNarrow: () => port.getWidth() < 992,
      startsOpened: () => port.restore().sidebarOpened,
    },
  }).createMachine({
    id: "layout",
    type: "parallel",
    context: () => {
      const stored = port.restore();
      return {
        size: stored.size ?? "medium",
        settings: {
          theme: "#409EFF",
          dark: false,
          tagsView: true,
          fixedHeader: true,
          sidebarLogo: false,
          ...stored.settings,
        },
      };
    },
    on: {
      "size.choose": {
        actions: [assign({ size: ({ event }) => event.size }), "storeSize", "toastSize"],
      },
      "settings.change": {
        actions: [
          assign({ settings: ({ context, event }) => ({ ...context.settings, ...event.patch }) }),
          "storeSettings",
        ],
      },
    },
    states: {
      sidebar: {
        initial: "starting",
        states: {
          starting: {
            always: [
              { guard: "startsNarrow", target: "mobile" },
              { guard: "startsOpened", target: "desktop.opened" },
              { target: "desktop.closed" },
            ],
          },
          desktop: {
            tags: "desktop",
            initial: "closed",
            on: { "window.resize": { guard: "narrow", target: "mobile" } },
            states: {
              opened: {
                tags: "opened",
                on: { "sidebar.toggle": { target: "closed", actions: "storeClosed" } },
              },
              closed: { on: { "sidebar.toggle": { target: "opened", actions: "storeOpened" } } },
            },
          },
          mobile: {
            tags: "mobile",
            initial: "closed",
            on: {
              "window.resize": [{ guard: "wide", target: "widening" }],
            },
            states: {
              opened: {
                tags: "opened",
                on: {
                  "sidebar.toggle": { target: "closed", actions: "storeClosed" },
                  "drawer.close": "closed",
                },
              },
              closed: { on: { "sidebar.toggle": { target: "opened", actions: "storeOpened" } } },
            },
          },
          widening: {
            always: [{ guard: "startsOpened", target: "desktop.opened" }, { target: "desktop.closed" }],
          },
        },
      },
      drawer: {
        initial: "closed",
        states: {
          closed: { on: { "settings.open": "opened" } },
          opened: { tags: "settings", on: { "settings.close": "closed" } },
        },
      },
    },
  });
