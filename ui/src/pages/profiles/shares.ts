import { plainQuantity } from '../../format/format';
import type { Plain } from './document';

/** A workload of a profile, and the share of the sessions that work it as it is written; empty for all sessions. */
export interface Work {
  workload: string;
  share: string;
}

const KEYS = ['workload', 'sessions'];

/** The workloads of a document; null where the form cannot show them. */
export function worksOf(value: Plain | undefined): Work[] | null {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) return null;
  const works = value.map(workOf);
  return works.every(work => work !== null) ? works : null;
}

function workOf(item: Plain): Work | null {
  if (item === null || Array.isArray(item)) return null;
  if (typeof item !== 'object') return { workload: String(item), share: '' };
  const { workload, sessions } = item;
  const shown = typeof workload === 'string' && (sessions === undefined || isScalar(sessions));
  if (!shown || Object.keys(item).some(key => !KEYS.includes(key))) return null;
  return { workload, share: sessions === undefined ? '' : String(sessions) };
}

const isScalar = (value: Plain): boolean => value !== null && typeof value !== 'object';

/** What is written for workloads; a share only where there is one. Undefined for none. */
export function written(works: readonly Work[]): Plain | undefined {
  if (works.length === 0) return undefined;
  return works.map(({ workload, share }) => (share === '' ? workload : { workload, sessions: share }));
}

/** The share that is meant by what was typed: a number is a percentage. What is wrong is kept: the controller says what it expected. */
export function shareOf(typed: string): string {
  const share = plainQuantity(typed.trim().replace(/\s+(?=%$)/, ''));
  return /^[0-9]+(\.[0-9]+)?$/.test(share) ? `${share}%` : share;
}
