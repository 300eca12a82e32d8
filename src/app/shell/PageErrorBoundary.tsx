import { Component, type ReactNode } from "react";
import type { ComponentLoader } from "../../loading/createLoader.ts";
import type { PageComponent } from "../../pageApi/pageComponent.ts";
import { PageError } from "./PageError.tsx";

interface Props {
  readonly title: string;
  readonly loader: ComponentLoader<PageComponent>;
  readonly children: ReactNode;
}

/** Keeps a page's fault within the page: the shell and every other page go on. A class, as React wants it. */
export class PageErrorBoundary extends Component<Props, { readonly fault: Error | null }> {
  override state = { fault: null };

  static getDerivedStateFromError(error: Error) {
    return { fault: error };
  }

  override render() {
    if (this.state.fault === null) return this.props.children;
    return (
      <PageError
        title={this.props.title}
        loader={this.props.loader}
        error={this.state.fault}
        onRetry={() => this.setState({ fault: null })}
      />
    );
  }
}
