import { Component, type ReactNode } from "react";
import type { ComponentCode } from "../../console/componentCode.ts";
import type { PageComponent } from "../../console/pageComponent.ts";
import { PageFault } from "./PageFault.tsx";

interface Props {
  readonly title: string;
  readonly code: ComponentCode<PageComponent>;
  readonly children: ReactNode;
}

/** Keeps a page's fault within the page: the shell and every other page go on. A class, as React wants it. */
export class PageBoundary extends Component<Props, { readonly fault: Error | null }> {
  override state = { fault: null };

  static getDerivedStateFromError(fault: Error) {
    return { fault };
  }

  override render() {
    if (this.state.fault === null) return this.props.children;
    return (
      <PageFault
        title={this.props.title}
        code={this.props.code}
        fault={this.state.fault}
        onRetry={() => this.setState({ fault: null })}
      />
    );
  }
}
