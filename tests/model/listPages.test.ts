import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test, vi } from "vitest";
import { type AnyActorRef, type AnyStateMachine, createActor } from "xstate";
import type { Endpoint } from "../../adapters/contract/endpoint.ts";
import { CallError, type ErrorKind } from "../../adapters/http/callError.ts";
import type { Client } from "../../adapters/http/client.ts";
import { listMachine } from "../../machines/list.machine.ts";
import type { Console } from "../../src/console/useConsole.ts";
import type { PageScope } from "../../src/console/usePageScope.ts";
import type { AnyRow } from "../../src/list/definition.ts";
import { formHandle } from "../../src/list/form/formHandle.ts";
import type { ListPlan } from "../../src/list/listPlan.ts";
import { listPort } from "../../src/list/page/listPort.ts";
import { queryOfSearch } from "../../src/list/query/urlQuery.ts";
import { changingLists } from "../e2e/lists/changingLists.ts";
import { lists } from "../e2e/lists/lists.ts";
import { listPlaces } from "../e2e/model/drivers/listPlaces.ts";
import { pathsOf } from "./paths.ts";
import { runPath } from "./run.ts";
import type { Stimulus } from "./subject.ts";
import { listSubject } from "./subjects/list.ts";
import { runWalks } from "./walks.ts";
import { settled } from "./world.ts";

// A page's own description instead of its component: what the engine makes of it is what is tried here.
vi.mock("../../src/list/listPage.tsx", () => ({ listPage: (plan: ListPlan) => plan }));
vi.mock("../../src/list/tabbedPage.tsx", () => ({ tabbedPage: (tabs: readonly Tab[]) => tabs }));

interface Tab {
  readonly key: string;
  readonly page: ListPlan;
}
interface PageFile {
  readonly meta: { readonly path: string };
  readonly default: ListPlan | readonly Tab[];
}
interface ListOnPage {
  readonly address: string;
  readonly plan: ListPlan;
}

const project = path.resolve(import.meta.dirname, "../..");
const files = globSync("src/pages/**/*.page.tsx", { cwd: project }).filter((file) =>
  /list\/(?:listPage|tabbedPage)\.tsx/.test(readFileSync(path.join(project, file), "utf8")),
);

/** Every list of the console with its address, read from the pages that there are. */
const found: readonly ListOnPage[] = (
  await Promise.all(
    files.map(async (file): Promise<readonly ListOnPage[]> => {
      // Seam: a page file's exports, by the two functions above.
      const { meta, default: made } = (await import(path.join(project, file))) as PageFile;
      if (!Array.isArray(made)) return [{ address: meta.path, plan: made as ListPlan }];
      return (made as readonly Tab[]).map(({ key, page }, place) => ({
        address: place === 0 ? meta.path : `${meta.path}?tab=${key}`,
        plan: page,
      }));
    }),
  )
).flat();

const byAddress = (one: { address: string }, other: { address: string }) =>
  one.address.localeCompare(other.address);

describe("the lists of the page files", () => {
  test("are those that the browser's list contract goes through, trees as trees", () => {
    const known = lists.map((list) => ({
      address: list.path,
      call: list.call,
      export: list.export,
      tree: list.tree === true,
    }));
    for (const { path: address, ...list } of changingLists) known.push({ address, ...list, tree: false });
    const wanted = found.map(({ address, plan }) => ({
      address,
      call: plan.call.path,
      export: plan.export?.path,
      tree: plan.tree !== undefined,
    }));
    expect(known.sort(byAddress)).toEqual(wanted.sort(byAddress));
  });

  test("are those whose machine is walked in the browser (R-287 to R-289)", () => {
    const known = listPlaces.map(({ address, call, selectable, exports }) => ({
      address,
      call,
      selectable,
      exports,
    }));
    const wanted = found.map(({ address, plan }) => ({
      address,
      call: plan.call.host === "device" ? plan.call.path : `/wms/api${plan.call.path}`,
      selectable: Boolean(plan.batch ?? plan.selection),
      exports: plan.export ? `/wms/api${plan.export.path}` : null,
    }));
    expect(known.sort(byAddress)).toEqual(wanted.sort(byAddress));
  });
});

describe.each(found)("the columns of $address", ({ plan }) => {
  const times = plan.columns.filter((column) => column.as === "time");
  test.runIf(times.length > 0)("leave a time its seconds: 19 characters and the cell's edges", () => {
    expect(times.filter(({ width }) => width < 180)).toEqual([]);
  });
});

