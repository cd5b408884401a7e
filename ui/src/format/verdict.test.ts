import { describe, expect, it } from 'vitest';
import { aPoint } from '../pages/run/fixtures';
import { limitWords, losses, notDelivered, verdictColor, verdictWords } from './verdict';

describe('a load point in words', () => {
  it('is neither passed nor failed where it says nothing of the platform', () => {
    const point = aPoint(1, 4, { pass: false, verdict: 'UNDECIDED', notJudged: 'the agent paused for 5 s' });
    expect(verdictWords(point)).toBe('not judged');
    expect(verdictColor(point)).toBe('gray');
    expect(limitWords(point)).toBe('the agent paused for 5 s');
  });

  it('says what the estimates of an uncertain verdict say', () => {
    expect(verdictWords(aPoint(1, 4, { verdict: 'UNDECIDED' }))).toBe('pass, uncertain');
    expect(verdictWords(aPoint(1, 4, { verdict: 'UNDECIDED', pass: false }))).toBe('fail, uncertain');
  });

  it('counts what was not reached as lost', () => {
    const [a, b] = Object.values(aPoint(1, 4).groups);
    if (a === undefined || b === undefined) throw new Error('the fixture has groups A and B');
    expect(losses({ groups: { A: { ...a, failed: 2, skipped: 5 }, B: { ...b, skipped: 1 } } })).toBe(8);
  });

  it('counts what was not delivered from the account, where there is one', () => {
    const point = aPoint(1, 4, { missingTimings: 3 });
    const [a, b, logon] = point.account;
    if (a === undefined || b === undefined || logon === undefined) throw new Error('the fixture has three lines');
    const account = [
      { ...a, notDelivered: 5 },
      { ...b, notDelivered: 2 },
      { ...logon, notDelivered: 9 },
    ];
    expect(notDelivered({ ...point, account })).toBe(7);
    expect(notDelivered({ ...point, account: [] })).toBe(3);
  });
});
