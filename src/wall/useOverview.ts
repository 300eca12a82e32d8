import { useEffect, useState } from "react";
import { type Overview, overviewQuery } from "../../adapters/contract/graphql/overview.ts";
import type { Client } from "../../adapters/http/client.ts";

const readEveryMs = 10_000;

/** The figures, read every 10 s; null before the first. Those of an outage stand grey under its banner. */
export function useOverview(client: Client): Overview | null {
  const [overview, setOverview] = useState<Overview | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    const read = () =>
      client.query(overviewQuery, {}, { signal: controller.signal }).then(
        (answer) => setOverview(answer.overview),
        (error: unknown) => console.error("概览读取失败", error),
      );
    void read();
    const timer = setInterval(() => void read(), readEveryMs);
    return () => {
      clearInterval(timer);
      controller.abort();
    };
  }, [client]);
  return overview;
}
