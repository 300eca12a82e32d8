/** @module-tag full */

import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import type { ComponentType } from "react";
import { describe, expect, test, vi } from "vitest";
import { type AnyActorRef, type AnyStateMachine, createActor } from "xstate";
import type { Endpoint } from "../../adapters/contract/endpoint.ts";
import { CallError, type ErrorKind } from "../../adapters/http/callError.ts";
import type { Client } from "../../adapters/http/client.ts";
import { listMachine } from "../../machines/list.machine.ts";
import { createFormHandle } from "../../src/list/form/createFormHandle.ts";
import type { ListConfig } from "../../src/list/listConfig.ts";
import type { AnyRow } from "../../src/list/listDefinition.ts";
import { createListPort } from "../../src/list/page/createListPort.ts";
import { parseSearch } from "../../src/list/query/urlQuery.ts";
import type { PageApi } from "../../src/pageApi/usePageApi.ts";
import type { PageScope } from "../../src/pageApi/usePageScope.ts";
import { clearableFields } from "../contract/fixtures/clearableFields.ts";
import { readEditForms } from "../contract/fixtures/editForms.ts";
import { pageLists as readLists } from "../e2e/lists/pageLists.ts";
import type { Stimulus } from "./defineSubject.ts";
import { findShortestPaths, shortestPathPerState } from "./findShortestPaths.ts";
import { runRandomWalks } from "./runRandomWalks.ts";
import { runPath } from "./runSteps.ts";
import { listSubject } from "./subjects/list.ts";
import { flushPromises } from "./testEnvironment.ts";

// Returns the page's configuration instead of a component, as the tests run the engine on it.
vi.mock("../../src/list/listPage.tsx", () => ({ listPage: (config: ListConfig) => config }));
vi.mock("../../src/list/tabbedPage.tsx", () => ({ tabbedPage: (tabs: readonly Tab[]) => tabs }));

interface Tab {
  readonly key: string;
  /** A component where the tab is no list. */
  readonly page: ListConfig | ComponentType;
}
interface PageFile {
  readonly meta: { readonly path: string };
  readonly default: ListConfig | readonly Tab[];
}
interface ListOnPage {
  readonly address: string;
  readonly config: ListConfig;
}

const project = path.resolve(import.meta.dirname, "../..");
const files = globSync("src/pages/**/*.page.tsx", { cwd: project }).filter((file) =>
  /list\/(?:listPage|tabbedPage)\.tsx/.test(readFileSync(path.join(project, file), "utf8")),
);

/** All lists of the console with their addresses, from the page files. */
const pageLists: readonly ListOnPage[] = (
  await Promise.all(
    files.map(async (file): Promise<readonly ListOnPage[]> => {
      // Safe cast: the mocks above define these exports.
      const { meta, default: exported } = (await import(path.join(project, file))) as PageFile;
      if (!Array.isArray(exported)) return [{ address: meta.path, config: exported as ListConfig }];
      return (exported as readonly Tab[]).flatMap(({ key, page }, place) =>
        typeof page === "object"
          ? [{ address: place === 0 ? meta.path : `${meta.path}?tab=${key}`, config: page }]
          : [],
      );
    }),
  )
).flat();

const byAddress = (item: { address: string }, other: { address: string }) =>
  item.address.localeCompare(other.address);

test("the browser's tests read the same lists from the page files, trees included (R-287 to R-289)", () => {
  const known = readLists.map(({ path, call, export: exported, selectable, tree }) => ({
    address: path,
    call,
    export: exported,
    selectable,
    tree,
  }));
  const wanted = pageLists.map(({ address, config }) => ({
    address,
    call: config.call.path,
    export: config.export?.path,
    selectable: Boolean(config.batchActions ?? config.selectionActions),
    tree: config.tree !== undefined,
  }));
  expect(known.sort(byAddress)).toEqual(wanted.sort(byAddress));
});

describe.each(pageLists)("the columns of $address", ({ config }) => {
  const times = config.columns.filter((column) => column.as === "time");
  test.runIf(times.length > 0)("are wide enough for a time with seconds: 19 characters plus padding", () => {
    expect(times.filter(({ width }) => width < 180)).toEqual([]);
  });
});

/** Width of a hint in px at the size of the query form: 12 px for each Chinese character. */
const getHintPx = (hint: string) =>
  [...hint].reduce((sum, one) => sum + (one > "\u2e7f" ? 12 : one === " " ? 3 : one === "/" ? 5 : 8), 0);

