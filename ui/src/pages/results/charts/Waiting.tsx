import { Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Failure } from '../../../parts/Failure';
import { Loading } from '../../../parts/Loading';
import { texts } from '../../../texts/results';

interface WaitingProps<T> {
  query: UseQueryResult<T>;
  /** What to say where there is nothing to show; null where there is. */
  empty: (data: T) => string | null;
  children: (data: T) => ReactNode;
}

/** A chart's place until its figures are there; what is wrong with one chart is told in its place and leaves the others alone. */
export function Waiting<T>({ query, empty, children }: WaitingProps<T>) {
  if (query.isPending) return <Loading />;
  if (query.error) {
    return <Failure title={texts.couldNotLoadTheData} error={query.error} again={() => void query.refetch()} />;
  }
  const nothing = empty(query.data);
  // While other figures are under way those before them stay, but cannot be taken for them.
  return nothing === null ? (
    <div style={{ opacity: query.isPlaceholderData ? 0.35 : 1 }} aria-busy={query.isPlaceholderData}>
      {children(query.data)}
    </div>
  ) : (
    <Text size="sm" c="dimmed" py="lg">
      {nothing}
    </Text>
  );
}
