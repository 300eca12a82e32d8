import { Component, type ReactNode } from "react";

interface Props {
  readonly children: ReactNode;
  /** Rendered in place of the children after an error; `reset` renders the children again. */
  readonly fallback: (error: Error, reset: () => void) => ReactNode;
  readonly onError?: (error: Error) => void;
}

/** Confines an error to a page or a part of the shell. React requires a class. */
export class ErrorBoundary extends Component<Props, { readonly error: Error | null }> {
  override state = { error: null };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override componentDidCatch(error: Error) {
    this.props.onError?.(error);
  }

  override render() {
    const { error } = this.state;
    return error === null
      ? this.props.children
      : this.props.fallback(error, () => this.setState({ error: null }));
  }
}
