import { createRequire } from "node:module";
import path from "node:path";
import type { Plugin } from "vite";

// A dependency of react-router-dom, so it is resolved from there.
const router = createRequire(import.meta.resolve("react-router-dom")).resolve("react-router/package.json");
const toProductionFile = (file: string) => path.join(path.dirname(router), "dist/production", file);

/**
 * Selects smaller builds of packages: React Router's `exports` only name its development build with warnings, and
 * `@xstate/react` imports a shim for a hook that React has had since version 18. Leaves out the components' display names.
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
          include: /\/@mantine\/core\/esm\/|\/react-router\/dist\/production\//,
          exclude: /\/(?:Card|EmptyState)\//,
        },
      },
      // Names for developer tools, which weigh half a kilobyte of the login page.
      handler: (code) => ({ code: code.replace(/^\w+\.displayName = "[^"]*";$/gm, ""), map: null }),
    },
  };
}
