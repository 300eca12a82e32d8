import { createRequire } from "node:module";
import path from "node:path";
import type { Plugin } from "vite";

// A dependency of react-router-dom, so it is resolved from there.
const router = createRequire(import.meta.resolve("react-router-dom")).resolve("react-router/package.json");
const toProductionFile = (file: string) => path.join(path.dirname(router), "dist/production", file);

/** Parts of the menu that no page uses; each is 1 to 3 KB of every page. A page that starts to use one takes it from here. */
const unusedMenuParts = "Search|Sub|CheckboxItem|CheckboxGroup|ContextMenu";
const menuPart = new RegExp(`^Menu\\.(?:${unusedMenuParts}) = \\w+;$`, "gm");
const menuPartUse = new RegExp(`\\bMenu\\.(?:${unusedMenuParts})\\b`);

/**
 * Selects smaller builds of packages: React Router's `exports` only name its development build with warnings, and
 * `@xstate/react` imports a shim for a hook that React has had since version 18. Leaves out the components' display names and unused parts of the menu.
 */
export function productionAliases(): Plugin {
  return {
    name: "production-aliases",
    apply: "build",
    config: () => ({
      resolve: {
        alias: [
          { find: /^react-router$/, replacement: toProductionFile("index.mjs") },
          { find: /^react-router\/dom$/, replacement: toProductionFile("dom-export.mjs") },
          { find: /^use-sync-external-store\/shim$/, replacement: "react" },
          {
            find: /^use-sync-external-store\/shim\/with-selector$/,
            replacement: "use-sync-external-store/with-selector",
          },
        ],
      },
    }),
    transform: {
      // Cards and empty states look for their parts by name.
      filter: {
        id: {
          include: /\/@mantine\/core\/esm\/|\/react-router\/dist\/production\/|\/src\/.*\.tsx$/,
          exclude: /\/(?:Card|EmptyState)\//,
        },
      },
      // Names for developer tools, which weigh half a kilobyte of the login page.
      handler: (code, id) => {
        if (!id.includes("/node_modules/")) {
          if (menuPartUse.test(code)) throw new Error(`${id} uses a part of the menu that is left out`);
          return null;
        }
        const smaller = code.replace(/^\w+\.displayName = "[^"]*";$/gm, "");
        return { code: id.endsWith("/Menu.mjs") ? smaller.replace(menuPart, "") : smaller, map: null };
      },
    },
  };
}
