/** The code of a component, which is fetched once when it is first wanted. */
export interface ComponentCode<Component> {
  /** The component where its code is there already. */
  readonly present: () => Component | null;
  /** Rejects with why the code cannot be had; the next asking tries again. */
  readonly bring: () => Promise<Component>;
}

/** @param load imports the component */
export function componentCode<Component>(load: () => Promise<Component>): ComponentCode<Component> {
  let present: Component | null = null;
  let coming: Promise<Component> | null = null;
  return {
    present: () => present,
    bring: () => {
      coming ??= load().then(
        (component) => {
          present = component;
          return component;
        },
        (fault: unknown) => {
          coming = null;
          throw fault;
        },
      );
      return coming;
    },
  };
}
