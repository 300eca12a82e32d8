import { useCallback, useEffect, useMemo, useState } from "react";
import { type FlightVideo, videoCalls } from "../../../../../adapters/contract/video.ts";
import { toCallError } from "../../../../list/toCallError.ts";
import { usePageApi } from "../../../../pageApi/usePageApi.ts";
import type { ShownFlight } from "../shownFlight.ts";

/** The videos of the played flights. */
export interface FlightVideoList {
  /** Of all flights whose videos have come, oldest first in each task. */
  readonly videos: readonly FlightVideo[];
  /** Tasks whose videos did not come. */
  readonly failedTasks: ReadonlySet<string>;
  /** Asks again for the videos of a task. */
  readonly retry: (taskId: string) => void;
  /** Fetches a new address for a video; rejects if there is none. */
  readonly renew: (video: FlightVideo, taskId: string) => Promise<void>;
  /** Puts a changed video in the place of the old one. */
  readonly replace: (video: FlightVideo) => void;
}

type Answer = readonly FlightVideo[] | "failed";
type Answers = Readonly<Record<string, Answer>>;

const replaceIn = (answers: Answers, video: FlightVideo): Answers =>
  Object.fromEntries(
    Object.entries(answers).map(([taskId, answer]) => [
      taskId,
      answer === "failed" ? answer : answer.map((old) => (old.id === video.id ? video : old)),
    ]),
  );

/** Loads the videos of the flights beside their tracks; the tracks play without them. */
export function useFlightVideos(flights: readonly ShownFlight[]): FlightVideoList {
  const { client } = usePageApi();
  const [answers, setAnswers] = useState<Answers>({});
  const fetchVideos = useCallback(
    (id: string, signal?: AbortSignal) =>
      client.call(videoCalls.taskVideos, { params: { id } }, { quiet: true, ...(signal ? { signal } : {}) }),
    [client],
  );
  const load = useCallback(
    (taskId: string, signal?: AbortSignal) => {
      const store = (answer: Answer) => {
        if (!signal?.aborted) setAnswers((known) => ({ ...known, [taskId]: answer }));
      };
      fetchVideos(taskId, signal).then(store, (error: unknown) => {
        toCallError(error);
        store("failed");
      });
    },
    [fetchVideos],
  );
  const taskKey = [...new Set(flights.map(({ flight }) => flight.ref.taskId))].join(",");
  useEffect(() => {
    const control = new AbortController();
    for (const taskId of taskKey.split(",")) load(taskId, control.signal);
    return () => control.abort();
  }, [taskKey, load]);

  return useMemo(() => {
    const known = Object.entries(answers);
    const replace = (video: FlightVideo) => setAnswers((current) => replaceIn(current, video));
    return {
      videos: known.flatMap(([, answer]) => (answer === "failed" ? [] : answer)),
      failedTasks: new Set(known.flatMap(([taskId, answer]) => (answer === "failed" ? [taskId] : []))),
      retry: (taskId) => load(taskId),
      renew: async ({ id }, taskId) => {
        const fresh = (await fetchVideos(taskId)).find((video) => video.id === id);
        if (!fresh) throw new Error("The video is gone");
        replace(fresh);
      },
      replace,
    };
  }, [answers, load, fetchVideos]);
}
