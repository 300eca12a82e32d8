/** One violation a file: where it is planted, what is written there, and the words the linter must find for it. */
export interface Violation {
  readonly fault: string;
  readonly file: string;
  readonly text: string;
  readonly says: RegExp;
}

/** Every lint gate with a violation of its own. */
export const violations: readonly Violation[] = [
  {
    fault: "a machine that touches the window",
    file: "machines/window.ts",
    text: "export const width = () => window.innerWidth;\n",
    says: /window/,
  },
  {
    fault: "a machine that sets a timer",
    file: "machines/timer.ts",
    text: "export const later = (f: () => void) => setTimeout(f, 10);\n",
    says: /setTimeout/,
  },
  {
    fault: "a machine that reads the clock",
    file: "machines/clock.ts",
    text: "export const now = () => Date.now();\n",
    says: /Date\.now/,
  },
  {
    fault: "a machine that imports React",
    file: "machines/react.ts",
    text: 'import { useState } from "react";\nexport const use = useState;\n',
    says: /machines\/ may not import the package react/,
  },
  {
    fault: "a machine that imports the contract",
    file: "machines/contract.ts",
    text: 'import { a } from "../adapters/contract/a.ts";\nexport const b = a;\n',
    says: /machines\/ may not import adapters\/contract\/a\.ts/,
  },
  {
    fault: "the list engine importing the app",
    file: "src/list/app.ts",
    text: 'import { a } from "../app/a.ts";\nexport const b = a;\n',
    says: /src\/list\/ may not import src\/app\/a\.ts/,
  },
  {
    fault: "the list engine importing a page",
    file: "src/list/page.ts",
    text: 'export const load = () => import("../pages/account/a.page.tsx");\n',
    says: /imported by nobody/,
  },
  {
    fault: "a page importing another page",
    file: "src/pages/account/b.page.tsx",
    text: 'import a from "./a.page.tsx";\nexport default a;\n',
    says: /imported by nobody/,
  },
  {
    fault: "a page importing the parts of another group",
    file: "src/pages/order/parts.ts",
    text: 'import { a } from "../account/a.ts";\nexport const b = a;\n',
    says: /pages of one group/,
  },
  {
    fault: "a page importing the app",
    file: "src/pages/account/app.ts",
    text: 'export { a } from "../../app/a.ts";\n',
    says: /src\/pages\/ may not import src\/app\/a\.ts/,
  },
  {
    fault: "the server importing the console",
    file: "server/console.ts",
    text: 'import type { A } from "../src/app/a.ts";\nexport type B = A;\n',
    says: /server\/ may not import src\/app\/a\.ts/,
  },
  {
    fault: "the console importing the server",
    file: "src/app/server.ts",
    text: 'import { a } from "../../server/a.ts";\nexport const b = a;\n',
    says: /src\/ may not import server\/a\.ts/,
  },
  {
    fault: "ui that knows a resource",
    file: "src/ui/resource.ts",
    text: 'import { a } from "../../adapters/contract/a.ts";\nexport const b = a;\n',
    says: /src\/ui\/ may not import adapters\/contract\/a\.ts/,
  },
  {
    fault: "Node in the contract",
    file: "adapters/contract/node.ts",
    text: 'import { readFileSync } from "node:fs";\nexport const read = readFileSync;\n',
    says: /may not import the package node:/,
  },
  {
    fault: "the map library outside of its folder",
    file: "src/app/map.ts",
    text: 'import OlMap from "ol/Map";\nexport const map = OlMap;\n',
    says: /ol is imported in src\/map\/ alone/,
  },
  {
    fault: "the chart library outside of its folder",
    file: "src/pages/statistics/chart.ts",
    text: 'import { init } from "echarts/core";\nexport const start = init;\n',
    says: /echarts is imported in src\/charts\/ alone/,
  },
  {
    fault: "fetch outside of the adapter",
    file: "src/app/fetch.ts",
    text: 'export const load = () => fetch("/a");\n',
    says: /The only fetch is in adapters\/http/,
  },
  {
    fault: "fetch by way of the window",
    file: "src/app/windowFetch.ts",
    text: 'export const load = () => window.fetch("/a");\n',
    says: /fetch/,
  },
  {
    fault: "storage outside of the adapter",
    file: "src/pages/account/storage.ts",
    text: 'export const keep = () => localStorage.setItem("a", "b");\n',
    says: /Storage is in adapters\/http/,
  },
  {
    fault: "a socket outside of the adapter",
    file: "src/worker/socket.ts",
    text: 'export const open = () => new WebSocket("/ws");\n',
    says: /The only WebSocket/,
  },
  {
    fault: "tabs talking past the adapter",
    file: "src/app/tabs.ts",
    text: 'export const open = () => new BroadcastChannel("tabs");\n',
    says: /Tabs talk through/,
  },
  {
    fault: "any",
    file: "server/any.ts",
    text: "export const a = (b: any): number => (b ? 1 : 2);\n",
    says: /any/,
  },
  {
    fault: "a silenced compiler",
    file: "server/silenced.ts",
    text: "// @ts-ignore\nexport const a: number = 1;\n",
    says: /ts-ignore/,
  },
  {
    fault: "zod by name",
    file: "adapters/contract/zodName.ts",
    text: 'import { z } from "zod/mini";\nexport const a = z.string();\n',
    says: /import \* as z from "zod\/mini"/,
  },
  {
    fault: "the whole of zod",
    file: "adapters/contract/zodWhole.ts",
    text: 'import * as z from "zod";\nexport const a = z.string();\n',
    says: /import \* as z from "zod\/mini"/,
  },
  {
    fault: "an import by another extension",
    file: "server/extension.ts",
    text: 'import { a } from "./a.js";\nexport const b = a;\n',
    says: /own extension/,
  },
  {
    fault: "an import without extension",
    file: "src/app/noExtension.ts",
    text: 'import { a } from "./a";\nexport const b = a;\n',
    says: /own extension/,
  },
  {
    fault: "an enum",
    file: "server/enum.ts",
    text: "export enum A {\n  b,\n}\n",
    says: /Node cannot run enums/,
  },
  {
    fault: "a decorator",
    file: "server/decorator.ts",
    text: "const d = (a: unknown) => a;\n@d\nexport class A {}\n",
    says: /Node cannot run decorators/,
  },
  {
    fault: "the outer handle inside its transaction",
    file: "server/deadlock.ts",
    text: "type Db = { query(): Promise<void>; transaction(f: (tx: Db) => Promise<void>): Promise<void> };\nexport const f = (db: Db) => db.transaction(async (tx) => {\n  await tx.query();\n  await db.query();\n});\n",
    says: /db would wait for ever/,
  },
  {
    fault: "a promise nobody waits for",
    file: "server/floating.ts",
    text: "const a = async () => {};\nexport const b = () => {\n  a();\n};\n",
    says: /[Pp]romise/,
  },
  {
    fault: "an async event handler of a component",
    file: "src/app/Button.tsx",
    text: 'const save = async () => {};\nexport const Button = () => <button type="button" onClick={save} />;\n',
    says: /[Pp]romise/,
  },
  {
    fault: "a hook under a condition",
    file: "src/app/useSometimes.ts",
    text: 'import { useState } from "react";\nexport const useSometimes = (b: boolean) => {\n  if (b) return useState(1);\n  return null;\n};\n',
    says: /hook/i,
  },
  {
    fault: "a product constant in an expectation",
    file: "tests/model/expect/idle.ts",
    text: 'import { idleMs } from "../../../machines/idle.ts";\nexport const expected = idleMs;\n',
    says: /tests\/model\/expect\/ may not import machines\/idle\.ts/,
  },
  {
    fault: "a note to do it later",
    file: "server/later.ts",
    text: "// TODO handle this\nexport const a = 1;\n",
    says: /todo/i,
  },
  {
    fault: "an index that passes everything on",
    file: "src/ui/index.ts",
    text: 'export * from "./a.ts";\nexport * from "./b.ts";\n',
    says: /barrel/i,
  },
  {
    fault: "a skipped test",
    file: "tests/contract/skipped.test.ts",
    text: 'import { it } from "vitest";\nit.skip("holds", () => {});\n',
    says: /disabled|skip/i,
  },
];
