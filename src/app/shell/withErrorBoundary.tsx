import { Component, type ReactNode } from "react";
import type { LazyComponent } from "../../loading/createLazy.tsx";
import { usePageApi } from "../../pageApi/usePageApi.ts";

/**
 * A part of the shell by itself: where it breaks it says so and is gone, and the page below with all that is typed there
 * stays. What belongs to a page has the page's own boundary.
 */
export function withErrorBoundary<Props extends object>(
  component: LazyComponent<Props>,
): LazyComponent<Props> {
  const Wrapped: (props: Props) => ReactNode = component;
  function WithErrorBoundary(props: Props) {
    const { toast } = usePageApi();
    return (
      <ErrorBoundary
        onError={(error) =>
          toast.error(`这个窗口出错了，页面不受影响。请保存后刷新；若仍出现，请告诉管理员：${error.message}`)
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

interface Props {
  readonly children: ReactNode;
  readonly onError: (error: Error) => void;
}

class ErrorBoundary extends Component<Props, { readonly broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override componentDidCatch(error: Error) {
    this.props.onError(error);
  }

  override render() {
    return this.state.broken ? null : this.props.children;
  }
}
