import { describe, expect, it } from 'vitest';
import { timing } from '../fixture';
import { instants, neighbours, stretches, whyNoPicture } from './instants';

describe('the four instants', () => {
  const line = instants({ firedMs: 100, lastWithoutMs: 400, shownMs: 500 });

  it('lie on the line by their time', () => {
    expect(line.map(({ id, at }) => [id, at])).toEqual([
      ['intended', 0],
      ['fired', 0.2],
      ['lastWithout', 0.8],
      ['shown', 1],
    ]);
  });

  it('bound lag, waiting and resolution', () => {
    expect(stretches(line).map(({ id, ms }) => [id, ms])).toEqual([
      ['lag', 100],
      ['waiting', 300],
      ['resolution', 100],
    ]);
  });

  it('say what is known of an operation that failed, and of one that never began', () => {
    expect(stretches(instants({ firedMs: 100, lastWithoutMs: null, shownMs: null })).map(s => s.id)).toEqual(['lag']);
    expect(instants({ firedMs: null, lastWithoutMs: null, shownMs: null })).toHaveLength(1);
  });

  it('let the resolution begin with the input where the last frame without the answer came before it', () => {
    const early = instants({ firedMs: 100, lastWithoutMs: 60, shownMs: 500 });
    expect(early.map(({ id }) => id)).toEqual(['intended', 'lastWithout', 'fired', 'shown']);
    expect(stretches(early).map(({ id, ms }) => [id, ms])).toEqual([
      ['lag', 100],
      ['resolution', 400],
    ]);
  });
});

describe('a missing picture', () => {
  it('was quick enough: says the threshold and how to keep all', () => {
    const words = whyNoPicture(timing(), 6000, undefined);
    expect(words).toContain('took 400 ms (threshold 6.00 s)');
    expect(words).toContain('evidence: all');
  });

  it('was wanted and dropped: says the bounds, not how to keep all', () => {
    const words = whyNoPicture(timing(), 6000, 'all');
    expect(words).toContain('16 film strips wait');
    expect(words).not.toContain('set “evidence: all”');
  });

  it('was slow or failed: says the bounds', () => {
    expect(whyNoPicture(timing({ responseMs: 7000 }), 6000, 'slow')).toContain('1,000 pictures');
    expect(whyNoPicture(timing({ outcome: 'timeout', responseMs: null }), 6000, 'slow')).toContain(
      'operations that failed',
    );
    expect(whyNoPicture(timing({ outcome: 'skipped', responseMs: null }), 6000, 'slow')).toContain('was skipped');
  });
});

describe('neighbours', () => {
  it('are those before and after, in their order', () => {
    const all = [9, 5, 6, 7, 1].map(sequence => timing({ sequence }));
    expect(neighbours(all, 6, 1).map(t => t.sequence)).toEqual([5, 6, 7]);
    expect(neighbours(all, 1, 2).map(t => t.sequence)).toEqual([1, 5, 6]);
    expect(neighbours(all, 8)).toEqual([]);
  });
});
