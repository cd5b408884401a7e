import type { Comparison, Difference } from '../../api/types';

/** An inconclusive difference; in parts another one. For tests. */
export const difference = (part: Partial<Difference> = {}): Difference => ({
  what: 'group A',
  group: 'A',
  ofGroup: true,
  quantile: 0.95,
  baselineMs: 100,
  otherMs: 110,
  differenceMs: 10,
  differenceCi: [-10, 30],
  ratio: 1.1,
  ratioCi: [0.9, 1.3],
  slower: 0.8,
  ...part,
});

export const comparison = (): Comparison => ({
  sessions: 8,
  baseline: 'r-1',
  runs: [
    {
      run: 'r-2',
      title: 'Second',
      refusals: [],
      remarks: ['other desktop size'],
      baselineCapacity: 8,
      capacity: 12,
      capacities: 'more: the intervals do not overlap',
      differences: [
        difference(),
        difference({ quantile: 0.5, ratio: 0.8, ratioCi: [0.7, 0.9], slower: 0 }),
        difference({
          what: 'office/calc/open',
          ofGroup: false,
          group: 'B',
          ratio: 1.5,
          ratioCi: [1.2, 1.9],
          slower: 1,
        }),
      ],
      metrics: [
        {
          metric: 'picture-similarity',
          title: 'Similarity of the picture',
          unit: '1',
          statistic: 'p5',
          better: 'higher',
          baseline: 0.98,
          other: 0.91,
          difference: -0.07,
          differenceCi: [-0.09, -0.05],
          worse: 1,
          surelyWorse: true,
          surelyBetter: false,
        },
      ],
    },
    {
      run: 'r-3',
      title: 'Third',
      refusals: ['it is invalid'],
      remarks: [],
      baselineCapacity: 8,
      capacity: null,
      capacities: 'not both runs found a capacity',
      differences: [],
      metrics: [],
    },
  ],
});
