import { Component, type ReactNode } from "react";
import type { ComponentLoader } from "../../loading/createLazy.tsx";
import type { PageComponent } from "../../pageApi/pageComponent.ts";
import { PageError } from "./PageError.tsx";

interface Props {
  readonly title: string;
  readonly loader: ComponentLoader<PageComponent>;
  readonly children: ReactNode;
}

/** Keeps a page's error within the page: the shell and every other page go on. A class, as React wants it. */
export class PageErrorBoundary extends Component<Props, { readonly error: Error | null }> {
  override state = { error: null };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override render() {
    if (this.state.error === null) return this.props.children;
    return (
      <PageError
        title={this.props.title}
        loader={this.props.loader}
        error={this.state.error}
        onRetry={() => this.setState({ error: null })}
      />
    );
  }
}
