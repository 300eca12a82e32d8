/** The code of a component, which is fetched once when it is first wanted. */
export interface ComponentLoader<Component> {
  /** The component where its code is there already. */
  readonly getLoaded: () => Component | null;
  /** Rejects with why the code cannot be had; the next asking tries again. */
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
