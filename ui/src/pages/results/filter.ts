import type { Query } from '../../api/types';

/** Which raw timings are shown, and in which order; all of it is in the page's address, so that a link shows the same. */
export interface TimingFilter {
  session?: number;
  /** `office/calc/open` */
  operation?: string;
  outcome?: string;
  group?: string;
  loadPoint?: number;
  steady?: boolean;
  minMs?: number;
  maxMs?: number;
  from?: string;
  to?: string;
  sort: SortKey;
  desc: boolean;
  /** From 0. */
  page: number;
}

export const SORT_KEYS = ['firedAt', 'responseMs', 'lagMs', 'session'] as const;
export type SortKey = (typeof SORT_KEYS)[number];

const TEXTS = ['operation', 'outcome', 'group', 'from', 'to'] as const;
const FIGURES = ['session', 'loadPoint', 'minMs', 'maxMs'] as const;

/** All that a filter may hold in an address. */
export const FILTER_NAMES = [...TEXTS, ...FIGURES, 'steady', 'sort', 'desc', 'page'] as const;

/** The slowest first, of all. */
export const SLOWEST: TimingFilter = { sort: 'responseMs', desc: true, page: 0 };

/** What an address says; what cannot be understood is left out. */
export function readFilter(address: URLSearchParams): TimingFilter {
  const filter: TimingFilter = { ...SLOWEST };
  for (const name of TEXTS) {
    const text = address.get(name);
    if (text) filter[name] = text;
  }
  for (const name of FIGURES) {
    const figure = figureOf(address.get(name));
    if (figure !== null) filter[name] = figure;
  }
  const steady = address.get('steady');
  if (steady === 'true' || steady === 'false') filter.steady = steady === 'true';
  const sort = SORT_KEYS.find(key => key === address.get('sort'));
  if (sort) filter.sort = sort;
  const desc = address.get('desc');
  if (desc === 'false') filter.desc = false;
  const page = figureOf(address.get('page'));
  if (page !== null && Number.isInteger(page) && page > 0) filter.page = page;
  return filter;
}

function figureOf(text: string | null): number | null {
  if (text === null || text.trim() === '') return null;
  const figure = Number(text);
  return Number.isFinite(figure) && figure >= 0 ? figure : null;
}

/** A new address with this filter in place of the one before; what stands there by itself is not written. */
export function writeFilter(address: URLSearchParams, filter: TimingFilter): URLSearchParams {
  const next = new URLSearchParams(address);
  for (const name of FILTER_NAMES) {
    const value = filter[name];
    if (value === undefined || value === SLOWEST[name as keyof TimingFilter]) next.delete(name);
    else next.set(name, String(value));
  }
  return next;
}

/** The same for the controller. */
export function filterQuery(filter: TimingFilter, limit: number): Query<'/runs/{id}/timings'> {
  const { page, ...rest } = filter;
  return { ...rest, offset: page * limit, limit };
}

/** Whether anything is left out. */
export function narrows(filter: TimingFilter): boolean {
  return [...TEXTS, ...FIGURES, 'steady' as const].some(name => filter[name] !== undefined);
}