test.each(pageLists)("the hints of the filters of $address fit into the narrowest field", ({ config }) => {
  const hints = config.filters.flatMap((filter) => {
    // 246 px less the label, and less the padding or the arrow.
    if (filter.kind === "text") return [{ hint: filter.placeholder ?? "", room: 149 }];
    return filter.kind === "choice" ? [{ hint: filter.source.placeholder, room: 126 }] : [];
  });
  expect(hints.filter(({ hint, room }) => getHintPx(hint) > room)).toEqual([]);
});

/** A client whose calls are handled by the test. */
const createClient = (
  call: (endpoint: Endpoint, body: unknown, signal: AbortSignal, quiet?: boolean) => Promise<unknown>,
) =>
  ({
    call: (endpoint: Endpoint, args: { body: unknown }, options: { signal: AbortSignal; quiet?: boolean }) =>
      call(endpoint, args.body, options.signal, options.quiet),
  }) as unknown as Client;

interface PageBody {
  readonly pageNo: number;
  readonly pageSize: number;
  readonly keyword?: string;
  readonly sort?: { readonly field: string; readonly order: string };
}

/** The list machine with this page's call and body. */
function createPageSubject({ config }: ListOnPage) {
  // A tree is loaded as a whole: at most 200 rows, no second page.
  const later = /^(url: page 2|row c alone|no row here, two)/;
  const stimuli = listSubject.stimuli.filter(({ label }: Stimulus) => !config.tree || !later.test(label));
  return {
    ...listSubject,
    stimuli,
    build: (environment: Parameters<typeof listSubject.build>[0]) => {
      const client = createClient((endpoint, body, signal, quiet) => {
        const { pageNo, pageSize, keyword = "", sort } = body as PageBody;
        const size = config.tree && pageSize === 200 ? 2 : pageSize;
        const requestText = `${pageNo}/${size}/${keyword}/${sort ? `${sort.field} ${sort.order}` : ""}`;
        const text = `POST list ${requestText}${quiet ? " quietly" : ""}`;
        return environment.call("load", endpoint === config.call ? text : endpoint.path, signal);
      });
      const queryText = ({
        pageNo,
        pageSize,
        filters,
        sort,
      }: Parameters<ReturnType<typeof createListPort>["navigate"]>[0]) =>
        `${pageNo}/${pageSize}/${filters["keyword"] ?? ""}/${sort ? `${sort.field} ${sort.order}` : ""}`;
      const port = createListPort(config, client, {
        getQuery: () => ({ pageNo: 1, pageSize: 2, filters: {} }),
        navigate: (query) => environment.recordEffect(`goes to ${queryText(query)}`),
      });
      const rowText = (row: AnyRow) => `${row.id}${"v" in row ? row.v : ""}`;
      return {
        machine: listMachine<AnyRow>({
          ...port,
          jitter: (ms) => ms,
          runBatch: ({ action, rows, values }, signal) =>
            environment.call("act", `${action} ${rows.map(rowText).join()} ${values}`, signal),
        }),
      };
    },
  };
}

describe.each(pageLists.map((list, index) => ({ ...list, list, isFirst: index === 0 })))(
  "the machine of $address",
  ({ list, isFirst }) => {
    const subject = createPageSubject(list);

    test("reaches every loading state as expected, after success and failure (R-287)", async () => {
      // All lists share one machine, so only the first list runs every path.
      const all = findShortestPaths(subject);
      const paths = isFirst ? all : shortestPathPerState(all);
      for (const path of paths) expect(await runPath(subject, path)).toBeNull();
      if (isFirst) expect(await runRandomWalks(subject, { runs: 200, seed: 20261120 })).toBeNull();
    });
  },
);

test("every list shows in one way what expires", () => {
  const columns = pageLists.flatMap(({ config }) => config.columns);
  const expiring = columns.filter(({ key }) => String(key) === "expireAt");
  expect(expiring.length).toBeGreaterThan(1);
  expect(expiring.filter(({ as }) => as !== "expiry")).toEqual([]);
});

describe.each(pageLists)("the address of $address", ({ config }) => {
  test("drops and reports parameters that this list does not have", () => {
    const read = parseSearch("?page=-3&size=7&sort=nothing.up&evil=1&keyword=", config.call.body);
    expect(read.query).toEqual({ pageNo: 1, pageSize: 50, filters: {} });
    expect([...read.dropped].sort()).toEqual(["evil", "page", "size", "sort"]);
  });
});

