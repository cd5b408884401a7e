export type By = 'group' | 'operation';

/** What the charts of a run show. */
export interface Charted {
  /** The load point that was chosen; null for none, then each chart shows what speaks for the run. */
  point: number | null;
  by: By;
  /** Whether charts over time show only what counts in figures. */
  steady: boolean;
}
