import { expect, it } from 'vitest';
import type { WorkloadProfile } from '../../api/types';
import { inWords } from './work';

const OFFICE: WorkloadProfile = {
  id: 'office',
  workloads: ['office/writer', 'office/calc'],
  shares: {},
  iterations: 5,
  skipFirst: 1,
  skipLast: 1,
  thinkMs: 1500,
  thinkSpreadPct: 50,
  order: 'shuffled',
  seed: 1,
  problems: [],
};

it('says what users do, and what counts of it', () => {
  expect(inWords(OFFICE, 'en')).toBe(
    'office/writer, office/calc (shuffled); 5 iterations, without the first 1 and the last 1; think time 1.5 s ± 50 %',
  );
  expect(inWords({ ...OFFICE, iterations: 1, skipFirst: 0, skipLast: 0 }, 'de')).toBe(
    'office/writer, office/calc (shuffled); 1 iteration; think time 1,5 s ± 50 %',
  );
});

it('says which workloads only a share of the sessions works', () => {
  expect(inWords({ ...OFFICE, shares: { 'office/calc': 12.5 } }, 'en')).toMatch(
    /^office\/writer, office\/calc 12.5 % of sessions \(shuffled\);/,
  );
});

it('says why one cannot be used', () => {
  const problem = { file: 'x.yaml', path: 'workloads', line: 1, column: 1, message: 'unknown workload office/calk' };
  expect(inWords({ ...OFFICE, problems: [problem] })).toBe('Invalid: unknown workload office/calk');
});
