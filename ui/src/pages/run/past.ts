import type { LiveGroup, LivePoint, ResourceFact, RunSnapshot } from '../../api/types';
import { Bounded } from './bounded';
import { ofFact, USE } from './resources';
import { Kind, oldest } from './rows';

/**
 * The running p95 of the groups at an instant (of the controller's clock) with the ends of its interval, in ms; an upper end that is not known is
 * infinite. A p95 is cumulative over its load point, so that one of several neighbours says it as well as all.
 */
export const P95 = new Kind({
  at: oldest,
  p95A: oldest,
  lowA: oldest,
  highA: oldest,
  p95B: oldest,
  lowB: oldest,
  highB: oldest,
});

export type P95Column = (typeof P95.columns)[number];

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
  p95 = new Bounded(P95, POINTS);
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

  /** Takes what the controller kept of the running figures; only what came later here goes on from there. */
  recall(points: readonly LivePoint[]): void {
    const own = this.p95.rows;
    this.p95 = new Bounded(P95, POINTS);
    points.forEach(point => this.p95.push(ofGroups(Date.parse(point.at), point.groups)));
    const { end } = this.p95.rows;
    for (let row = own.until(end); row < own.length; row++) this.p95.push(own.row(row));
  }

  private sample(fact: ResourceFact): boolean {
    const point = ofFact(fact);
    if (point.at - this.resources.rows.end < EVERY_MS) return false;
    this.resources.push(point);
    return true;
  }
}
