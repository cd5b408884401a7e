import { replaceEqualDeep, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { address, read, request } from '../../api/client';
import { type Line, useEvents } from '../../api/events';
import type { LiveGroup, ResourceFact, RunSnapshot, SessionView } from '../../api/types';
import { Bounded } from './bounded';
import { skew } from './clock';
import { ofFact, USE, type UseColumn } from './resources';
import { Kind, newest, type Rows } from './rows';

/**
 * The running p95 of the groups at an instant (of the controller's clock) with the ends of its interval, in ms; an upper end that is not known is
 * infinite. A p95 is cumulative over its load point, so the newest of several holds the operations of all.
 */
export const P95 = new Kind({
  at: newest,
  p95A: newest,
  lowA: newest,
  highA: newest,
  p95B: newest,
  lowB: newest,
  highB: newest,
});

export type P95Column = (typeof P95.columns)[number];

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

// A point every two seconds: 3,600 are two hours before the first is merged, and charts are drawn no oftener than that.
const POINTS = 3_600;
const EVERY_MS = 2_000;
// Snapshots come at least this often while somebody listens; what was between two that are farther apart nobody knows.
const GAP_MS = 15_000;

/** A point of the running figures. Where nothing is measured the line is broken. */
export function ofGroups(at: number, groups: readonly LiveGroup[]): Record<P95Column, number> {
  const figures = (name: string) => {
    const group = groups.find(one => one.group === name);
    if (group === undefined || group.p95Ms === null) return [Number.NaN, Number.NaN, Number.NaN] as const;
    return [group.p95Ms, group.p95Low ?? Number.NaN, group.p95High ?? Infinity] as const;
  };
  const [p95A, lowA, highA] = figures('A');
  const [p95B, lowB, highB] = figures('B');
  return { at, p95A, lowA, highA, p95B, lowB, highB };
}

/** The two lines of a run's past, filled from snapshots. */
export class Past {
  readonly p95 = new Bounded(P95, POINTS);
  readonly resources = new Bounded(USE, POINTS);

  /** Takes from a snapshot what charts need; true where it made a point. */
  take(run: Pick<RunSnapshot, 'groups' | 'resources' | 'ended'>, now: number): boolean {
    const sampled = run.resources !== null && this.sample(run.resources);
    const { end } = this.p95.rows;
    if (run.ended || now - end < EVERY_MS) return sampled;
    if (Number.isFinite(end) && now - end > GAP_MS) this.p95.push(ofGroups(end + 1, []));
    this.p95.push(ofGroups(now, run.groups));
    return true;
  }

  private sample(fact: ResourceFact): boolean {
    const point = ofFact(fact);
    if (point.at - this.resources.rows.end < EVERY_MS) return false;
    this.resources.push(point);
    return true;
  }
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
