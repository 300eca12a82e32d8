import { useEffect, useState } from "react";
import { CallError } from "../../../../../adapters/http/callError.ts";
import { usePageApi } from "../../../../pageApi/usePageApi.ts";
import { useDocumentVisible } from "../picture/useDocumentVisible.ts";
import type { ServerClock } from "../serverClock.ts";
import { type GridTasks, loadGridTasks } from "./gridTasks.ts";

/** Height, speed and battery over the pictures are as old as this. */
const reloadMs = 3_000;

interface LoadedTasks {
  /** Null before the first answer. Stays while later loads fail. */
  readonly tasks: GridTasks | null;
  readonly hasFailed: boolean;
}

const nothingLoaded: LoadedTasks = { tasks: null, hasFailed: false };

/**
 * Loads the tasks of the cells now and every 3 s, while page and tab are shown.
 * @param ids separated by commas
 */
export function useGridTasks(ids: string, clock: ServerClock): LoadedTasks {
  const { client } = usePageApi();
  const [loaded, setLoaded] = useState(nothingLoaded);
  const isVisible = useDocumentVisible();
  useEffect(() => {
    if (!isVisible) return;
    const controller = new AbortController();
    const { signal } = controller;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const cells = ids === "" ? [] : ids.split(",");
    const load = async () => {
      const sentAt = performance.now();
      try {
        const tasks = await loadGridTasks(client, cells, { signal, quiet: true });
        if (signal.aborted) return;
        clock.sync(tasks.at, sentAt);
        setLoaded({ tasks, hasFailed: false });
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        if (signal.aborted) return;
        setLoaded((before) => ({ ...before, hasFailed: true }));
      }
      timer = setTimeout(() => void load(), reloadMs);
    };
    void load();
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [client, clock, ids, isVisible]);
  return loaded;
}
