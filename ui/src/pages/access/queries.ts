import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { read } from '../../api/client';

export const keys = { users: ['users'], tokens: ['tokens'], logins: ['logins'], audit: ['audit'] } as const;

const PAGE = 100;

export const useUsers = () =>
  useQuery({ queryKey: keys.users, queryFn: ({ signal }) => read('/users', {}, {}, signal) });

export const useTokens = () =>
  useQuery({ queryKey: keys.tokens, queryFn: ({ signal }) => read('/tokens', {}, {}, signal) });

export const useLogins = () =>
  useQuery({ queryKey: keys.logins, queryFn: ({ signal }) => read('/logins', {}, {}, signal) });

/** From the newest entry backwards, page by page. */
export const useAudit = (user: string) =>
  useInfiniteQuery({
    queryKey: [...keys.audit, user],
    queryFn: ({ pageParam, signal }) =>
      read(
        '/audit',
        {},
        { limit: PAGE, ...(pageParam === null ? {} : { before: pageParam }), ...(user ? { user } : {}) },
        signal,
      ),
    initialPageParam: null as number | null,
    getNextPageParam: last => last.next ?? undefined,
  });
