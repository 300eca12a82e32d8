import { useCallback } from "react";
import { usePageApi } from "../pageApi/usePageApi.ts";
import {
  type ComponentLoader,
  createLazy,
  type LazyComponent,
  type RenderFunction,
  type StartLoading,
} from "./createLazy.tsx";
import { withStyleRetry } from "./withStyleRetry.ts";

/**
 * A component whose code loads on first use. After a failed load it shows one toast and retries. Errors of the
 * component itself go to the page's error boundary; parts of the shell use `withErrorBoundary`.
 * @param load imports the component
 * @param Fallback shown until the code is loaded; nothing by default
 * @returns the component, with `preload` to load its code earlier
 */
export const lazyComponent = <Props extends object>(
  load: () => Promise<RenderFunction<Props>>,
  Fallback?: RenderFunction<NoInfer<Props>>,
): LazyComponent<Props> => createLazy(withStyleRetry(load), Fallback, useLoadWithRetry);

function useLoadWithRetry(): StartLoading {
  const { toast } = usePageApi();
  return useCallback(
    (loader, { onLoad }) =>
      loadWithRetry(loader, {
        onLoad,
        onError(error) {
          console.error(error);
          toast.error(
            "这部分内容没有加载出来，正在自动重试；若控制台已更新到新版本，请保存填写的内容后刷新页面",
          );
        },
      }),
    [toast],
  );
}

/** Retry delay, ms; doubles after each failure up to the maximum. */
const firstRetryDelayMs = 5_000;
const maxRetryDelayMs = 30_000;

interface LoadCallbacks<Component> {
  readonly onLoad: (component: Component) => void;
  /** Called for the first failure only. */
  readonly onError?: (error: unknown) => void;
}

/** Retries until the code loads; returns a cancel function. */
export function loadWithRetry<Component>(
  loader: ComponentLoader<Component>,
  { onLoad, onError }: LoadCallbacks<Component>,
): () => void {
  let stopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const attempt = (delayMs: number) =>
    void loader.preload().then(
      (component) => {
        if (!stopped) onLoad(component);
      },
      (error: unknown) => {
        if (stopped) return;
        timer = setTimeout(() => attempt(Math.min(delayMs * 2, maxRetryDelayMs)), delayMs);
        if (delayMs === firstRetryDelayMs) onError?.(error);
      },
    );
  attempt(firstRetryDelayMs);
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
