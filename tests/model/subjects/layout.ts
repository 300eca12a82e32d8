import { type LayoutContext, layoutMachine, type StoredLayout } from "../../../machines/layout.machine.ts";
import { defineSubject } from "../defineSubject.ts";
import { closedLayoutExpectation, layoutExpectation, narrowLayoutExpectation } from "../expect/layout.ts";

const createLayoutSubject = (
  name: string,
  expectation: typeof layoutExpectation,
  width: number,
  stored: StoredLayout,
) =>
  defineSubject({
    name,
    expectation,
    build: (environment) => {
      let opened = stored.sidebarOpened;
      return {
        machine: layoutMachine({
          restore: () => ({ ...stored, sidebarOpened: opened }),
          getWidth: () => width,
          storeSidebar: (now) => {
            opened = now;
            environment.recordEffect(`sidebarStatus=${now ? 1 : 0}`);
          },
          storeSize: (size) => environment.recordEffect(`size=${size}`),
          storeSettings: ({ theme, dark }) => environment.recordEffect(`settings ${theme} ${dark}`),
          toast: (kind, text) => environment.recordEffect(`${kind} ${text}`),
        }),
        readEnvironment: () => ({ cookie: opened ? "1" : "0" }),
      };
    },
    observe: ({ size, settings }: LayoutContext) => ({ size, ...settings }),
    key: () => "",
    stimuli: [
      { label: "toggle", event: { type: "sidebar.toggle" } },
      { label: "991 px", event: { type: "window.resize", width: 991 } },
      { label: "992 px", event: { type: "window.resize", width: 992 } },
      { label: "leave the drawer", event: { type: "drawer.close" } },
      { label: "size mini", event: { type: "size.choose", size: "mini" } },
      {
        label: "theme and dark",
        event: { type: "settings.change", patch: { theme: "#1F7A4D", dark: true } },
      },
      { label: "open the settings", event: { type: "settings.open" } },
      { label: "close the settings", event: { type: "settings.close" } },
    ],
  });

const storedLayout: StoredLayout = { sidebarOpened: true, size: null, settings: {} };

/** The layout on a wide screen. */
export const layoutSubject = createLayoutSubject("layout", layoutExpectation, 1200, storedLayout);
/** The layout on a narrow screen. */
export const layoutNarrowSubject = createLayoutSubject(
  "layout (narrow)",
  narrowLayoutExpectation,
  991,
  storedLayout,
);
/** The layout with a sidebar that was left closed. */
export const layoutClosedSubject = createLayoutSubject("layout (closed)", closedLayoutExpectation, 992, {
  sidebarOpened: false,
  size: "small",
  settings: { sidebarLogo: true },
});
