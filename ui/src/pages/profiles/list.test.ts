import { describe, expect, it } from 'vitest';
import type { ProfileSummary } from '../../api/types';
import { listed } from './list';
import { withId } from './ProfilePage';
import { freeId, TEMPLATES } from './templates';
import { read } from './document';

const profile = (id: string, more: Partial<ProfileSummary> = {}): ProfileSummary => ({
  id,
  title: id,
  shipped: false,
  version: 1,
  savedAt: null,
  mode: 'remote',
  load: 'fixed 2',
  target: 'local',
  workloads: ['office/writer'],
  broken: '',
  ...more,
});

describe('listed', () => {
  const all = [
    profile('b', { version: 10 }),
    profile('a', { version: 9, target: 'rdp' }),
    profile('demo', { shipped: true, version: 0 }),
  ];
  const ids = (filter: string, origin: 'all' | 'own' | 'shipped', by: 'title' | 'version', down = false) =>
    listed(all, filter, origin, { by, down }).map(p => p.id);

  it('sorts by what is shown', () => {
    expect(ids('', 'all', 'title')).toEqual(['a', 'b', 'demo']);
    expect(ids('', 'all', 'version')).toEqual(['demo', 'a', 'b']);
    expect(ids('', 'all', 'version', true)).toEqual(['b', 'a', 'demo']);
  });

  it('filters by words and origin', () => {
    expect(ids('RDP remote', 'all', 'title')).toEqual(['a']);
    expect(ids('', 'own', 'title')).toEqual(['a', 'b']);
    expect(ids('', 'shipped', 'title')).toEqual(['demo']);
  });
});

describe('new profiles', () => {
  it('get an id that nobody has', () => {
    expect(freeId('demo-copy', ['demo'])).toBe('demo-copy');
    expect(freeId('demo-copy', ['demo-copy', 'demo-copy-2'])).toBe('demo-copy-3');
    expect(freeId('new', [])).toBe('new-2');
    expect(freeId('../ä b', [])).toBe('b');
  });

  it('keep the comments of what they were made from', () => {
    expect(withId('# why\nid: a # name\n', 'a-copy', ['a'], true)).toBe('# why\nid: a-copy # name\n');
    expect(withId('id: a\n', 'file', ['a'], false)).toBe('id: a\n');
    expect(withId('title: t\n', 'my file', [], false)).toBe('id: my-file\ntitle: t\n');
    expect(withId('a: [', 'file', [], false)).toBe('a: [');
  });

  it('begin with YAML that the form can show', () => {
    for (const { yaml } of TEMPLATES) expect(read(yaml).problems).toEqual([]);
  });
});
