/** What one part of the tree may import. A path ending in `/` is a folder, anything else a file. */
export interface Layer {
  readonly at: string;
  /** Places in the tree, the layer itself included. */
  readonly imports: readonly string[];
  /** Packages by name or `@scope/`; `node:` stands for Node's own modules. Absent: any package. */
  readonly packages?: readonly string[];
}

const contract = ["adapters/contract/"];
const browser = [...contract, "adapters/http/", "machines/"];
const view = ["src/console/", "src/ui/", ...browser];

/** The way imports run, first match wins: app → pages (by glob) → list → console, ui; nobody imports src or server. */
export const layers: readonly Layer[] = [
  { at: "adapters/contract/", imports: contract, packages: ["zod"] },
  {
    at: "adapters/http/",
    imports: ["adapters/http/", ...contract],
    packages: ["zod", "graphql-request", "graphql", "js-md5", "reconnecting-websocket"],
  },
  { at: "machines/", imports: ["machines/"], packages: ["xstate"] },
  { at: "server/", imports: ["server/", "machines/status/", ...contract] },
  { at: "src/ui/", imports: ["src/ui/", "adapters/contract/enumeration.ts"] },
  { at: "src/console/", imports: ["src/console/", ...browser] },
  { at: "src/map/", imports: ["src/map/", ...view] },
  { at: "src/charts/", imports: ["src/charts/", ...view] },
  { at: "src/list/", imports: ["src/list/", ...view] },
  {
    at: "src/worker/",
    imports: ["src/worker/", "src/map/drones/data/", "src/app/socket/protocol.ts", ...browser],
  },
  { at: "src/pages/", imports: ["src/pages/", "src/list/", "src/map/", "src/charts/", ...view] },
  { at: "src/", imports: ["src/", ...browser] },
  // Expectations are literals: nothing of the product, whose mistakes they would share.
  { at: "tests/model/expect/", imports: ["tests/model/"], packages: [] },
  { at: "build/", imports: ["build/"] },
  { at: "scripts/", imports: ["scripts/", "build/", "tests/", ...contract, "machines/"] },
];

/** Packages that one folder alone may import. */
export const confined: Readonly<Record<string, string>> = { ol: "src/map/", echarts: "src/charts/" };

/** Whether a place named in a layer holds the file. Both are relative to the checkout, with `/`. */
export function within(place: string, file: string): boolean {
  return place.endsWith("/") ? file.startsWith(place) : file === place;
}
