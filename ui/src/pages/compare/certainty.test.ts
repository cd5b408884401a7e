import { describe, expect, it } from 'vitest';
import type { Difference } from '../../api/types';
import { certainty, certaintyFigure, certaintyText } from './certainty';
import { difference } from './fixture';

const of = (part: Partial<Difference>) => certaintyText(certainty(difference(part)));

describe('how sure a difference is', () => {
  it('is sure where the controller found so, and not where an interval alone says so', () => {
    expect(of({ finding: 'WORSE', slower: 0.99 })).toBe('slower');
    expect(of({ finding: 'BETTER', slower: 0.01 })).toBe('faster');
    expect(of({ ratioCi: [1.01, 1.4], slower: 0.98 })).toBe('probably slower');
  });

  it('has no clear difference where the sign is not clear', () => {
    expect(of({ slower: 0.8 })).toBe('no clear difference');
    expect(of({ slower: 0.5 })).toBe('no clear difference');
    expect(of({ slower: 0.05 })).toBe('probably faster');
  });

  it('says that nothing is decided however far the interval is from 1', () => {
    expect(of({ finding: 'NOT_DECIDED', ratioCi: [2, 3], slower: null })).toBe('not decided');
    expect(of({ finding: 'NOT_COMPARABLE', baselineMs: null, otherMs: null, slower: null })).toBe('not comparable');
  });

  it('never claims more than runs can say', () => {
    expect(certaintyFigure(1)).toMatch(/99[.,]9.?% slower/);
    expect(certaintyFigure(0)).toMatch(/99[.,]9.?% faster/);
    expect(certaintyFigure(0.25)).toMatch(/75.?% faster/);
    expect(certaintyFigure(null)).toBe('–');
  });
});
