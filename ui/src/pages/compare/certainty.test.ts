import { describe, expect, it } from 'vitest';
import type { Difference } from '../../api/types';
import { certainty, certaintyFigure, certaintyText } from './certainty';
import { difference } from './fixture';

const of = (part: Partial<Difference>) => certaintyText(certainty(difference(part)));

describe('how sure a difference is', () => {
  it('is sure where the whole interval of the ratio says so', () => {
    expect(of({ ratioCi: [1.01, 1.4], slower: 0.99 })).toBe('significantly slower');
    expect(of({ ratioCi: [0.7, 0.99], slower: 0.01 })).toBe('significantly faster');
  });

  it('is not sure where the interval touches 1', () => {
    expect(of({ ratioCi: [1, 1.4], slower: 0.95 })).toBe('probably slower');
    expect(of({ ratioCi: [0.7, 1], slower: 0.05 })).toBe('probably faster');
  });

  it('is inconclusive where the sign is not clear', () => {
    expect(of({ ratioCi: [0.9, 1.2], slower: 0.8 })).toBe('inconclusive');
    expect(of({ ratioCi: [0.9, 1.2], slower: 0.5 })).toBe('inconclusive');
  });

  it('counts a percentile that failures took away as slower, and two such as nothing', () => {
    expect(of({ otherMs: null, ratio: null, ratioCi: [null, null], slower: 1 })).toBe('significantly slower');
    expect(of({ otherMs: null, ratio: null, ratioCi: [1.2, null], slower: 0.99 })).toBe('significantly slower');
    expect(of({ baselineMs: null, otherMs: null, ratio: null, ratioCi: [null, null], slower: 0.5 })).toBe(
      'inconclusive',
    );
  });

  it('never claims more than the resamples can say', () => {
    expect(certaintyFigure(1)).toMatch(/99[.,]9.?% slower/);
    expect(certaintyFigure(0)).toMatch(/99[.,]9.?% faster/);
    expect(certaintyFigure(0.25)).toMatch(/75.?% faster/);
  });
});
