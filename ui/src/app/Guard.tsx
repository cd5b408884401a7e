import { Component, type ReactNode } from 'react';
import { Failure } from '../parts/Failure';
import { texts } from '../texts/common';

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
        title={texts.thisPageFailedToLoad}
        error={error}
        hint={texts.storedDataIsNotAffected}
        again={() => window.location.reload()}
      />
    );
  }
}
