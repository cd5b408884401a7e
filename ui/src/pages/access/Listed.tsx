import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Failure } from '../../parts/Failure';
import { Loading } from '../../parts/Loading';
import { texts } from '../../texts/access';

/** A list of the controller, or why there is none. */
export function Listed<T>({ of: query, children }: { of: UseQueryResult<T>; children: (data: T) => ReactNode }) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) {
    return <Failure title={texts.couldNotLoad} error={query.error} again={() => void query.refetch()} />;
  }
  return <Loading />;
}
