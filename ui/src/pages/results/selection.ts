import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { Charted } from './charted';
import { readFilter, SLOWEST, type TimingFilter, writeFilter } from './filter';
import { timingsQuery } from './queries';

/** What of a run's results is looked at; the page's address holds it, so that a link shows the same. */
export interface Selection extends Charted {
  /** The one operation that is looked at; null for all. */
  operation: string | null;
  tab: 'sessions' | 'timings';
  timing: TimingRef | null;
  filter: TimingFilter;
}

export interface TimingRef {
  session: number;
  sequence: number;
}

/** `12.345`: session and sequence number. */
export function readTiming(text: string | null): TimingRef | null {
  const parts = /^(\d+)\.(\d+)$/.exec(text ?? '');
  return parts ? { session: Number(parts[1]), sequence: Number(parts[2]) } : null;
}

export const timingText = (timing: TimingRef): string => `${timing.session}.${timing.sequence}`;

export function readSelection(address: URLSearchParams): Selection {
  const point = Number(address.get('point'));
  return {
    point: Number.isInteger(point) && point > 0 ? point : null,
    by: address.get('by') === 'operation' ? 'operation' : 'group',
    steady: address.get('counted') === 'true',
    operation: address.get('only'),
    tab: address.get('tab') === 'timings' ? 'timings' : 'sessions',
    timing: readTiming(address.get('timing')),
    filter: readFilter(address),
  };
}

/** What is looked at, and the ways to look at something else. */
export function useSelection(id: string) {
  const [address, setAddress] = useSearchParams();
  const client = useQueryClient();
  const selection = useMemo(() => readSelection(address), [address]);

  const set = useCallback(
    (values: Record<string, string | number | null>) =>
      setAddress(
        before => {
          const next = new URLSearchParams(before);
          for (const [name, value] of Object.entries(values)) {
            if (value === null) next.delete(name);
            else next.set(name, String(value));
          }
          return next;
        },
        { preventScrollReset: true },
      ),
    [setAddress],
  );
  const setFilter = useCallback(
    (filter: TimingFilter) => setAddress(before => writeFilter(before, filter), { preventScrollReset: true }),
    [setAddress],
  );
  const openTiming = useCallback((timing: TimingRef | null) => set({ timing: timing && timingText(timing) }), [set]);

  /** The table of raw timings, and one of them beside it: one step of the browser's history. */
  const showTimings = useCallback(
    (filter: TimingFilter, timing: TimingRef | null) =>
      setAddress(
        before => {
          const next = writeFilter(before, filter);
          next.set('tab', 'timings');
          if (timing) next.set('timing', timingText(timing));
          else next.delete('timing');
          return next;
        },
        { preventScrollReset: true },
      ),
    [setAddress],
  );

  /** From a point that stands for many timings to the timings: the table shows them, the slowest is opened. */
  const pick = useCallback(
    async (part: Partial<TimingFilter>) => {
      const filter: TimingFilter = { ...SLOWEST, ...part };
      // An error is told by the table, which asks for the same.
      const page = await client.fetchQuery(timingsQuery(id, filter)).catch(() => null);
      showTimings(filter, page?.timings[0] ?? null);
    },
    [client, id, showTimings],
  );

  return { selection, set, setFilter, openTiming, showTimings, pick };
}

export type Select = ReturnType<typeof useSelection>;
