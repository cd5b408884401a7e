import { Button, Group, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconDownload, IconSearch } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { counted, type Noun, number } from '../../format/format';
import { SortHeader } from './SortHeader';
import { filtered, nextSort, type Sort, sorted } from './order';
import { type Cell, download, type Sheet, toCsv } from './sheet';
import classes from './table.module.css';
import { texts } from '../../texts/common';

export interface Column<T> {
  id: string;
  /** Of the column and, in the export, of its field. */
  title: string;
  /** What is sorted and exported; figures as they are, without unit. */
  value: (row: T) => Cell;
  /** What is seen, where that is something else. */
  show?: (row: T) => ReactNode;
  numeric?: boolean;
  /** In the export and not in the page, where another column tells it too. */
  exportOnly?: boolean;
}

interface DataTableProps<T> {
  /** What the table holds, for those who cannot see it. */
  label: string;
  rows: readonly T[];
  columns: readonly Column<T>[];
  rowKey: (row: T, index: number) => string;
  /** Of the export, without ending. */
  file: string;
  /** What one row is, for the count above. */
  one: Noun;
  sort?: Sort;
  maxHeight?: number;
  /** A click on a row; the first cell holds the button for it. */
  onPick?: (row: T) => void;
  chosen?: (row: T) => boolean;
  controls?: ReactNode;
}

const ROW_PX = 31;
/** Up to so many rows all are in the page: cheap, and the browser's own search finds them. */
const FEW = 100;

/** A table that sorts, filters and exports; of long ones only the rows in view are in the page. */
export function DataTable<T>(props: DataTableProps<T>) {
  const { rows, label, file, one, rowKey, onPick, chosen, controls } = props;
  const [query, setQuery] = useState('');
  const [needle] = useDebouncedValue(query, 150);
  const [sort, setSort] = useState<Sort | null>(props.sort ?? null);
  const scroll = useRef<HTMLDivElement>(null);
  const columns = useMemo(() => props.columns.filter(column => !column.exportOnly), [props.columns]);

  const shown = useMemo(() => {
    const words = columns.filter(column => !column.numeric);
    const kept = filtered(rows, row => words.map(column => String(column.value(row) ?? '')).join(' '), needle);
    const by = columns.find(column => column.id === sort?.column);
    return by && sort ? sorted(kept, by.value, sort.descending) : kept;
  }, [rows, columns, needle, sort]);

  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_PX,
    overscan: 12,
  });
  const few = shown.length <= FEW;
  const items = virtual.getVirtualItems();
  const indices = few ? shown.map((_, index) => index) : items.map(item => item.index);
  const above = few ? 0 : (items[0]?.start ?? 0);
  const below = few ? 0 : virtual.getTotalSize() - (items[items.length - 1]?.end ?? 0);

  return (
    <div>
      <Group justify="space-between" mb="xs" gap="xs">
        <Group gap="xs">
          <TextInput
            size="xs"
            aria-label={texts.filterOf(label)}
            placeholder={texts.filterPlaceholder}
            leftSection={<IconSearch size={14} aria-hidden />}
            value={query}
            onChange={event => setQuery(event.currentTarget.value)}
          />
          {controls}
          <Text size="xs" c="dimmed" role="status">
            {shown.length === rows.length
              ? counted(rows.length, one)
              : texts.shownOf(number(shown.length), counted(rows.length, one))}
          </Text>
        </Group>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDownload size={14} aria-hidden />}
          onClick={() => download(`${file}.csv`, toCsv(sheetOf(shown, props.columns)))}
          aria-label={texts.exportCsvOf(label)}
        >
          {texts.csv}
        </Button>
      </Group>
      <div
        ref={scroll}
        className={classes.scroll}
        style={{ maxHeight: props.maxHeight ?? 480 }}
        tabIndex={0}
        role="region"
        aria-label={texts.scrollable(label)}
      >
        <table className={classes.table} aria-label={label} aria-rowcount={shown.length + 1}>
          <thead>
            <tr aria-rowindex={1}>
              {columns.map(column => (
                <SortHeader
                  key={column.id}
                  title={column.title}
                  numeric={column.numeric ?? false}
                  direction={sort?.column === column.id ? (sort.descending ? 'descending' : 'ascending') : 'none'}
                  onSort={() => setSort(nextSort(sort, column.id, column.numeric ?? false))}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            <Gap height={above} columns={columns.length} />
            {indices.map(index => {
              const row = shown[index];
              if (row === undefined) return null;
              return (
                <tr
                  key={rowKey(row, index)}
                  aria-rowindex={index + 2}
                  data-pick={onPick ? true : undefined}
                  data-chosen={chosen?.(row) || undefined}
                  onClick={onPick ? () => onPick(row) : undefined}
                >
                  {columns.map((column, c) => (
                    <td key={column.id} className={column.numeric ? classes.numeric : undefined}>
                      {onPick && c === 0 ? (
                        <button type="button" className={classes.open}>
                          {content(column, row)}
                        </button>
                      ) : (
                        content(column, row)
                      )}
                    </td>
                  ))}
                </tr>
              );
            })}
            <Gap height={below} columns={columns.length} />
          </tbody>
        </table>
      </div>
    </div>
  );
}

/** The rows that are not in the page, as the space that they would take. */
function Gap({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null;
  return (
    <tr className={classes.gap} aria-hidden>
      <td colSpan={columns} style={{ height }} />
    </tr>
  );
}

function content<T>(column: Column<T>, row: T): ReactNode {
  if (column.show) return column.show(row);
  const value = column.value(row);
  if (typeof value === 'number') return number(value, 3);
  return value === null ? '–' : String(value);
}

export function sheetOf<T>(rows: readonly T[], columns: readonly Column<T>[]): Sheet {
  return {
    head: columns.map(column => column.title),
    rows: rows.map(row => columns.map(column => column.value(row))),
  };
}
