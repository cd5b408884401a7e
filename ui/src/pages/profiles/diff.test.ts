import { describe, expect, it } from 'vitest';
import { diff, sideBySide } from './diff';

const written = (a: string, b: string) => diff(a, b).map(l => l.sign + l.text);

describe('diff', () => {
  it('tells what was removed, added and kept', () => {
    expect(written('a\nb\nc\n', 'a\nx\nc\n')).toEqual([' a', '-b', '+x', ' c']);
    expect(written('a\nb\nc\nd\n', 'b\nc\ne\nd\n')).toEqual(['-a', ' b', ' c', '+e', ' d']);
    expect(written('', 'a\n')).toEqual(['+a']);
    expect(written('a', 'a')).toEqual([' a']);
  });

  it('numbers lines of both sides', () => {
    expect(diff('a\nb\n', 'b\nc\n')).toEqual([
      { sign: '-', text: 'a', old: 1, now: null },
      { sign: ' ', text: 'b', old: 2, now: 1 },
      { sign: '+', text: 'c', old: null, now: 2 },
    ]);
  });

  it('makes each text from the other, whatever they are', () => {
    let seed = 7;
    const next = (n: number) => (seed = (seed * 48271) % 2147483647) % n;
    for (let round = 0; round < 200; round++) {
      const text = () => Array.from({ length: next(12) }, () => 'abcd'[next(4)]).join('\n');
      const [a, b] = [text(), text()];
      const lines = diff(a, b);
      expect(
        lines
          .filter(l => l.sign !== '+')
          .map(l => l.text)
          .join('\n'),
      ).toBe(a);
      expect(
        lines
          .filter(l => l.sign !== '-')
          .map(l => l.text)
          .join('\n'),
      ).toBe(b);
    }
  });

  it('does not look through what is too long', () => {
    const many = (word: string) => Array.from({ length: 2500 }, (_, i) => word + i).join('\n');
    expect(diff(many('a'), many('b'))).toHaveLength(5000);
  });

  it('stands side by side', () => {
    expect(sideBySide(diff('a\nb\nc', 'a\nx\ny\nc')).map(r => [r.left?.text, r.right?.text])).toEqual([
      ['a', 'a'],
      ['b', 'x'],
      [undefined, 'y'],
      ['c', 'c'],
    ]);
  });
});
