import { Component, type ReactNode } from "react";
import type { BroughtPart } from "../../console/brought.tsx";
import { useConsole } from "../../console/useConsole.ts";

/**
 * A part of the shell by itself: where it breaks it says so and is gone, and the page below with all that is typed there
 * stays. What belongs to a page has the page's own boundary.
 */
export function apart<Props extends object>(part: BroughtPart<Props>): BroughtPart<Props> {
  const Whole: (props: Props) => ReactNode = part;
  function Apart(props: Props) {
    const { say } = useConsole();
    return (
      <Boundary
        onFault={(fault) =>
          say.error(`这个窗口出错了，页面不受影响。请保存后刷新；若仍出现，请告诉管理员：${fault.message}`)
        }
      >
        <Whole {...props} />
      </Boundary>
    );
  }
  return Object.assign(Apart, { bring: part.bring });
}

interface Props {
  readonly children: ReactNode;
  readonly onFault: (fault: Error) => void;
}

class Boundary extends Component<Props, { readonly broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override componentDidCatch(fault: Error) {
    this.props.onFault(fault);
  }

  override render() {
    return this.state.broken ? null : this.props.children;
  }
}
