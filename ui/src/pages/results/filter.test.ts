import { describe, expect, it } from 'vitest';
import { filterQuery, narrows, readFilter, SLOWEST, writeFilter } from './filter';

const read = (text: string) => readFilter(new URLSearchParams(text));

describe('the filter of raw timings', () => {
  it('shows the slowest of all when the address says nothing', () => {
    expect(read('')).toEqual(SLOWEST);
    expect(narrows(SLOWEST)).toBe(false);
  });

  it('comes back from an address as it went there, and leaves the rest of the address alone', () => {
    const filter = {
      session: 0,
      operation: 'office/calc/open',
      outcome: 'ok',
      loadPoint: 3,
      steady: false,
      minMs: 1000.5,
      from: '2026-11-21T18:10:00Z',
      sort: 'firedAt' as const,
      desc: false,
      page: 2,
    };
    const address = writeFilter(new URLSearchParams('point=2&group=A&maxMs=5'), filter);
    expect(address.get('point')).toBe('2');
    expect(address.has('group')).toBe(false);
    expect(address.has('maxMs')).toBe(false);
    expect(readFilter(address)).toEqual(filter);
    expect(narrows(filter)).toBe(true);
  });

  it('leaves out what it cannot understand', () => {
    expect(read('session=x&minMs=-1&loadPoint=&sort=name&desc=maybe&page=1.5&steady=often')).toEqual(SLOWEST);
  });

  it('asks the controller for a page by its offset', () => {
    expect(filterQuery({ ...SLOWEST, session: 4, page: 3 }, 100)).toEqual({
      session: 4,
      sort: 'responseMs',
      desc: true,
      offset: 300,
      limit: 100,
    });
  });
});
