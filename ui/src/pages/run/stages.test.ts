import { describe, expect, it } from 'vitest';
import { aPoint, aRun, aStage } from './fixtures';
import { arrange, pointSpans } from './stages';

const states = (groups: ReturnType<typeof arrange>) => groups.map(g => [g.point, ...g.boxes.map(b => b.state)]);

describe('arrange', () => {
  const soFar = [
    aStage(1, 'preparing'),
    aStage(2, 'ramping-up'),
    aStage(3, 'steady'),
    aStage(4, 'judging'),
    aStage(5, 'ramping-up'),
    aStage(6, 'steady', { endedAt: null, of: 8, done: 1 }),
  ];

  it('groups stages by load point and adds what is to come', () => {
    const groups = arrange(soFar, aRun());
    expect(states(groups)).toEqual([
      [null, 'preparing'],
      [1, 'ramping-up', 'steady', 'judging'],
      [2, 'ramping-up', 'steady', 'judging'],
      [null, 'ramping-down', 'ending', 'reporting'],
    ]);
    expect(groups[1]).toMatchObject({ sessions: 4, verdict: 'pass' });
    expect(groups[2]).toMatchObject({ sessions: 8, verdict: null });
    expect(groups[2]?.boxes.map(b => b.when)).toEqual(['passed', 'present', 'to-come']);
  });

  it('takes the figures of the present stage from the snapshot, which is newer', () => {
    const present = arrange(soFar, aRun())
      .flatMap(g => g.boxes)
      .find(b => b.when === 'present');
    expect(present).toMatchObject({ done: 3, of: 8, what: 'measured', number: 6 });
  });

  it('keeps a load point that is measured longer together', () => {
    const longer = [...soFar.slice(0, 4), aStage(5, 'steady'), aStage(6, 'judging', { endedAt: null })];
    const groups = arrange(longer, aRun({ state: 'judging', loadPoints: [] }));
    expect(states(groups)[1]).toEqual([1, 'ramping-up', 'steady', 'judging', 'steady', 'judging']);
    expect(groups[1]?.sessions).toBe(8);
  });

  it('adds the present stage where the list of stages is behind the snapshot', () => {
    const groups = arrange(soFar, aRun({ state: 'judging', stateTitle: 'Judging' }));
    expect(groups[2]?.boxes.map(b => [b.state, b.when])).toEqual([
      ['ramping-up', 'passed'],
      ['steady', 'passed'],
      ['judging', 'present'],
    ]);
    expect(groups[2]?.boxes[1]?.endedAt).toBe('2026-11-21T10:05:00Z');
  });

  it('shows nothing to come of a run that has ended, also where it ended before a load point', () => {
    const ended = aRun({ state: 'stopped', ended: true, endedAt: '2026-11-21T10:09:00Z', loadPoints: [] });
    expect(states(arrange([aStage(1, 'preparing'), aStage(2, 'reporting', { endedAt: null })], ended))).toEqual([
      [null, 'preparing', 'reporting'],
    ]);
    expect(arrange([aStage(1, 'reporting', { endedAt: null })], ended)[0]?.boxes[0]).toMatchObject({
      when: 'passed',
      endedAt: '2026-11-21T10:09:00Z',
    });
  });

  it('shows the usual way of a run that has just been created', () => {
    const groups = arrange([], aRun({ state: 'created', loadPoints: [] }));
    expect(states(groups)).toEqual([
      [null, 'preparing'],
      [1, 'ramping-up', 'steady', 'judging'],
      [null, 'ramping-down', 'ending', 'reporting'],
    ]);
  });

  it('numbers twelve load points', () => {
    const many = Array.from({ length: 12 }, (_, i) => [
      aStage(3 * i + 1, 'ramping-up'),
      aStage(3 * i + 2, 'steady'),
      aStage(3 * i + 3, 'judging'),
    ]).flat();
    const run = aRun({ state: 'ending', loadPoints: many.map((_, i) => aPoint(i + 1, i + 1)).slice(0, 12) });
    const groups = arrange([...many, aStage(37, 'ending', { endedAt: null })], run);
    expect(groups.filter(g => g.point !== null).map(g => g.sessions)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(states(groups).at(-1)).toEqual([null, 'ending', 'reporting']);
  });
});

describe('pointSpans', () => {
  it('reaches from the ramp-up to the end of judging, open while it goes on', () => {
    const groups = arrange(
      [aStage(1, 'ramping-up'), aStage(2, 'steady'), aStage(3, 'judging'), aStage(4, 'ramping-up', { endedAt: null })],
      aRun({ state: 'ramping-up' }),
    );
    expect(pointSpans(groups)).toEqual([
      { point: 1, sessions: 4, from: '2026-11-21T10:01:00Z', to: '2026-11-21T10:04:00Z' },
      { point: 2, sessions: 8, from: '2026-11-21T10:04:00Z', to: null },
    ]);
  });
});
