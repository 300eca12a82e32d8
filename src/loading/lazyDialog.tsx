import { useEffectEvent, useLayoutEffect } from "react";
import type { LazyComponent, RenderFunction } from "./createLazy.tsx";
import { holdKeysForDialog, isTyping } from "./keyHolds.ts";
import { lazyComponent } from "./lazyComponent.tsx";

interface DialogProps {
  readonly onClose: () => void;
}

/**
 * A dialog or drawer whose code loads on first use, as `lazyComponent`. What is typed between its opening and the
 * focus in its first field goes into that field.
 * @param load imports the component
 */
export function lazyDialog<Props extends DialogProps>(
  load: () => Promise<RenderFunction<Props>>,
): LazyComponent<Props> {
  const Content = lazyComponent(load);
  const { getLoaded, preload } = Content;
  function LazyDialog(props: Props) {
    const close = useEffectEvent(() => props.onClose());
    useLayoutEffect(() => {
      // A field that is there at once has taken the focus already.
      if (!isTyping()) return holdKeysForDialog(() => close());
    }, []);
    return <Content {...props} />;
  }
  return Object.assign(LazyDialog, { getLoaded, preload });
}
