import { MantineProvider } from '@mantine/core';
import { render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ReportPoint } from '../../api/types';
import { AccountTable } from '../../parts/AccountTable';
import { LoadPoints } from './LoadPoints';
import { aCriterion, aPoint } from './fixtures';

const page = (content: React.ReactNode) => render(<MantineProvider env="test">{content}</MantineProvider>);

/** What stands below each head, of the last row. */
function lastRow(): Record<string, string> {
  const rows = screen.getAllByRole('row');
  const heads = within(rows[0]!).getAllByRole('columnheader');
  const cells = within(rows.at(-1)!).getAllByRole('cell');
  return Object.fromEntries(heads.map((head, n) => [head.textContent, cells[n]?.textContent ?? '']));
}

function lossy(): ReportPoint {
  const point = aPoint(1, 4, { pass: false, verdict: 'FAIL', discarded: 2 });
  const { A, B } = point.groups;
  const none: [null, null] = [null, null];
  point.groups = {
    A: { ...A!, failed: 3, skipped: 4, p95Ms: null, p95Ci: none },
    B: { ...B!, failed: 1, skipped: 0 },
  };
  point.logons = { ...point.logons!, failed: 2, p95Ms: null, p95Ci: none };
  point.account = [{ ...point.account[0]!, ok: 82, failed: 2, notReached: 4, lost: 1, notDelivered: 11 }];
  return point;
}

it('says of losses that there is no p95, how many they are, and what was not delivered', () => {
  page(<LoadPoints points={[aPoint(2, 2), lossy()]} />);
  const row = lastRow();
  expect(row['p95 of A']).toBe('over 5 % failed');
  expect(row['p95 of logons']).toBe('over 5 % failed');
  expect(row['Failed, not reached, lost']).toBe('8');
  expect(row['Discarded']).toBe('2');
  expect(row['Verdict']).toContain('11 operations not delivered');
});

it.each([
  ['p95', 'over 5 % failed'],
  ['p5', 'over 5 % failed'],
  ['p99', 'over 1 % failed'],
  ['mean', 'operations failed'],
])('says how many failures leave a %s without a value', (statistic, said) => {
  const criterion = aCriterion({ criterion: 'frame-gap', statistic, value: null, interval: [null, null] });
  page(<LoadPoints points={[aPoint(1, 4, { criteria: [criterion] })]} />);
  expect(lastRow()[`${statistic} frame-gap`]).toBe(said);
});

it('has a column in the account for each way in which something ended', () => {
  const line = { ...aPoint(1, 4).account[0]!, planned: 36 };
  const ways = { ok: 1, slow: 2, failed: 3, notReached: 4, lost: 5, notDelivered: 6, unknown: 7, endedEarly: 8 };
  page(<AccountTable points={[aPoint(1, 4, { account: [{ ...line, ...ways }] })]} />);
  const cells = within(screen.getAllByRole('row').at(-1)!).getAllByRole('cell');
  expect(cells.slice(3).map(cell => cell.textContent)).toEqual(['36', '1', '2', '3', '4', '5', '6', '7', '8']);
  expect(within(screen.getAllByRole('row')[0]!).getAllByRole('columnheader')).toHaveLength(cells.length);
});
