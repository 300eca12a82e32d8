import { setTimeout as wait } from "node:timers/promises";
import type { BrowserContext, CDPSession, Page } from "playwright-core";
import * as z from "zod/mini";

/** So many collections also drop the code of functions that no longer run, which V8 keeps for six. */
const [collections, collectEveryMs] = [8, 400];
/** Each stop of the tour has other drones and tiles in view: the least of some moments is what stays. */
const [moments, momentGapMs] = [3, 5_000];
/** Rounds from which on the whole heap can be judged: its code and its tiles make it rise and fall by a tenth. */
const judgedRounds = 8;

/** What two screens hold. */
export interface Measured {
  readonly layers: number;
  /** Bytes of each page's heap. */
  readonly heaps: readonly number[];
  /** Of these, the objects, see `sumOwnBytes`. */
  readonly own: readonly number[];
  /** Nodes and listeners of each page. */
  readonly counts: readonly { readonly nodes: number; readonly listeners: number }[];
}

/** Measures each page some times after garbage was collected; each figure is the least. */
export async function measurePages(context: BrowserContext, pages: readonly Page[]): Promise<Measured> {
  let measured = await measureMoment(context, pages);
  for (let moment = 1; moment < moments; moment++) {
    await wait(momentGapMs);
    measured = takeLeast(measured, await measureMoment(context, pages));
  }
  return measured;
}

const takeLeast = (one: Measured, other: Measured): Measured => {
  const least = (figures: readonly number[], others: readonly number[]) =>
    figures.map((figure, place) => Math.min(figure, others[place] ?? figure));
  return {
    layers: Math.min(one.layers, other.layers),
    heaps: least(one.heaps, other.heaps),
    own: least(one.own, other.own),
    counts: one.counts.map(({ nodes, listeners }, place) => ({
      nodes: Math.min(nodes, other.counts[place]?.nodes ?? nodes),
      listeners: Math.min(listeners, other.counts[place]?.listeners ?? listeners),
    })),
  };
};

async function measureMoment(context: BrowserContext, pages: readonly Page[]): Promise<Measured> {
  const all = await Promise.all(pages.map((page) => measurePage(context, page)));
  return {
    layers: all.reduce((sum, { layers }) => sum + layers, 0),
    heaps: all.map(({ heap }) => heap),
    own: all.map(({ own }) => own),
    counts: all.map(({ counts }) => counts),
  };
}

async function measurePage(context: BrowserContext, page: Page) {
  const layers = await page.locator(".ol-layers > *, .ol-viewport canvas").count();
  const session = await context.newCDPSession(page);
  // The browser keeps messages for its developer tools.
  await session.send("Runtime.discardConsoleEntries");
  let heap = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < collections; attempt++) {
    await session.send("HeapProfiler.collectGarbage");
    heap = Math.min(heap, (await session.send("Runtime.getHeapUsage")).usedSize);
    await wait(collectEveryMs);
  }
  const own = await sumOwnBytes(session);
  const { nodes, jsEventListeners } = await session.send("Memory.getDOMCounters");
  await session.detach();
  return { layers, heap, own, counts: { nodes, listeners: jsEventListeners } };
}

/** Parts of a heap snapshot in the format of the DevTools protocol. */
const heapSnapshot = z.object({
  snapshot: z.object({
    meta: z.object({ node_fields: z.array(z.string()), node_types: z.array(z.unknown()) }),
  }),
  nodes: z.array(z.number()),
});

/** V8 compiles what a fault runs for the first time; each place that the tour shows has other arrays of coordinates. */
const ignoredTypes = ["code", "array", "native"];

/**
 * Bytes of a heap without code, elements of arrays, and what the browser itself holds, which is not in the heap's size:
 * its caches of texts and styles and its records for developer tools, which fill. Whatever leaks holds objects too.
 */
async function sumOwnBytes(session: CDPSession): Promise<number> {
  const chunks: string[] = [];
  session.on("HeapProfiler.addHeapSnapshotChunk", ({ chunk }) => chunks.push(chunk));
  await session.send("HeapProfiler.takeHeapSnapshot", { reportProgress: false });
  const { snapshot, nodes } = heapSnapshot.parse(JSON.parse(chunks.join("")));
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const names = z.array(z.string()).parse(types[fields.indexOf("type")]);
  const [typeAt, sizeAt] = [fields.indexOf("type"), fields.indexOf("self_size")];
  let bytes = 0;
  for (let node = 0; node < nodes.length; node += fields.length) {
    const type = names[nodes[node + typeAt] ?? -1];
    if (type !== undefined && !ignoredTypes.includes(type)) bytes += nodes[node + sizeAt] ?? 0;
  }
  return bytes;
}

/** The largest of the second figures, each as a share of the first one in its place, less one. */
const getGrowth = (before: readonly number[], after: readonly number[]) =>
  Math.max(...after.map((figure, place) => figure / (before[place] ?? figure) - 1));

/** What the page holds more of its own, as a share of its whole heap before; the page that grew most. */
export const getOwnGrowth = (before: Measured, after: Measured) =>
  Math.max(
    ...after.own.map(
      (bytes, place) => (bytes - (before.own[place] ?? bytes)) / (before.heaps[place] ?? bytes),
    ),
  );

/** Nodes or listeners of one page, whichever grew most. */
export const getNodesAdded = (before: Measured, after: Measured) =>
  Math.max(
    ...after.counts.flatMap(({ nodes, listeners }, place) => [
      nodes - (before.counts[place]?.nodes ?? 0),
      listeners - (before.counts[place]?.listeners ?? 0),
    ]),
  );

/** The least heaps of the two halves are compared, as a heap also falls; what grows all the time has grown twice that. */
export function getHeapGrowth(rounds: readonly Measured[]): number | null {
  if (rounds.length < judgedRounds) return null;
  const half = Math.floor(rounds.length / 2);
  const [first = [], second = []] = [rounds.slice(0, half), rounds.slice(half)].map((some) =>
    (some[0]?.heaps ?? []).map((_, place) => Math.min(...some.map(({ heaps }) => heaps[place] ?? 0))),
  );
  return 2 * getGrowth(first, second);
}

/** The figures of a round in words. */
export const describe = (before: Measured, { heaps, own, counts }: Measured) =>
  heaps
    .map((bytes, place) => {
      const share = toShare(bytes, before.heaps[place]);
      const more = ((own[place] ?? 0) - (before.own[place] ?? 0)) / 1e6;
      const { nodes = 0, listeners = 0 } = counts[place] ?? {};
      return `${(bytes / 1e6).toFixed(1)} MB (${share}, own objects +${more.toFixed(2)} MB), ${nodes} nodes, ${listeners} listeners`;
    })
    .join("; ");

const toShare = (bytes: number, before: number = bytes) => `${(100 * (bytes / before - 1)).toFixed(1)} %`;