const row = { id: "9", version: 3 };
const forms = pageLists.flatMap(({ address, config: { form } }) => {
  if (!form) return [];
  const modes = [{ act: "creating", row: null, call: form.calls.create }];
  const { update } = form.calls;
  return [...modes, ...(update ? [{ act: "editing", row, call: update }] : [])].map((mode) => ({
    address,
    form,
    ...mode,
  }));
});

test("emptiedFields.test.ts finds every form that edits: its page exports it, or a file called so, or clearableFields.ts names it", async () => {
  const known = [...(await readEditForms()).keys(), ...Object.keys(clearableFields)];
  const unknown = forms.filter(({ act, form }) => act === "editing" && !known.includes(form.name));
  expect(unknown.map(({ form }) => form.name)).toEqual([]);
});

/** Opens and submits a page's form; its call stays pending. */
function captureRequests({ form, row: of }: (typeof forms)[number]) {
  const requests: { endpoint: Endpoint; body: unknown }[] = [];
  const notifications: string[] = [];
  let answer: { resolve: (data: unknown) => void; reject: (error: CallError) => void } | null = null;
  const client = createClient((endpoint, body) => {
    requests.push({ endpoint, body });
    return new Promise((resolve, reject) => (answer = { resolve, reject }));
  });
  const nothing = () => Promise.resolve(null);
  const storage = { get: nothing, set: nothing, remove: nothing };
  const noop = () => undefined;
  const user = { id: "7", name: "周晓岚", roles: ["operator"] };
  const config = { extensions: true };
  const toast = { success: noop, warning: noop, error: noop, undoable: noop };
  let started: AnyActorRef | null = null;
  const scope = {
    actor: (_: string, machine: () => AnyStateMachine) => (started ??= createActor(machine()).start()),
  };
  const handle = createFormHandle(
    form,
    scope as unknown as PageScope,
    { client, config, storage, toast, user } as unknown as PageApi,
    {
      onSaved: (id, isNew) => void notifications.push(`${isNew ? "new" : "old"} ${id}`),
      onUncertain: () => void notifications.push("doubted"),
    },
  );
  handle.open(of);
  handle.actor.send({ type: "form.submit" });
  const state = () => {
    const { value } = handle.actor.getSnapshot();
    return typeof value === "string" ? value : (Object.keys(value)[0] ?? "");
  };
  const submit = () => handle.actor.send({ type: "form.submit" });
  return { requests, notifications, state, submit, answer: () => answer };
}

describe.each(forms)("$act on $address", (form) => {
  test("sends one call with one requestId, closes and reports the saved record (R-288)", async () => {
    const { requests, notifications, state, answer } = captureRequests(form);
    expect(state()).toBe("submitting");
    expect(requests.map(({ endpoint }) => endpoint)).toEqual([form.call]);
    expect(requests[0]?.body).toMatchObject({
      ...form.row,
      requestId: expect.stringMatching(/^[\da-f]{32}$/),
    });
    // `overlaps` is in the response of zones.
    answer()?.resolve({ id: "9", overlaps: [] });
    await flushPromises();
    expect(notifications).toEqual([form.row ? "old 9" : "new 9"]);
    expect(state()).toBe("closed");
  });

  // Notifications for an existing and for a new record.
  const [unsure, refused, wrong] = [
    { old: ["doubted"], new: ["doubted"] },
    { old: ["doubted"], new: [] },
    { old: [], new: [] },
  ];
  test.each<{ kind: ErrorKind; state: string; notifications: { old: string[]; new: string[] } }>([
    { kind: "offline", state: "unknown", notifications: unsure },
    { kind: "timeout", state: "unknown", notifications: unsure },
    { kind: "contract", state: "unknown", notifications: unsure },
    { kind: "commitUnknown", state: "unknown", notifications: unsure },
    { kind: "refused", state: "refused", notifications: refused },
    { kind: "invalid", state: "refused", notifications: wrong },
    { kind: "server", state: "refused", notifications: wrong },
    // The current record is unreadable, so there is nothing to compare with.
    { kind: "conflict", state: "refused", notifications: refused },
  ])("becomes $state after $kind, and can be resubmitted with the same requestId", async (end) => {
    const { requests, notifications, state, submit, answer } = captureRequests(form);
    answer()?.reject(new CallError(end.kind, "PUT /x", { message: "没有成功" }));
    await flushPromises();
    expect([state(), notifications]).toEqual([
      end.state,
      form.row ? end.notifications.old : end.notifications.new,
    ]);
    submit();
    expect(state()).toBe("submitting");
    expect(requests).toHaveLength(2);
    expect(requests[1]).toEqual(requests[0]);
  });
});
