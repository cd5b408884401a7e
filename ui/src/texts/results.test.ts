import { describe, expect, it } from 'vitest';
import { texts } from './results';

describe('a run without a capacity', () => {
  it('says how many load points were judged', () => {
    expect([0, 1, 2].map(texts.judgedBeforeTheEnd)).toEqual([
      'no load point was judged',
      '1 load point was judged',
      '2 load points were judged',
    ]);
  });
});
