import { describe, expect, it } from 'vitest';
import type { ReportOperation, ReportPoint } from '../../../api/types';
import type { Column } from '../../../parts/table/DataTable';
import { sorted } from '../../../parts/table/order';
import { report } from '../fixture';
import { OPERATION_COLUMNS, pointColumns, sessionColumns } from './columns';

const column = <T>(columns: Column<T>[], id: string) => columns.find(one => one.id === id)!;
const operation = (changes: Partial<ReportOperation>): ReportOperation => ({ ...report().operations[0]!, ...changes });

describe('tables of results', () => {
  it('show what failed, was not reached and was not delivered', () => {
    const lossy = operation({ failed: 1, skipped: 2, notDelivered: 3 });
    expect(['failed', 'skipped', 'notDelivered'].map(id => column(OPERATION_COLUMNS, id).value(lossy))).toEqual([
      1, 2, 3,
    ]);
    const session = { ...report().sessions[0]!, failed: 1, skipped: 2, notDelivered: 3, missing: 4 };
    const columns = sessionColumns(new Map());
    expect(['failed', 'skipped', 'notDelivered', 'missing'].map(id => column(columns, id).value(session))).toEqual([
      1, 2, 3, 4,
    ]);
  });

  it('show the losses of each load point and group, and why it was not judged', () => {
    const point: ReportPoint = { ...report().loadPoints[0]!, discarded: 4, missingTimings: 5, leastWorking: 6 };
    point.groups = { ...point.groups, A: { ...point.groups['A']!, failed: 1, skipped: 2 } };
    const columns = pointColumns(report());
    const ids = ['failedA', 'skippedA', 'discarded', 'missingTimings', 'leastWorking'];
    expect(ids.map(id => column(columns, id).value(point))).toEqual([1, 2, 4, 5, 6]);
    expect(column(columns, 'limitedBy').value({ ...point, notJudged: 'the generator was late' })).toBe(
      'the generator was late',
    );
    const discarded = { ...report().sessions[0]!, discarded: true };
    expect(column(sessionColumns(new Map()), 'discarded').value(discarded)).not.toBe(
      column(sessionColumns(new Map()), 'discarded').value({ ...discarded, discarded: false }),
    );
  });

  it('put an operation of which too much was lost beyond the slowest', () => {
    const p95 = column(OPERATION_COLUMNS, 'p95Ms');
    const rows = [
      operation({ operation: 'slow', p95Ms: 9_000 }),
      operation({ operation: 'none', p95Ms: null, count: 0 }),
      operation({ operation: 'lost', p95Ms: null, count: 10, failed: 10 }),
    ];
    expect(sorted(rows, p95.value, true).map(row => row.operation)).toEqual(['lost', 'slow', 'none']);
    expect(rows.map(row => p95.show?.(row))).toEqual(['9.00 s', '–', '∞']);
  });

  it('say so of load points and their logons', () => {
    const point: ReportPoint = report().loadPoints[1]!;
    const columns = pointColumns(report());
    expect(column(columns, 'p95A').show?.(point)).toBe('∞');
    point.logons!.p95Ms = null;
    expect(column(columns, 'logonP95').value(point)).toBe(Number.POSITIVE_INFINITY);
    expect(column(columns, 'logonP95').value({ ...point, logons: null })).toBeNull();
  });
});
