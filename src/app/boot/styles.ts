// Everything of Mantine stands in its layer, so that our own styles win. A build brings the components' styles
// by itself (build/componentStyles.ts); these three belong to none.
import "@mantine/core/styles/baseline.layer.css";
import "@mantine/core/styles/default-css-variables.layer.css";
import "@mantine/core/styles/global.layer.css";
import "../theme/controls.css";

/** The whole sheet, where components do not bring their own: under the development server. */
export const loadDevStyles = (): Promise<unknown> =>
  import.meta.env.DEV ? import("@mantine/core/styles.layer.css") : Promise.resolve();
