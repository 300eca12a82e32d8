import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import type { Plugin } from "vite";

const require = createRequire(import.meta.url);
const classNames = /@mantine\/core\/esm\/(?:components|utils)\/.*\/(\w+)\.module\.mjs$/;

/**
 * Brings each Mantine component's own styles with the chunk that holds the component, so that a page loads
 * the styles of what it shows and no more; forgetting one is impossible. Builds only: the development
 * server bundles Mantine beforehand and takes the whole sheet instead (see `src/app/boot/styles.ts`).
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
