/** One violation: the file it is planted in, its text, and the message expected from the linter. */
export interface Violation {
  readonly title: string;
  readonly file: string;
  readonly text: string;
  readonly expected: RegExp;
}

/** A violation of each of the project's own rules; those of the linter are its own to test. */
export const lintViolations: readonly Violation[] = [
  {
    title: "a machine that imports React",
    file: "machines/react.ts",
    text: 'import { useState } from "react";\nexport const use = useState;\n',
    expected: /machines\/ may not import the package react/,
  },
  {
    title: "the list engine importing a page",
    file: "src/list/page.ts",
    text: 'export const load = () => import("../pages/account/a.page.tsx");\n',
    expected: /imported by nobody/,
  },
  {
    title: "a page importing another page",
    file: "src/pages/account/b.page.tsx",
    text: 'import a from "./a.page.tsx";\nexport default a;\n',
    expected: /imported by nobody/,
  },
  {
    title: "a page importing the parts of another group",
    file: "src/pages/order/parts.ts",
    text: 'import { a } from "../account/a.ts";\nexport const b = a;\n',
    expected: /pages of one group/,
  },
  {
    title: "a page importing the app",
    file: "src/pages/account/app.ts",
    text: 'export { a } from "../../app/a.ts";\n',
    expected: /src\/pages\/ may not import src\/app\/a\.ts/,
  },
  {
    title: "the server importing the console",
    file: "server/console.ts",
    text: 'import type { A } from "../src/app/a.ts";\nexport type B = A;\n',
    expected: /server\/ may not import src\/app\/a\.ts/,
  },
  {
    title: "the console importing the server",
    file: "src/app/server.ts",
    text: 'import { a } from "../../server/a.ts";\nexport const b = a;\n',
    expected: /src\/ may not import server\/a\.ts/,
  },
  {
    title: "Node in the contract",
    file: "adapters/contract/node.ts",
    text: 'import { readFileSync } from "node:fs";\nexport const read = readFileSync;\n',
    expected: /may not import the package node:/,
  },
  {
    title: "the map library outside its folder",
    file: "src/app/map.ts",
    text: 'import OlMap from "ol/Map";\nexport const map = OlMap;\n',
    expected: /ol is imported in src\/map\/ alone/,
  },
  {
    title: "the chart library outside its folder",
    file: "src/pages/statistics/chart.ts",
    text: 'import { init } from "echarts/core";\nexport const start = init;\n',
    expected: /echarts is imported in src\/charts\/ alone/,
  },
  {
    title: "fetch outside the adapter",
    file: "src/app/fetch.ts",
    text: 'export const load = () => fetch("/a");\n',
    expected: /The only fetch is in adapters\/http/,
  },
  {
    title: "fetch through the window",
    file: "src/app/windowFetch.ts",
    text: 'export const load = () => window.fetch("/a");\n',
    expected: /fetch/,
  },
  {
    title: "storage outside the adapter",
    file: "src/pages/account/storage.ts",
    text: 'export const save = () => localStorage.setItem("a", "b");\n',
    expected: /Storage is in adapters\/http/,
  },
  {
    title: "a random id that only HTTPS gives",
    file: "src/pages/account/id.ts",
    text: "export const id = crypto.randomUUID();\n",
    expected: /use createRequestId/,
  },
  {
    title: "a socket outside the adapter",
    file: "src/worker/socket.ts",
    text: 'export const open = () => new WebSocket("/ws");\n',
    expected: /The only WebSocket/,
  },
  {
    title: "a channel to other tabs outside the adapter",
    file: "src/app/tabs.ts",
    text: 'export const open = () => new BroadcastChannel("tabs");\n',
    expected: /Tabs talk through/,
  },
  {
    title: "a named import of zod",
    file: "adapters/contract/zodName.ts",
    text: 'import { z } from "zod/mini";\nexport const a = z.string();\n',
    expected: /import \* as z from "zod\/mini"/,
  },
  {
    title: "an import of all of zod",
    file: "adapters/contract/zodWhole.ts",
    text: 'import * as z from "zod";\nexport const a = z.string();\n',
    expected: /import \* as z from "zod\/mini"/,
  },
  {
    title: "an import with another extension",
    file: "server/extension.ts",
    text: 'import { a } from "./a.js";\nexport const b = a;\n',
    expected: /own extension/,
  },
  {
    title: "an import without extension",
    file: "src/app/noExtension.ts",
    text: 'import { a } from "./a";\nexport const b = a;\n',
    expected: /own extension/,
  },
  {
    title: "an enum",
    file: "server/enum.ts",
    text: "export enum A {\n  b,\n}\n",
    expected: /Node cannot run enums/,
  },
  {
    title: "a decorator",
    file: "server/decorator.ts",
    text: "const d = (a: unknown) => a;\n@d\nexport class A {}\n",
    expected: /Node cannot run decorators/,
  },
  {
    title: "the outer database handle inside a transaction",
    file: "server/deadlock.ts",
    text: "type Db = { query(): Promise<void>; transaction(f: (tx: Db) => Promise<void>): Promise<void> };\nexport const f = (db: Db) => db.transaction(async (tx) => {\n  await tx.query();\n  await db.query();\n});\n",
    expected: /db would wait for ever/,
  },
  {
    title: "a product constant in an expectation",
    file: "tests/model/expect/idle.ts",
    text: 'import { idleMs } from "../../../machines/idle.ts";\nexport const expected = idleMs;\n',
    expected: /tests\/model\/expect\/ may not import machines\/idle\.ts/,
  },
  {
    title: "a table that is read by a word from outside",
    file: "server/words.ts",
    text: 'const reasons: Readonly<Record<string, string>> = { ok: "完成" };\nexport const describe = (word: string) => reasons[word] ?? word;\n',
    expected: /read reasons by lookUp/,
  },
  {
    title: "a text of pieces",
    file: "src/list/Count.tsx",
    text: "export const Count = ({ n }: { readonly n: number }) => <p>已选 {n} 条</p>;\n",
    expected: /write one template/,
  },
  {
    title: "a pause in a browser test",
    file: "tests/e2e/pause.ts",
    text: "type Page = { waitForTimeout(ms: number): Promise<void> };\nexport const rest = (page: Page) => page.waitForTimeout(500);\n",
    expected: /wait for what happens/,
  },
  {
    title: "a short limit of a wait in a browser test",
    file: "tests/e2e/shortLimit.ts",
    text: "export const soon = { timeout: 5_000 };\n",
    expected: /default of 30 s/,
  },
  {
    title: "a limit of a wait in a browser test that is no number",
    file: "tests/e2e/hiddenLimit.ts",
    text: "const timeout = 5_000;\nexport const soon = { timeout };\n",
    expected: /default of 30 s/,
  },
  {
    title: "a wait for the network in a browser test",
    file: "tests/browser/idle.ts",
    text: 'export const options = { waitUntil: "networkidle" };\n',
    expected: /state of the page/,
  },
  {
    title: "a popup that is closed without waiting for it",
    file: "tests/e2e/escape.ts",
    text: 'export const key = "Escape";\n',
    expected: /by closePopup/,
  },
  {
    title: "axe without waiting for the page to rest",
    file: "tests/e2e/axe.ts",
    text: 'import { AxeBuilder } from "@axe-core/playwright";\nexport const builder = AxeBuilder;\n',
    expected: /waits until the page rests/,
  },
];
