import type { Violation } from "./lintViolations.ts";

/** A forbidden import between two parts of the tree. */
const forbiddenImport = (from: string, to: string): Violation => {
  const [layer = "", target = ""] = [from, to].map((place) => place.slice(0, place.lastIndexOf("/") + 1));
  const up = "../".repeat(from.split("/").length - 1);
  return {
    title: `${layer} importing ${target}`,
    file: from,
    text: `import { a } from "${up}${to}";\nexport const b = a;\n`,
    expected: new RegExp(`${layer} may not import ${to}`),
  };
};

const forbiddenPackage = (title: string, file: string, name: string, expected: RegExp): Violation => ({
  title,
  file,
  text: `import * as a from "${name}";\nexport const b = a;\n`,
  expected,
});

/** Globals that machines may not use; each is planted in a separate file. */
const forbiddenGlobals = [
  ["window", "window", "window.innerWidth"],
  ["timer", "setTimeout", "setTimeout(() => undefined, 10)"],
  ["clock", "Date.now", "Date.now()"],
  ["network", "fetch", 'fetch("/a")'],
  ["socket", "WebSocket", 'new WebSocket("/ws")'],
  ["other tabs", "BroadcastChannel", 'new BroadcastChannel("a")'],
  ["storage", "localStorage", 'localStorage.getItem("a")'],
  ["interval", "setInterval", "setInterval(() => undefined, 10)"],
  ["random numbers", "Math.random", "Math.random()"],
  ["document", "document", "document.title"],
  ["environment", "process", 'process.env["A"]'],
] as const;

/** A forbidden import for each boundary in the tree, and each global that machines may not use. */
export const boundaryViolations: readonly Violation[] = [
  forbiddenImport("machines/contract.ts", "adapters/contract/a.ts"),
  forbiddenImport("src/list/app.ts", "src/app/a.ts"),
  forbiddenImport("src/ui/resource.ts", "adapters/contract/a.ts"),
  forbiddenImport("adapters/contract/http.ts", "adapters/http/a.ts"),
  forbiddenImport("adapters/http/app.ts", "src/app/a.ts"),
  forbiddenImport("adapters/http/machine.ts", "machines/a.ts"),
  forbiddenImport("src/pageApi/list.ts", "src/list/a.ts"),
  forbiddenImport("src/loading/list.ts", "src/list/a.ts"),
  forbiddenImport("src/ui/pageApi.ts", "src/pageApi/a.ts"),
  forbiddenImport("src/map/pages.ts", "src/pages/live/a.ts"),
  forbiddenImport("src/charts/list.ts", "src/list/a.ts"),
  forbiddenImport("src/worker/list.ts", "src/list/a.ts"),
  forbiddenImport("src/worker/map.ts", "src/map/base/a.ts"),
  forbiddenImport("src/list/map.ts", "src/map/a.ts"),
  forbiddenImport("server/http.ts", "adapters/http/a.ts"),
  forbiddenImport("build/console.ts", "src/app/a.ts"),
  forbiddenImport("scripts/server.ts", "server/a.ts"),
  forbiddenPackage(
    "a package in the adapters",
    "adapters/http/react.ts",
    "react",
    /may not import the package react/,
  ),
  forbiddenPackage("Node in the console", "src/app/node.ts", "node:fs", /runs in a browser/),
  forbiddenPackage(
    "Node in a machine",
    "machines/node.ts",
    "node:fs",
    /machines\/ may not import the package node:/,
  ),
  ...forbiddenGlobals.map(([what, name, code]) => ({
    title: `a machine that uses the ${what}`,
    file: `machines/uses${name.replace(".", "")}.ts`,
    text: `export const use = () => ${code};\n`,
    expected: new RegExp(name),
  })),
];
