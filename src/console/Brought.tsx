import { Component, type ReactNode, Suspense } from "react";
import { useConsole } from "./useConsole.ts";

interface Props {
  readonly children: ReactNode;
}

/**
 * Code that is brought when it is asked for, as a dialog's: shows nothing until it is there. Where it cannot be had
 * (the server gone, a new version since) it says so and takes nothing else off the screen.
 */
export function Brought({ children }: Props) {
  const { say } = useConsole();
  return (
    <Boundary onFailed={() => say.error("这部分内容没有加载出来，请检查网络，保存填写的内容后刷新页面")}>
      <Suspense>{children}</Suspense>
    </Boundary>
  );
}

class Boundary extends Component<Props & { readonly onFailed: () => void }, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch() {
    this.props.onFailed();
  }

  override render() {
    return this.state.failed ? null : this.props.children;
  }
}