/** A client whose every call is answered by the test. */
const clientOf = (
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

/** The list machine as this page wires it: its own call, its own body. */
function subjectOf({ plan }: ListOnPage) {
  // A tree comes whole: 200 rows at most, and no second page.
  const later = /^(url: page 2|row c alone|no row here, two)/;
  const stimuli = listSubject.stimuli.filter(({ label }: Stimulus) => !plan.tree || !later.test(label));
  return {
    ...listSubject,
    stimuli,
    build: (world: Parameters<typeof listSubject.build>[0]) => {
      const client = clientOf((endpoint, body, signal, quiet) => {
        const { pageNo, pageSize, keyword = "", sort } = body as PageBody;
        const size = plan.tree && pageSize === 200 ? 2 : pageSize;
        const asked = `${pageNo}/${size}/${keyword}/${sort ? `${sort.field} ${sort.order}` : ""}`;
        const text = `POST list ${asked}${quiet ? " quietly" : ""}`;
        return world.call("load", endpoint === plan.call ? text : endpoint.path, signal);
      });
      const queryText = ({
        pageNo,
        pageSize,
        filters,
        sort,
      }: Parameters<ReturnType<typeof listPort>["go"]>[0]) =>
        `${pageNo}/${pageSize}/${filters["keyword"] ?? ""}/${sort ? `${sort.field} ${sort.order}` : ""}`;
      const port = listPort(plan, client, {
        query: () => ({ pageNo: 1, pageSize: 2, filters: {} }),
        go: (query) => world.did(`goes to ${queryText(query)}`),
        shown: () => () => undefined,
      });
      const rowText = (row: AnyRow) => `${row.id}${"v" in row ? row.v : ""}`;
      return {
        machine: listMachine<AnyRow>({
          ...port,
          jitter: (ms) => ms,
          act: ({ action, rows, values }, signal) =>
            world.call("act", `${action} ${rows.map(rowText).join()} ${values}`, signal),
        }),
      };
    },
  };
}

describe.each(found)("the machine of $address", (list) => {
  const subject = subjectOf(list);

  test("goes through every state of loading as expected, success and failure (R-287)", async () => {
    for (const way of pathsOf(subject)) expect(await runPath(subject, way)).toBeNull();
    expect(await runWalks(subject, { runs: 200, seed: 20261120 })).toBeNull();
  });
});

describe.each(found)("the address of $address", ({ plan }) => {
  test("drops what is no condition of this list, and names it", () => {
    const read = queryOfSearch("?page=-3&size=7&sort=nothing.up&evil=1&keyword=", plan.call.body);
    expect(read.query).toEqual({ pageNo: 1, pageSize: 20, filters: {} });
    expect([...read.dropped].sort()).toEqual(["evil", "page", "size", "sort"]);
  });
});

const row = { id: "9", version: 3 };
const forms = found.flatMap(({ address, plan: { form } }) => {
  if (!form) return [];
  const ways = [{ act: "making", row: null, call: form.calls.create }];
  const { update } = form.calls;
  return [...ways, ...(update ? [{ act: "editing", row, call: update }] : [])].map((way) => ({
    address,
    form,
    ...way,
  }));
});

/** A page's form, opened and sent, its one call held back. */
function sent({ form, row: of }: (typeof forms)[number]) {
  const asked: { endpoint: Endpoint; body: unknown }[] = [];
  const told: string[] = [];
  let answer: { resolve: (data: unknown) => void; reject: (fault: CallError) => void } | null = null;
  const client = clientOf((endpoint, body) => {
    asked.push({ endpoint, body });
    return new Promise((resolve, reject) => (answer = { resolve, reject }));
  });
  const nothing = () => Promise.resolve(null);
  const memory = { get: nothing, put: nothing, remove: nothing };
  const say = { success: () => undefined, warning: () => undefined, error: () => undefined };
  let started: AnyActorRef | null = null;
  const scope = {
    actor: (_: string, machine: () => AnyStateMachine) => (started ??= createActor(machine()).start()),
  };
  const handle = formHandle(
    form,
    scope as unknown as PageScope,
    { client, memory, say } as unknown as Console,
    {
      saved: (id, isNew) => void told.push(`${isNew ? "new" : "old"} ${id}`),
      doubted: () => void told.push("doubted"),
    },
  );
  handle.open(of);
  handle.actor.send({ type: "form.submit" });
  const state = () => {
    const { value } = handle.actor.getSnapshot();
    return typeof value === "string" ? value : (Object.keys(value)[0] ?? "");
  };
  const submit = () => handle.actor.send({ type: "form.submit" });
  return { asked, told, state, submit, answer: () => answer };
}

describe.each(forms)("$act on $address", (form) => {
  test("sends one call with one number, closes and tells where it is saved (R-288)", async () => {
    const { asked, told, state, answer } = sent(form);
    expect(state()).toBe("submitting");
    expect(asked.map(({ endpoint }) => endpoint)).toEqual([form.call]);
    expect(asked[0]?.body).toMatchObject({
      ...form.row,
      requestId: expect.stringMatching(/^[\da-f-]{36}$/),
    });
    answer()?.resolve({ id: "9" });
    await settled();
    expect(told).toEqual([form.row ? "old 9" : "new 9"]);
    expect(state()).toBe("closed");
  });

  // What is said of a record that stands in the list, and of one that is still to be made.
  const [unsure, refused, wrong] = [
    { old: ["doubted"], new: ["doubted"] },
    { old: ["doubted"], new: [] },
    { old: [], new: [] },
  ];
  test.each<{ kind: ErrorKind; state: string; told: { old: string[]; new: string[] } }>([
    { kind: "offline", state: "unknown", told: unsure },
    { kind: "timeout", state: "unknown", told: unsure },
    { kind: "contract", state: "unknown", told: unsure },
    { kind: "commitUnknown", state: "unknown", told: unsure },
    { kind: "refused", state: "refused", told: refused },
    { kind: "invalid", state: "refused", told: wrong },
    { kind: "server", state: "refused", told: wrong },
    // With a record that cannot be read there is nothing to compare with.
    { kind: "conflict", state: "refused", told: refused },
  ])("ends $state where it fails as $kind, and can be sent again under the same number", async (end) => {
    const { asked, told, state, submit, answer } = sent(form);
    answer()?.reject(new CallError(end.kind, "PUT /x", { message: "没有成功" }));
    await settled();
    expect([state(), told]).toEqual([end.state, form.row ? end.told.old : end.told.new]);
    submit();
    expect(state()).toBe("submitting");
    expect(asked).toHaveLength(2);
    expect(asked[1]).toEqual(asked[0]);
  });
});
