import type { ReactNode } from "react";
import type { LazyComponent } from "../../loading/createLazy.tsx";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { describeCrash } from "./describeCrash.ts";
import { ErrorBoundary } from "./ErrorBoundary.tsx";

/**
 * Wraps a part of the shell in an error boundary: an error removes the part and shows a toast, the page below keeps
 * its state. Parts of a page use the page's boundary.
 */
export function withErrorBoundary<Props extends object>(
  component: LazyComponent<Props>,
): LazyComponent<Props> {
  const Wrapped: (props: Props) => ReactNode = component;
  function WithErrorBoundary(props: Props) {
    const { toast } = usePageApi();
    return (
      <ErrorBoundary
        fallback={() => null}
        onError={(error) =>
          toast.error(
            `这个窗口出错了，页面不受影响。请保存后刷新；若仍出现，请告诉管理员：${describeCrash(error)}`,
          )
        }
      >
        <Wrapped {...props} />
      </ErrorBoundary>
    );
  }
  return Object.assign(WithErrorBoundary, {
    getLoaded: component.getLoaded,
    preload: component.preload,
  });
}
