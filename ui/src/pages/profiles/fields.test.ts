import { describe, expect, it } from 'vitest';
import { read } from './document';
import { fieldOf, fieldOfFinding, lineOfFinding, meant, problemsByField, shown, withoutField, WORK } from './fields';

describe('fieldOf', () => {
  it.each([
    ['load.fixed.sessions', '0 (expected: 1 to 10000)', 'load.fixed.sessions'],
    ['target.rdp.hosts[2]', '"a b" (expected: a host)', 'target.rdp.hosts'],
    ['target.rdp', '`accounts` is missing', 'target.rdp.accounts'],
    ['load.find-max', 'hint 99 with from 1 to max 60 (expected: from <= hint <= max)', 'load.find-max.hint'],
    ['load.ramp', 'from 5 to max 3 (expected: from <= max)', 'load.ramp.from'],
    ['workloads', 'iterations: 2, of which 1 first and 1 last are skipped', 'workloads.iterations'],
    ['workloads.workloads[0]', 'unknown', 'workloads.workloads'],
    ['expect.groupA.p95', 'x (expected: one of the signs)', 'expect.groupA.p95'],
    ['load', 'none of the keys fixed, steps, ramp, find-max', 'load'],
    ['', '`workloads` is missing', 'workloads'],
    ['', '`id` is missing, and `a b` cannot stand for it', 'id'],
    ['modes', 'unknown key (expected `mode`)', null],
    ['', 'not valid YAML: mapping values are not allowed here', null],
  ])('%s · %s → %s', (path, message, field) => {
    expect(fieldOf(path, message)).toBe(field);
  });

  it('joins what is said at one field', () => {
    const found = problemsByField([
      { path: 'target.vnc.hosts[0]', line: 1, column: 1, message: 'one' },
      { path: 'target.vnc.hosts[1]', line: 2, column: 1, message: 'two' },
    ]);
    expect(found.get('target.vnc.hosts')).toBe('one; two');
  });

  it('finds the field of a finding', () => {
    expect(fieldOfFinding({ where: 'thresholds.A', value: '5 ms' })).toBe('thresholds.A');
    expect(fieldOfFinding({ where: 'mine.yaml:3:9 load.fixed.sessions', value: '0 (expected: …)' })).toBe(
      'load.fixed.sessions',
    );
    expect(fieldOfFinding({ where: 'mine.yaml:1:1', value: '`load` is missing' })).toBe('load');
    expect(fieldOfFinding({ where: 'ann on rdsh-1:3389', value: 'refused' })).toBeNull();
    expect(lineOfFinding('mine.yaml:3:9 load.fixed.sessions')).toBe(3);
    expect(lineOfFinding('rdsh-1:3389')).toBeNull();
  });
});

describe('withoutField', () => {
  it('says what only the YAML has', () => {
    const { values } = read(
      'id: a\nworkloads: office\nload: { fixed: { sessions: 1, later: 2 } }\ntarget: { local: {} }\nnew: { a: 1 }\nexpect: { capacity: 1 }',
    );
    expect(withoutField(values)).toEqual(['load.fixed.later', 'new.a']);
  });

  it.each(['', '# a comment', 'text', '[1, 2]', '{}'])('says nothing of a document without keys: %s', text => {
    expect(withoutField(read(text).values)).toEqual([]);
  });
});

describe('values of fields', () => {
  const spec = (name: string) => {
    const found = WORK.find(s => s.path.join('.') === name);
    if (!found) throw new Error(name);
    return found;
  };

  it('are shown and meant alike', () => {
    expect(shown('numbers', [1n, 2n, 4n])).toBe('1, 2, 4');
    expect(meant({ ...spec('workloads.iterations'), kind: 'numbers' }, '1, 2  4')).toEqual([1n, 2n, 4n]);
    expect(shown('lines', ['a', 'b'])).toBe('a\nb');
    expect(meant({ ...spec('workloads.iterations'), kind: 'lines' }, 'a\n\n b \n')).toEqual(['a', 'b']);
    expect(meant(spec('workloads.seed'), '9223372036854775807')).toBe(9223372036854775807n);
    expect(meant(spec('workloads.iterations'), 'many')).toBe('many');
    expect(meant(spec('workloads.think.mean'), '0')).toBe(0n);
    expect(meant(spec('workloads.think.mean'), '2s')).toBe('2s');
    expect(meant(spec('workloads.think.mean'), ' ')).toBeUndefined();
  });

  it('that do not fit are not shown', () => {
    expect(shown('whole', { a: 1 })).toBeNull();
    expect(shown('text', ['a'])).toBeNull();
    expect(shown('lines', [{ a: 1 }])).toBeNull();
    expect(shown('text', undefined)).toBe('');
  });
});
