import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import type { Plugin } from "vite";

const require = createRequire(import.meta.url);
const classNames = /@mantine\/core\/esm\/(?:components|utils)\/.*\/(\w+)\.module\.mjs$/;

/**
 * Imports each Mantine component's styles together with the component, so that a page loads only the styles it needs.
 * Builds only: the development server prebundles Mantine and loads the whole style sheet (`src/app/boot/styles.ts`).
 */
export function componentStyles(): Plugin {
  return {
    name: "component-styles",
    apply: "build",
    transform: {
      filter: { id: classNames },
      handler(code, id) {
        const styles = `@mantine/core/styles/${classNames.exec(id)?.[1]}.layer.css`;
        if (!existsSync(require.resolve(styles))) this.error(`${id}: no ${styles}`);
        return { code: `import "${styles}";\n${code}`, map: null };
      },
    },
  };
}
