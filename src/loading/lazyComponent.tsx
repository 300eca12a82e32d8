import { type ReactNode, startTransition, useEffect, useState } from "react";
import { usePageApi } from "../pageApi/usePageApi.ts";
import { type ComponentLoader, createLoader } from "./createLoader.ts";
import { loadWithRetry } from "./loadWithRetry.ts";
import { withStyleRetry } from "./withStyleRetry.ts";

type RenderFunction<Props> = (props: Props) => ReactNode;

/** A part whose code comes when it is asked for; `preload` fetches it ahead. */
export type LazyComponent<Props> = RenderFunction<Props> &
  Pick<ComponentLoader<RenderFunction<Props>>, "preload">;

/**
 * A part of a page whose code comes when it is asked for. Where the code cannot be had it says so once, keeps trying and
 * appears by itself when it comes. A fault of the component itself is its page's affair, as
 * any other's; the shell's own parts stand `apart`. Not `lazy`,
 * which never asks again for what it could not have.
 * @param load imports the component
 * @param Fallback what stands in its place until it is there; nothing where none is given
 * @returns the part, and `preload`, which fetches its code ahead
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
