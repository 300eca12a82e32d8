import { readFileSync } from "node:fs";
import path from "node:path";
import type { Plugin } from "vite";

const fileName = "device-api.md";
const source = path.resolve(import.meta.dirname, "../docs", fileName);

/** Serves `docs/device-api.md` as `/device-api.md`: who connects a device has the console, but not this repository. */
export function deviceDocument(): Plugin {
  return {
    name: "device-document",
    generateBundle() {
      this.emitFile({ type: "asset", fileName, source: readFileSync(source) });
    },
    configureServer({ middlewares }) {
      middlewares.use(`/${fileName}`, (_request, response) => {
        response.setHeader("content-type", "text/plain; charset=utf-8");
        response.end(readFileSync(source));
      });
    },
  };
}
