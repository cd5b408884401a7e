import { Component, type ReactNode } from 'react';
import { Failure } from '../parts/Failure';

/** A fault in a page is told in the page; the rest of the program stays. */
export class Guard extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return (
      <Failure
        title="This page has a fault"
        error={error}
        hint="Nothing of what is stored is touched. Load the page again; if it stays, tell us with the words above."
        again={() => window.location.reload()}
      />
    );
  }
}
