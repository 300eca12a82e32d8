// All Mantine styles are in a cascade layer, so that the console's own styles win. The build adds each component's
// styles (build/componentStyles.ts); these three sheets belong to no component.
import "@mantine/core/styles/baseline.layer.css";
import "@mantine/core/styles/default-css-variables.layer.css";
import "@mantine/core/styles/global.layer.css";
import "../theme/controls.css";

/** Loads Mantine's complete sheet under the development server, which does not add styles by component. */
export const loadDevStyles = (): Promise<unknown> =>
  import.meta.env.DEV ? import("@mantine/core/styles.layer.css") : Promise.resolve();
