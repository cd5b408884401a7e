import { replaceEqualDeep, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { address, read, request } from '../../api/client';
import { type Line, useEvents } from '../../api/events';
import type { RunSnapshot, SessionView } from '../../api/types';
import { skew } from './clock';
import { type P95Column, Past } from './past';
import type { UseColumn } from './resources';
import type { Rows } from './rows';

// More than are drawn of a whole run, so that its last half hour is fine enough too.
const RECALLED = 2_000;

/** What is kept of a run while one watches: the latest state, and the past in bounded memory. No old snapshots. */
export interface LiveRun {
  run: RunSnapshot | undefined;
  error: unknown;
  again: () => void;
  line: Line;
  p95: Rows<P95Column>;
  resources: Rows<UseColumn>;
  /** What to add to this browser's clock to have the controller's. */
  skewMs: number;
}

function sameSession(a: SessionView, b: SessionView): boolean {
  for (const key in b) {
    if (a[key as keyof SessionView] !== b[key as keyof SessionView]) return false;
  }
  return true;
}

const NONE: SessionView[] = [];

/**
 * A new snapshot, with what has not changed taken from the one before, so that its part of the page is not drawn again. Sessions, of which there
 * may be a thousand, are compared here: ten times as fast as by what compares anything.
 */
export function renewed(before: RunSnapshot | undefined, run: RunSnapshot): RunSnapshot {
  if (before === undefined || before.id !== run.id) return run;
  let changed = before.sessions.length !== run.sessions.length;
  const sessions = run.sessions.map((session, i) => {
    const old = before.sessions[i];
    if (old !== undefined && sameSession(old, session)) return old;
    changed = true;
    return session;
  });
  const rest = replaceEqualDeep({ ...before, sessions: NONE }, { ...run, sessions: NONE }) as RunSnapshot;
  return { ...rest, sessions: changed ? sessions : before.sessions };
}

async function getFirst(id: string, signal: AbortSignal): Promise<{ run: RunSnapshot; skewMs: number }> {
  const askedAt = Date.now();
  const answer = await request(address(['runs', id]), { headers: { Accept: 'application/json' }, signal });
  const skewMs = skew(answer.headers.get('Date'), askedAt, Date.now());
  return { run: (await answer.json()) as RunSnapshot, skewMs };
}

/** Watches a run: asks once, so that a run that is unknown or over is known at once, and listens if more is to come. */
export function useLiveRun(id: string): LiveRun {
  const first = useQuery({ queryKey: ['run', id], queryFn: ({ signal }) => getFirst(id, signal), gcTime: 0 });
  const [latest, setLatest] = useState<RunSnapshot>();
  const [, setMade] = useState(0);
  const past = useRef(new Past());
  const skewMs = first.data?.skewMs ?? 0;

  useEffect(() => {
    past.current = new Past();
    setLatest(undefined);
  }, [id]);

  const listen = first.data !== undefined && !first.data.run.ended;
  const line = useEvents(
    listen ? address(['runs', id, 'events']) : null,
    (_, data) => {
      const run = data as RunSnapshot;
      if (past.current.take(run, Date.now() + skewMs)) setMade(made => made + 1);
      setLatest(before => renewed(before, run));
      return run.ended ? 'last' : undefined;
    },
    ['snapshot'],
  );

  // What came before, and while nobody listened, again with each line.
  const { data: before } = useQuery({
    queryKey: ['run', id, 'p95'],
    queryFn: ({ signal }) => read('/runs/{id}/p95', { id }, { points: RECALLED }, signal),
    enabled: line === 'open',
    gcTime: 0,
  });
  useEffect(() => {
    if (before === undefined) return;
    past.current.recall(before);
    setMade(made => made + 1);
  }, [before]);

  const run = latest?.id === id ? latest : first.data?.run;
  return {
    run,
    error: run ? null : first.error,
    again: () => void first.refetch(),
    line: run?.ended ? 'ended' : line,
    p95: past.current.p95.rows,
    resources: past.current.resources.rows,
    skewMs,
  };
}

/** The stages of a run, asked for again when another one begins; all the time while somebody looks at one. */
export function useStages(run: RunSnapshot | undefined, watched: boolean) {
  const query = useQuery({
    queryKey: ['run', run?.id, 'stages'],
    queryFn: ({ signal }) => read('/runs/{id}/stages', { id: run?.id ?? '' }, {}, signal),
    enabled: run !== undefined,
    refetchInterval: run && !run.ended ? (watched ? 2_000 : 10_000) : false,
  });
  const { refetch } = query;
  const moment = run ? `${run.id} ${run.state} ${run.stage.since}` : '';
  const seen = useRef(moment);
  useEffect(() => {
    if (moment !== '' && seen.current !== '' && seen.current !== moment) void refetch();
    seen.current = moment;
  }, [moment, refetch]);
  return query;
}

/** The time of the controller, again every second while it passes. */
export function useNow(skewMs: number, passes: boolean): number {
  const [now, setNow] = useState(() => Date.now() + skewMs);
  useEffect(() => {
    if (!passes) return undefined;
    setNow(Date.now() + skewMs);
    const timer = window.setInterval(() => setNow(Date.now() + skewMs), 1_000);
    return () => window.clearInterval(timer);
  }, [skewMs, passes]);
  return now;
}

/** The former object while the new one says the same, so that what depends on it is not made again. */
export function useSame<T>(value: T): T {
  const kept = useRef(value);
  kept.current = replaceEqualDeep(kept.current, value) as T;
  return kept.current;
}
