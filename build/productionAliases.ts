import { createRequire } from "node:module";
import path from "node:path";
import type { Plugin } from "vite";

// It comes with the router for the browser, and is found from there.
const router = createRequire(import.meta.resolve("react-router-dom")).resolve("react-router/package.json");
const toProductionFile = (file: string) => path.join(path.dirname(router), "dist/production", file);

/**
 * Takes the smaller of two that a package ships: React Router's `exports` name its development build alone, with
 * its warnings; `@xstate/react` asks for the stand-in of a hook that React has had since version 18.
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
  };
}
