import { type LayoutContext, layoutMachine, type StoredLayout } from "../../../machines/layout.machine.ts";
import { closedLayoutExpectation, layoutExpectation, narrowLayoutExpectation } from "../expect/layout.ts";
import { subject } from "../subject.ts";

const layout = (name: string, expectation: typeof layoutExpectation, width: number, stored: StoredLayout) =>
  subject({
    name,
    expectation,
    build: (world) => {
      let opened = stored.sidebarOpened;
      return {
        machine: layoutMachine({
          restore: () => ({ ...stored, sidebarOpened: opened }),
          width: () => width,
          storeSidebar: (now) => {
            opened = now;
            world.did(`sidebarStatus=${now ? 1 : 0}`);
          },
          storeSize: (size) => world.did(`size=${size}`),
          storeSettings: ({ theme, dark }) => world.did(`settings ${theme} ${dark}`),
          say: (kind, text) => world.did(`${kind} ${text}`),
        }),
        around: () => ({ cookie: opened ? "1" : "0" }),
      };
    },
    see: ({ size, settings }: LayoutContext) => ({ size, ...settings }),
    key: () => "",
    stimuli: [
      { label: "toggle", event: { type: "sidebar.toggle" } },
      { label: "991 px", event: { type: "window.resize", width: 991 } },
      { label: "992 px", event: { type: "window.resize", width: 992 } },
      { label: "leave the drawer", event: { type: "drawer.leave" } },
      { label: "size mini", event: { type: "size.choose", size: "mini" } },
      {
        label: "theme and dark",
        event: { type: "settings.change", patch: { theme: "#1F7A4D", dark: true } },
      },
      { label: "open the settings", event: { type: "settings.open" } },
      { label: "close the settings", event: { type: "settings.close" } },
    ],
  });

const stored: StoredLayout = { sidebarOpened: true, size: null, settings: {} };

/** The layout on a wide screen. */
export const layoutSubject = layout("layout", layoutExpectation, 1200, stored);
/** The layout on a narrow screen. */
export const layoutNarrowSubject = layout("layout (narrow)", narrowLayoutExpectation, 991, stored);
/** The layout with a sidebar that was left closed. */
export const layoutClosedSubject = layout("layout (closed)", closedLayoutExpectation, 992, {
  sidebarOpened: false,
  size: "small",
  settings: { sidebarLogo: true },
});
