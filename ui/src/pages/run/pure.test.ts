import { describe, expect, it } from 'vitest';
import { skew } from './clock';
import type { RunSnapshot } from '../../api/types';
import { aRun, aSession, aTiming } from './fixtures';
import { cellAt, hit, layout, walk } from './grid';
import { renewed } from './live';
import { legend, lookOf, nowDoing, sentence } from './looks';
import { timeLine } from './timeline';

describe('grid', () => {
  const grid = layout(1000, 1010);

  it('shows a thousand sessions on one screen', () => {
    expect(grid).toMatchObject({ columns: 50, rows: 20 });
    expect(grid.height).toBeLessThan(420);
  });

  it('finds every cell at its own place and nothing in the gaps', () => {
    for (let i = 0; i < 1000; i++) {
      const { x, y, size } = cellAt(grid, i);
      expect(hit(grid, x, y)).toBe(i);
      expect(hit(grid, x + size - 0.5, y + size - 0.5)).toBe(i);
      expect(hit(grid, x + size, y)).toBeNull();
    }
    expect(hit(grid, -1, 5)).toBeNull();
    expect(hit(layout(3, 100), 5, 95)).toBeNull();
  });

  it('walks by key and stays inside', () => {
    expect(walk(grid, 0, 'ArrowLeft')).toBe(0);
    expect(walk(grid, 0, 'ArrowDown')).toBe(50);
    expect(walk(grid, 999, 'ArrowDown')).toBe(999);
    expect(walk(grid, 120, 'Home')).toBe(100);
    expect(walk(grid, 120, 'End')).toBe(149);
    expect(walk(grid, 5, 'PageDown')).toBe(999);
    expect(walk(grid, 5, 'a')).toBeNull();
    expect(walk(layout(7, 100), 5, 'End')).toBe(5);
  });

  it('survives no sessions and no width', () => {
    expect(layout(0, 500).height).toBe(0);
    expect(layout(3, 0).columns).toBe(1);
  });
});

describe('looks', () => {
  const thresholds = { A: 1000, B: 3000 };
  const key = (over: Parameters<typeof aSession>[1]) => lookOf(aSession(0, over), 'response', thresholds).key;

  it('sets the response in relation to the threshold of its own group', () => {
    expect(key({ lastMs: 500 })).toBe('half');
    expect(key({ lastMs: 1000 })).toBe('within');
    expect(key({ lastMs: 1001 })).toBe('over');
    expect(key({ lastMs: 2500 })).toBe('far');
    expect(key({ lastMs: 2500, lastGroup: 'B' })).toBe('within');
    expect(key({ lastMs: 2500, lastGroup: 'C' })).toBe('unmeasured');
    expect(key({ lastMs: null, lastOutcome: 'timeout' })).toBe('unsuccessful');
    expect(key({ lastMs: null, lastOutcome: '', lastOperation: '' })).toBe('unmeasured');
  });

  it('shows who is lost or failed in both ways, with a sign of its own', () => {
    for (const by of ['state', 'response'] as const) {
      expect(lookOf(aSession(0, { state: 'lost' }), by, thresholds)).toMatchObject({ key: 'lost', sign: 'L' });
      expect(lookOf(aSession(0, { state: 'failed' }), by, thresholds)).toMatchObject({ key: 'failed', sign: 'F' });
    }
  });

  it('counts each session once in the legend', () => {
    const sessions = [aSession(0), aSession(1, { state: 'lost' }), aSession(2), aSession(3, { state: 'unheard-of' })];
    const made = legend(sessions, 'state', thresholds);
    expect(made.reduce((sum, one) => sum + one.count, 0)).toBe(4);
    expect(made.map(one => one.look.key)).toContain('unheard-of');
  });

  it('says what a session does and for how long', () => {
    const now = Date.parse('2026-11-21T10:05:07Z');
    expect(nowDoing(aSession(0), now)).toBe('office/writer/save for 7 s');
    expect(nowDoing(aSession(0, { state: 'lost' }), now)).toBe('–');
    expect(sentence(aSession(4), now, 'vm-1 (client)')).toContain(
      'Session 4 on vm-1 (client), working, iteration 3, now office/writer/save for 7 s',
    );
  });
});

describe('renewed', () => {
  const before = aRun({ sessions: [aSession(0), aSession(1)] });
  const again = (over: Partial<RunSnapshot> = {}) => JSON.parse(JSON.stringify({ ...before, ...over })) as RunSnapshot;

  it('keeps what says the same, so that it is not drawn again', () => {
    const next = renewed(before, again({ sessions: [aSession(0), aSession(1, { lastMs: 7 })] }));
    expect(next.sessions).not.toBe(before.sessions);
    expect(next.sessions[0]).toBe(before.sessions[0]);
    expect(next.sessions[1]?.lastMs).toBe(7);
    expect(next.counts).toBe(before.counts);
    expect(renewed(before, again()).sessions).toBe(before.sessions);
  });

  it('takes over all that has changed', () => {
    const changed = again({ sessions: [aSession(0), aSession(1), aSession(2)], state: 'judging', ended: true });
    expect(renewed(before, changed)).toEqual(changed);
    expect(renewed(before, again({ sessions: [] }))).toEqual({ ...before, sessions: [] });
    const other = again({ id: 'r2' });
    expect(renewed(before, other)).toBe(other);
    expect(renewed(undefined, changed)).toBe(changed);
  });
});

describe('timeLine', () => {
  it('lays bars out over time, in lanes by group, within the width', () => {
    const timings = [
      aTiming(9, { responseMs: 1000 }),
      aTiming(5, { group: 'B', outcome: 'timeout', responseMs: null }),
      aTiming(0),
      aTiming(10, { outcome: 'skipped', firedAt: null, responseMs: null }),
    ];
    const line = timeLine(timings, 1000);
    expect(line.lanes).toEqual(['A', 'B']);
    expect(line.without).toBe(1);
    expect(line.bars.map(bar => bar.lane)).toEqual([0, 1, 0]);
    expect(line.bars.map(bar => Math.round(bar.x))).toEqual([900, 500, 0]);
    expect(line.bars.map(bar => Math.round(bar.width))).toEqual([100, 2, 25]);
    for (const bar of line.bars) expect(bar.x + bar.width).toBeLessThanOrEqual(1000);
  });

  it('holds where there is nothing, or one bar only', () => {
    expect(timeLine([], 500).bars).toEqual([]);
    expect(timeLine([aTiming(1, { responseMs: null })], 500).bars).toHaveLength(1);
  });
});

describe('skew', () => {
  const at = Date.parse('2026-11-21T10:00:00Z');
  it('is none where clocks agree as far as the header tells', () => {
    expect(skew('Sat, 21 Nov 2026 10:00:00 GMT', at, at + 100)).toBe(0);
    expect(skew(null, at, at)).toBe(0);
    expect(skew('nonsense', at, at)).toBe(0);
  });
  it('is told where they differ', () => {
    expect(skew('Sat, 21 Nov 2026 10:05:00 GMT', at, at + 100)).toBe(300_450);
  });
});
