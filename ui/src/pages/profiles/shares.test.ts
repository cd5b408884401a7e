import { describe, expect, it } from 'vitest';
import { edit, read, valueAt } from './document';
import { shareOf, worksOf, written } from './shares';

const PATH = ['workloads', 'workloads'];

const works = (yaml: string) => worksOf(valueAt(read(yaml).values, PATH));

describe('worksOf', () => {
  it('reads ids and shares', () => {
    expect(works('workloads: { workloads: [a/b, { workload: c/d, sessions: 12.5% }, { workload: e }] }')).toEqual([
      { workload: 'a/b', share: '' },
      { workload: 'c/d', share: '12.5%' },
      { workload: 'e', share: '' },
    ]);
    expect(works('workloads: {}')).toEqual([]);
  });

  it('leaves what it does not know to the YAML', () => {
    expect(works('workloads: { workloads: [{ workload: a, sessions: 5%, more: 1 }] }')).toBeNull();
    expect(works('workloads: { workloads: [{ sessions: 5% }] }')).toBeNull();
    expect(works('workloads: { workloads: [[a]] }')).toBeNull();
    expect(works('workloads: { workloads: office }')).toBeNull();
  });
});

describe('written', () => {
  it('has a share only where there is one, and nothing for nothing', () => {
    expect(
      written([
        { workload: 'a', share: '' },
        { workload: 'b', share: '5%' },
      ]),
    ).toEqual(['a', { workload: 'b', sessions: '5%' }]);
    expect(written([])).toBeUndefined();
  });

  it('changes one workload and keeps the comments of the others', () => {
    const yaml = `workloads:
  workloads:
    - office/writer # for all
    - { workload: video/play, sessions: 20% } # for some
    - mail/client
`;
    const changed = (works(yaml) ?? []).map(work =>
      work.workload === 'mail/client' ? { ...work, share: '50%' } : work,
    );
    expect(edit(yaml, [{ path: PATH, value: written(changed) }])).toBe(
      yaml.replace('- mail/client', '- { workload: mail/client, sessions: 50% }'),
    );
  });
});

describe('shareOf', () => {
  it.each([
    ['20%', '20%'],
    [' 20 % ', '20%'],
    ['20', '20%'],
    ['12.5', '12.5%'],
    ['', ''],
    ['many', 'many'],
  ])('%s is %s', (typed, share) => {
    expect(shareOf(typed)).toBe(share);
  });
});
