import { describe, expect, it } from 'vitest';
import { edit, read, valueAt } from './document';

const TEXT = `# Why this profile is here.
id:   mine            # spaced by hand
title: 'Quoted title'

# Office work, as everybody does it.
workloads: office
load: { find-max: { hint: 24,   max: 60 } } # closes in

thresholds:
  A: 1s   # strict
  # B is lax
  B: 6s
  # nothing more
expect:
  capacity: ">= 8"    # promised to the customer
strange: [1, 2]       # a key of tomorrow
`;

describe('read', () => {
  it('gives the values of a document', () => {
    const { values, problems } = read(TEXT);
    expect(problems).toEqual([]);
    expect(valueAt(values, ['load', 'find-max', 'hint'])).toBe(24n);
    expect(valueAt(values, ['expect', 'capacity'])).toBe('>= 8');
    expect(valueAt(values, ['load', 'fixed', 'sessions'])).toBeUndefined();
  });

  it('tells where YAML is broken', () => {
    const { problems } = read('id: a\nload: { fixed: ');
    expect(problems[0]?.line).toBeGreaterThanOrEqual(2);
    expect(read('- a\n- b').problems[0]?.message).toContain('expected');
    expect(read('').problems).toEqual([]);
    expect(read('a: &x [1]\nb: *x').problems[0]?.message).toContain('alias');
  });

  it('keeps seeds of 64 bits', () => {
    const { values } = read('workloads: { seed: 9223372036854775807 }');
    expect(valueAt(values, ['workloads', 'seed'])).toBe(9223372036854775807n);
  });
});

describe('edit', () => {
  it('replaces one value and nothing else', () => {
    expect(edit(TEXT, [{ path: ['load', 'find-max', 'hint'], value: 30 }])).toBe(TEXT.replace('hint: 24', 'hint: 30'));
    expect(edit(TEXT, [{ path: ['id'], value: 'yours' }])).toBe(TEXT.replace('id:   mine', 'id:   yours'));
    expect(edit(TEXT, [{ path: ['expect', 'capacity'], value: '>= 9' }])).toBe(TEXT.replace('">= 8"', '">= 9"'));
    expect(edit(TEXT, [{ path: ['title'], value: "it's" }])).toBe(TEXT.replace("'Quoted title'", "'it''s'"));
  });

  it('quotes what would be read as something else', () => {
    const edited = edit('title: a\nload: { x: b }\n', [
      { path: ['title'], value: 'one: two # three' },
      { path: ['load', 'x'], value: 'a, b' },
    ]);
    expect(read(edited).values).toEqual({ title: 'one: two # three', load: { x: 'a, b' } });
  });

  it('adds a key inside an entry and leaves all other lines alone', () => {
    const edited = edit(TEXT, [{ path: ['expect', 'groupA.p95'], value: '< 900ms' }]);
    expect(edited).toContain('capacity: ">= 8" # promised to the customer');
    expect(valueAt(read(edited).values, ['expect', 'groupA.p95'])).toBe('< 900ms');
    expect(edited.slice(0, TEXT.indexOf('expect:'))).toBe(TEXT.slice(0, TEXT.indexOf('expect:')));
    expect(edited.endsWith('strange: [1, 2]       # a key of tomorrow\n')).toBe(true);
  });

  it('adds a top-level key behind its neighbour', () => {
    const edited = edit(TEXT, [{ path: ['evidence'], value: 'all' }]);
    expect(edited).toBe(TEXT.replace('  B: 6s\n', '  B: 6s\nevidence: all\n'));
    expect(read(edited).problems).toEqual([]);
    expect(edit('workloads: office', [{ path: ['load', 'fixed', 'sessions'], value: 2 }])).toBe(
      'workloads: office\nload: { fixed: { sessions: 2 } }\n',
    );
  });

  it('takes a key away and keeps the comments around it', () => {
    const edited = edit(TEXT, [{ path: ['thresholds', 'A'], value: undefined }]);
    expect(read(edited).values.thresholds).toEqual({ B: '6s' });
    expect(edited).toContain('# nothing more');
    const without = edit(TEXT, [{ path: ['expect', 'capacity'], value: undefined }]);
    expect(read(without).values.expect).toBeUndefined();
    expect(without).toBe(TEXT.replace('expect:\n  capacity: ">= 8"    # promised to the customer\n', ''));
    expect(edit(TEXT, [{ path: ['mode'], value: undefined }])).toBe(TEXT);
  });

  it('keeps an empty map that says something', () => {
    expect(
      read(edit('target: { local: { desktop: 1x1 } }\n', [{ path: ['target', 'local', 'desktop'], value: undefined }]))
        .values,
    ).toEqual({
      target: { local: {} },
    });
  });

  it('changes lists item by item', () => {
    const hosts = 'target:\n  vnc:\n    hosts:\n      - a # first\n      - b # second\nmode: remote\n';
    const edited = edit(hosts, [{ path: ['target', 'vnc', 'hosts'], value: ['c', 'b'] }]);
    expect(edited).toBe('target:\n  vnc:\n    hosts:\n      - c\n      - b # second\nmode: remote\n');
  });

  it('replaces one kind by another', () => {
    const edited = edit(TEXT, [
      { path: ['load', 'find-max'], value: undefined },
      { path: ['load', 'fixed'], value: { sessions: 3 } },
    ]);
    expect(read(edited).values.load).toEqual({ fixed: { sessions: 3n } });
    expect(edited).toContain('# closes in');
    const inline = edit(TEXT, [{ path: ['workloads', 'iterations'], value: 3 }]);
    expect(read(inline).values.workloads).toEqual({ iterations: 3n });
    expect(inline).toContain('# Office work, as everybody does it.');
  });

  it('writes empty, broken and one-line documents too', () => {
    expect(edit('', [{ path: ['id'], value: 'a' }])).toBe('id: a\n');
    expect(edit('a: [', [{ path: ['id'], value: 'a' }])).toBe('a: [');
    expect(read(edit('{ id: a }', [{ path: ['mode'], value: 'local' }])).values).toEqual({ id: 'a', mode: 'local' });
  });
});
