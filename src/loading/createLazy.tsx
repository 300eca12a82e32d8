import { type ReactNode, startTransition, useEffect, useState } from "react";

export type RenderFunction<Props> = (props: Props) => ReactNode;

/** Loads the code of a component once, on first use. */
export interface ComponentLoader<Component> {
  /** The component if its code is loaded. */
  readonly getLoaded: () => Component | null;
  /** Rejects if loading fails; the next call retries. */
  readonly preload: () => Promise<Component>;
}

/** A component whose code loads on first use, or earlier by `preload`. `Statics` are the component's own properties. */
export type LazyComponent<Props, Statics = unknown> = RenderFunction<Props> &
  ComponentLoader<RenderFunction<Props> & Statics>;

/** Starts loading for a rendered component; returns a cancel function. An error passed to `onError` is thrown. */
export type StartLoading = <Component>(
  loader: ComponentLoader<Component>,
  callbacks: { readonly onLoad: (component: Component) => void; readonly onError: (error: unknown) => void },
) => () => void;

/**
 * A component whose code loads on first use; a load error goes to the nearest error boundary. For the console and its
 * pages; the rest uses `lazyComponent`, which retries but is not part of the login bundle. React's `lazy` never
 * retries a failed load, and shows its fallback for 300 ms even if the code loads in ten.
 * @param load imports the component
 * @param Fallback shown until the code is loaded; nothing by default
 */
export function createLazy<Props extends object, Statics = unknown>(
  load: () => Promise<RenderFunction<Props> & Statics>,
  Fallback: RenderFunction<NoInfer<Props>> = () => null,
  useStartLoading: () => StartLoading = () => loadOnce,
): LazyComponent<Props, Statics> {
  const loader = createLoader(load);
  function LazyWrapper(props: Props) {
    // The React compiler's caches would add to the login bundle and save nothing here.
    "use no memo";
    const start = useStartLoading();
    const [loaded, setLoaded] = useState(loader.getLoaded);
    const [failure, setFailure] = useState<{ readonly error: unknown } | null>(null);
    const missing = loaded === null;
    useEffect(() => {
      if (!missing) return;
      return start(loader, {
        onLoad: (component) => startTransition(() => setLoaded(() => component)),
        onError: (error) => setFailure({ error }),
      });
    }, [missing, start]);
    if (failure) throw failure.error;
    const Component: RenderFunction<Props> = loaded ?? Fallback;
    return <Component {...props} />;
  }
  return Object.assign(LazyWrapper, loader);
}

export function createLoader<Component>(load: () => Promise<Component>): ComponentLoader<Component> {
  let loaded: Component | null = null;
  let loading: Promise<Component> | null = null;
  return {
    getLoaded: () => loaded,
    preload: () => {
      loading ??= load().then(
        (component) => {
          loaded = component;
          return component;
        },
        (error: unknown) => {
          loading = null;
          throw error;
        },
      );
      return loading;
    },
  };
}

const loadOnce: StartLoading = (loader, { onLoad, onError }) => {
  let stopped = false;
  loader.preload().then(
    (component) => stopped || onLoad(component),
    (error: unknown) => stopped || onError(error),
  );
  return () => {
    stopped = true;
  };
};
