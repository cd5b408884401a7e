/**
 * How far the controller's clock is ahead of this browser's, in milliseconds, from the Date header of an answer. Such a header has whole seconds
 * and the way takes its time, so that small differences mean nothing and count as none.
 */
export function skew(dateHeader: string | null, askedAt: number, answeredAt: number): number {
  const told = dateHeader === null ? NaN : Date.parse(dateHeader);
  if (!Number.isFinite(told)) return 0;
  const difference = told + 500 - (askedAt + answeredAt) / 2;
  return Math.abs(difference) < 2_000 + (answeredAt - askedAt) / 2 ? 0 : Math.round(difference);
}
