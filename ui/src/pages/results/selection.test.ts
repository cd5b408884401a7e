import { describe, expect, it } from 'vitest';
import { readSelection, readTiming, timingText } from './selection';

describe('what an address selects', () => {
  it('is nothing special without parameters', () => {
    expect(readSelection(new URLSearchParams())).toMatchObject({
      point: null,
      by: 'group',
      steady: false,
      operation: null,
      tab: 'sessions',
      timing: null,
    });
  });

  it('is what it says', () => {
    const address = new URLSearchParams('point=3&by=operation&only=office/calc/open&timing=12.345&tab=timings');
    expect(readSelection(address)).toMatchObject({
      point: 3,
      by: 'operation',
      operation: 'office/calc/open',
      timing: { session: 12, sequence: 345 },
      tab: 'timings',
    });
  });

  it('names a timing by session and sequence', () => {
    expect(readTiming(timingText({ session: 0, sequence: 7 }))).toEqual({ session: 0, sequence: 7 });
    expect(readTiming('7')).toBeNull();
    expect(readTiming('a.b')).toBeNull();
    expect(readSelection(new URLSearchParams('point=-1')).point).toBeNull();
  });
});
