import { maxSamplesPerCall } from "../../../adapters/contract/telemetry.ts";
import { RateLimitError } from "../../http/rateLimitError.ts";

/** What the access keys of a company may send together, per second and registered drone. */
const perDrone = { samples: 20, calls: 2 } as const;
/** A company with fewer drones is treated as if it had so many. */
const leastDrones = 10;
/** What is not sent is kept for so long, for what a sender has to catch up. */
const keptS = 30;
/** Length of the shortest sample, which has one digit in each required field. */
const leastSampleBytes = 32;
/** A bucket is full again long before; then it is the same as none. */
const sweepMs = 60_000;

interface Bucket {
  droneCount: number;
  samples: number;
  calls: number;
  /** When it was last filled. */
  at: number;
}

/** What a call has taken of its company's share. */
interface TakenShare {
  /** Tells how many samples the body has. Until then, or if it has none that can be read, its length counts. */
  readonly countSamples: (count: number) => void;
  /** The call was not taken by the platform's own fault. */
  readonly giveBack: () => void;
}

/**
 * Token buckets of the companies whose keys sign requests, in this process's memory: a new key or connection is no new
 * share. A call may take more samples than are left; the next one then waits until they have come in.
 */
export interface FairShares {
  /** @throws RateLimitError if nothing is left, before anything is known about the request but its key */
  readonly check: (companyId: string) => void;
  /**
   * Takes a call of so many bytes; only after its signature was verified, as others must not use up the share.
   * @throws RateLimitError if nothing is left, with the seconds until there is
   */
  readonly take: (
    company: { readonly companyId: string; readonly droneCount: number },
    bytes: number,
  ) => TakenShare;
  /** Companies that have used some of their share lately. */
  readonly count: () => number;
}

export function createFairShares(monotonicMs: () => number): FairShares {
  const buckets = new Map<string, Bucket>();
  let sweptAt = monotonicMs();

  function sweep(now: number): void {
    if (now - sweptAt < sweepMs) return;
    sweptAt = now;
    for (const [companyId, bucket] of buckets) {
      fill(bucket, now);
      if (isFull(bucket)) buckets.delete(companyId);
    }
  }

  return {
    check: (companyId) => {
      const bucket = buckets.get(companyId);
      if (!bucket) return;
      fill(bucket, monotonicMs());
      assertNotEmpty(bucket);
    },
    take: ({ companyId, droneCount }, bytes) => {
      const now = monotonicMs();
      sweep(now);
      const bucket = buckets.get(companyId) ?? createFullBucket(droneCount, now);
      buckets.set(companyId, bucket);
      bucket.droneCount = droneCount;
      fill(bucket, now);
      assertNotEmpty(bucket);
      // Before the body is parsed: calls that come at the same time see what this one may cost.
      const reserved = Math.min(maxSamplesPerCall, Math.ceil(bytes / leastSampleBytes));
      bucket.calls -= 1;
      bucket.samples -= reserved;
      let taken = reserved;
      const countSamples = (count: number) => {
        bucket.samples += taken - count;
        taken = count;
      };
      return {
        countSamples,
        giveBack: () => {
          bucket.calls += 1;
          countSamples(0);
        },
      };
    },
    count: () => buckets.size,
  };
}

const getRate = ({ droneCount }: Pick<Bucket, "droneCount">, kind: keyof typeof perDrone): number =>
  perDrone[kind] * Math.max(leastDrones, droneCount);

const getCapacity = (bucket: Pick<Bucket, "droneCount">, kind: keyof typeof perDrone): number =>
  getRate(bucket, kind) * keptS;

const createFullBucket = (droneCount: number, at: number): Bucket => ({
  droneCount,
  samples: getCapacity({ droneCount }, "samples"),
  calls: getCapacity({ droneCount }, "calls"),
  at,
});

function fill(bucket: Bucket, now: number): void {
  const passedS = (now - bucket.at) / 1_000;
  bucket.at = now;
  for (const kind of ["samples", "calls"] as const)
    bucket[kind] = Math.min(getCapacity(bucket, kind), bucket[kind] + passedS * getRate(bucket, kind));
}

const isFull = (bucket: Bucket): boolean =>
  (["samples", "calls"] as const).every((kind) => bucket[kind] >= getCapacity(bucket, kind));

function assertNotEmpty(bucket: Bucket): void {
  const { samples, calls } = bucket;
  if (samples < 1) {
    const seconds = toSeconds((1 - samples) / getRate(bucket, "samples"));
    throw new RateLimitError(
      `样本太多：每架已登记的无人机每秒最多 ${perDrone.samples} 条，请 ${seconds} 秒后再发`,
      seconds,
    );
  }
  if (calls < 1) {
    const seconds = toSeconds((1 - calls) / getRate(bucket, "calls"));
    throw new RateLimitError(
      `请求太频繁：每架已登记的无人机每秒最多 ${perDrone.calls} 次，请 ${seconds} 秒后再发，并把多条样本合并到一次请求`,
      seconds,
    );
  }
}

const toSeconds = (seconds: number): number => Math.max(1, Math.ceil(seconds));
