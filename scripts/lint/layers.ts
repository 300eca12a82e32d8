/** What one part of the tree may import. A path ending in `/` is a folder, otherwise a file. */
export interface Layer {
  readonly path: string;
  /** Paths in the tree, including the layer itself. */
  readonly imports: readonly string[];
  /** Packages by name or `@scope/`; `node:` means Node's own modules. Absent: any package. */
  readonly packages?: readonly string[];
}

const contractLayers = ["adapters/contract/"];
const browserLayers = [...contractLayers, "adapters/http/", "machines/"];
const viewLayers = ["src/loading/", "src/pageApi/", "src/ui/", ...browserLayers];

/**
 * Import rules; the first match applies: app → pages (by glob) → live → list → loading, pageApi, ui.
 * Nothing imports src or demo, and only demo imports server.
 */
export const layers: readonly Layer[] = [
  { path: "adapters/contract/", imports: contractLayers, packages: ["zod"] },
  {
    path: "adapters/http/",
    imports: ["adapters/http/", ...contractLayers],
    packages: ["zod", "graphql-request", "graphql", "js-md5", "reconnecting-websocket"],
  },
  // What a status is called stands in the contract.
  { path: "machines/status/", imports: ["machines/status/", ...contractLayers], packages: ["xstate"] },
  {
    path: "machines/",
    imports: ["machines/", "adapters/contract/mayCall.ts", "adapters/contract/roles.ts"],
    packages: ["xstate"],
  },
  { path: "server/", imports: ["server/", "machines/status/", ...contractLayers] },
  { path: "demo/", imports: ["demo/", "server/", "machines/status/", ...contractLayers] },
  { path: "src/ui/", imports: ["src/ui/", "adapters/contract/defineEnum.ts", "adapters/contract/words.ts"] },
  { path: "src/pageApi/", imports: ["src/pageApi/", ...browserLayers] },
  { path: "src/loading/", imports: ["src/loading/", "src/pageApi/", ...browserLayers] },
  { path: "src/map/", imports: ["src/map/", ...viewLayers] },
  { path: "src/video/", imports: ["src/video/", "adapters/http/", ...contractLayers] },
  { path: "src/charts/", imports: ["src/charts/", ...viewLayers] },
  { path: "src/list/", imports: ["src/list/", ...viewLayers] },
  {
    path: "src/worker/",
    imports: ["src/worker/", "src/map/drones/data/", "src/app/socket/protocol.ts", ...browserLayers],
  },
  {
    path: "src/live/",
    imports: ["src/live/", "src/list/", "src/map/", "src/video/", ...viewLayers],
  },
  {
    path: "src/pages/",
    imports: ["src/pages/", "src/live/", "src/list/", "src/map/", "src/video/", "src/charts/", ...viewLayers],
  },
  { path: "src/", imports: ["src/", ...browserLayers] },
  // Expectations are literals. Importing product code would repeat its errors.
  { path: "tests/model/expect/", imports: ["tests/model/"], packages: [] },
  { path: "build/", imports: ["build/"] },
  { path: "scripts/", imports: ["scripts/", "build/", "tests/", ...contractLayers, "machines/"] },
];

/** Packages that only one folder may import. */
export const confinedPackages: Readonly<Record<string, string>> = {
  ol: "src/map/",
  echarts: "src/charts/",
  "mpegts.js": "src/video/",
  "hls.js": "src/video/",
};

/** Whether a layer's path contains the file. Both are relative to the checkout, with `/`. */
export function isWithin(place: string, file: string): boolean {
  return place.endsWith("/") ? file.startsWith(place) : file === place;
}
