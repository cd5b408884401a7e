import { describe, expect, it } from 'vitest';
import { nameOf, SPECS, SWITCHES } from './fields';
import { GRAMMAR, keysOf, ORDER } from './grammar';

const KEYS = new Map(keysOf(GRAMMAR).map(key => [nameOf(key.path), key]));
const spec = (name: string) => SPECS.find(({ path }) => nameOf(path) === name);

describe('the form of a run profile', () => {
  it('has a field for every key that has a value of its own', () => {
    expect(KEYS.size).toBeGreaterThan(80);
    const covered = (name: string) =>
      [...SPECS.map(({ path }) => path), ...SWITCHES].some(path => {
        const field = nameOf(path);
        return name === field || name.startsWith(`${field}.`) || field.startsWith(`${name}.`);
      });
    expect([...KEYS.keys()].filter(name => !covered(name))).toEqual([]);
  });

  it('has no field for what is no key', () => {
    expect(SPECS.map(({ path }) => nameOf(path)).filter(name => !KEYS.has(name))).toEqual([]);
  });

  it('has what holds without a key, its words, and whether it must be there, from the grammar', () => {
    expect(spec('thresholds.A')?.otherwise).toBe('1s');
    expect(spec('workloads.iterations')?.otherwise).toBe('5');
    expect(spec('title')?.otherwise).not.toBe('');
    expect(spec('mode')?.choices?.map(({ value }) => value)).toEqual(['remote', 'local', 'passive']);
    expect(spec('target.vnc.security')?.choices?.map(({ value }) => value)).toContain('X509Vnc');
    expect(spec('load.find-max.max')?.required).toBe(true);
    expect(spec('target.rdp.accounts')?.required).toBe(true);
    expect(spec('target.vnc.accounts')?.required).toBeUndefined();
    // Required within a keyboard, which is not.
    expect(spec('target.rdp.keyboard.layout')?.required).toBeUndefined();
  });

  it('writes new keys in the order of the grammar', () => {
    expect(ORDER.slice(0, 3)).toEqual(['id', 'title', 'workloads']);
  });
});
