interface Due {
  readonly at: number;
  readonly order: number;
  readonly run: () => void;
}

/** Time that passes only from one event to the next, ms. */
export interface VirtualTime {
  readonly now: () => number;
  /** Runs it once after so many milliseconds. Returns a function that cancels it. */
  readonly after: (ms: number, run: () => void) => () => void;
  /** Runs everything that is due until then. `onInstant` is called whenever all work of an instant is done. */
  readonly runUntil: (end: number, onInstant: () => void) => Promise<void>;
}

const isBefore = (a: Due, b: Due) => a.at < b.at || (a.at === b.at && a.order < b.order);

/** All promises that can settle now have settled once an immediate runs. */
const settlePromises = () => new Promise<void>((done) => setImmediate(done));

export function createVirtualTime(): VirtualTime {
  const heap: Due[] = [];
  let now = 0;
  let order = 0;

  function push(due: Due): void {
    let index = heap.push(due) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const above = heap[parent];
      if (!above || isBefore(above, due)) break;
      heap[index] = above;
      index = parent;
    }
    heap[index] = due;
  }

  function pop(): Due | undefined {
    const first = heap[0];
    const last = heap.pop();
    if (!first || !last || first === last) return first;
    let index = 0;
    for (;;) {
      const left = heap[2 * index + 1];
      const right = heap[2 * index + 2];
      const child = right && left && isBefore(right, left) ? right : left;
      if (!child || isBefore(last, child)) break;
      heap[index] = child;
      index = child === right ? 2 * index + 2 : 2 * index + 1;
    }
    heap[index] = last;
    return first;
  }

  return {
    now: () => now,
    after: (ms, run) => {
      let isCancelled = false;
      order += 1;
      push({ at: now + Math.max(0, Math.ceil(ms)), order, run: () => isCancelled || run() });
      return () => {
        isCancelled = true;
      };
    },
    runUntil: async (end, onInstant) => {
      for (let first = heap[0]; first && first.at <= end; first = heap[0]) {
        now = first.at;
        while (heap[0]?.at === now) pop()?.run();
        await settlePromises();
        onInstant();
      }
    },
  };
}
