import { type ReactNode, startTransition, useEffect, useState } from "react";
import { usePageApi } from "../pageApi/usePageApi.ts";
import { type ComponentLoader, createLoader } from "./createLoader.ts";
import { loadWithRetry } from "./loadWithRetry.ts";
import { withStyleRetry } from "./withStyleRetry.ts";

type RenderFunction<Props> = (props: Props) => ReactNode;

/** A component whose code is loaded on first use; `preload` fetches it ahead. */
export type LazyComponent<Props> = RenderFunction<Props> &
  Pick<ComponentLoader<RenderFunction<Props>>, "preload">;

/**
 * A component whose code is loaded on first use. If loading fails, it shows one toast, retries, and appears once the
 * code is loaded. Errors of the component itself go to the page's error boundary; parts of the shell use
 * `withErrorBoundary`. React's `lazy` never retries a failed load.
 * @param load imports the component
 * @param Fallback shown until the code is loaded; nothing by default
 * @returns the component, and `preload`, which fetches its code ahead
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<RenderFunction<Props>>,
  Fallback: RenderFunction<NoInfer<Props>> = () => null,
): LazyComponent<Props> {
  const loader = createLoader(withStyleRetry(load));
  function LazyWrapper(props: Props) {
    const Component = useComponentWithRetry(loader);
    return Component ? <Component {...props} /> : <Fallback {...props} />;
  }
  return Object.assign(LazyWrapper, { preload: loader.preload });
}

function useComponentWithRetry<Component>(loader: ComponentLoader<Component>): Component | null {
  const { toast } = usePageApi();
  const [loaded, setLoaded] = useState(loader.getLoaded);
  const missing = loaded === null;
  useEffect(() => {
    if (!missing) return;
    return loadWithRetry(loader, {
      onLoad: (component) => startTransition(() => setLoaded(() => component)),
      onError(error) {
        console.error(error);
        toast.error(
          "这部分内容没有加载出来，正在自动重试；若控制台已更新到新版本，请保存填写的内容后刷新页面",
        );
      },
    });
  }, [loader, missing, toast]);
  return loaded;
}
