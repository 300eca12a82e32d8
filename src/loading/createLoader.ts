/** Loads the code of a component once, on first use. */
export interface ComponentLoader<Component> {
  /** The component if its code is loaded. */
  readonly getLoaded: () => Component | null;
  /** Rejects if loading fails; the next call retries. */
  readonly preload: () => Promise<Component>;
}

/** @param load imports the component */
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
