import { Button, Group, NumberInput, Select as Choice } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import type { Report } from '../../../api/types';
import { decimalSign, time } from '../../../format/format';
import { narrows, SLOWEST, type TimingFilter } from '../filter';
import { pointTitle, workedGroups } from '../points';

const OUTCOMES = ['ok', 'timeout', 'application-failed', 'desktop-lost', 'harness-error', 'skipped'];

interface TimingFiltersProps {
  report: Report;
  filter: TimingFilter;
  onChange: (filter: TimingFilter) => void;
}

/** Which raw timings are shown; the controller chooses them. */
export function TimingFilters({ report, filter, onChange }: TimingFiltersProps) {
  const operations = [...new Set(report.operations.map(row => `${row.workload}/${row.operation}`))].sort();
  /** Another filter begins with its first page; what is not given is not asked for. */
  const change = (part: { [K in keyof TimingFilter]?: TimingFilter[K] | undefined }) => {
    const next = Object.fromEntries(Object.entries({ ...filter, ...part, page: 0 }).filter(([, v]) => v !== undefined));
    onChange(next as unknown as TimingFilter);
  };
  return (
    <Group gap="xs" mb="xs" align="flex-end">
      <Choice
        size="xs"
        w={230}
        label="Operation"
        placeholder="all"
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'All operations' }}
        data={operations}
        value={filter.operation ?? null}
        onChange={value => change({ operation: value ?? undefined })}
      />
      <Choice
        size="xs"
        w={90}
        label="Group"
        placeholder="all"
        clearable
        clearButtonProps={{ 'aria-label': 'All groups' }}
        data={workedGroups(report)}
        value={filter.group ?? null}
        onChange={value => change({ group: value ?? undefined })}
      />
      <Choice
        size="xs"
        w={140}
        label="Outcome"
        placeholder="all"
        clearable
        clearButtonProps={{ 'aria-label': 'All outcomes' }}
        data={OUTCOMES}
        value={filter.outcome ?? null}
        onChange={value => change({ outcome: value ?? undefined })}
      />
      <Choice
        size="xs"
        w={180}
        label="Load point"
        placeholder="all"
        clearable
        clearButtonProps={{ 'aria-label': 'All load points' }}
        data={report.loadPoints.map(point => ({ value: `${point.index}`, label: pointTitle(point) }))}
        value={filter.loadPoint === undefined ? null : `${filter.loadPoint}`}
        onChange={value => change({ loadPoint: value === null ? undefined : Number(value) })}
      />
      <Choice
        size="xs"
        w={120}
        label="Counted"
        placeholder="all"
        clearable
        clearButtonProps={{ 'aria-label': 'Steady or not' }}
        data={[
          { value: 'true', label: 'steady' },
          { value: 'false', label: 'not steady' },
        ]}
        value={filter.steady === undefined ? null : String(filter.steady)}
        onChange={value => change({ steady: value === null ? undefined : value === 'true' })}
      />
      <FigureInput label="Session" value={filter.session} onChange={session => change({ session })} whole />
      <FigureInput label="Response from, ms" value={filter.minMs} onChange={minMs => change({ minMs })} />
      {filter.from || filter.to ? (
        <Button size="xs" variant="light" onClick={() => change({ from: undefined, to: undefined })}>
          {time(filter.from)} – {time(filter.to)} ×
        </Button>
      ) : null}
      {narrows(filter) ? (
        <Button size="xs" variant="subtle" onClick={() => onChange(SLOWEST)}>
          Show all
        </Button>
      ) : null}
    </Group>
  );
}

interface FigureInputProps {
  label: string;
  value: number | undefined;
  onChange: (value: number | undefined) => void;
  whole?: boolean;
}

/** A figure that is asked for when the reader has stopped typing. */
function FigureInput({ label, value, onChange, whole }: FigureInputProps) {
  const [text, setText] = useState<string | number>(value ?? '');
  useEffect(() => setText(value ?? ''), [value]);
  const later = useDebouncedCallback((typed: string | number) => {
    const figure = typed === '' ? undefined : Number(typed);
    if (figure !== value && (figure === undefined || Number.isFinite(figure))) onChange(figure);
  }, 400);
  return (
    <NumberInput
      size="xs"
      w={120}
      label={label}
      placeholder="all"
      min={0}
      allowDecimal={!whole}
      decimalSeparator={decimalSign()}
      allowedDecimalSeparators={['.', ',']}
      value={text}
      onChange={typed => {
        setText(typed);
        later(typed);
      }}
    />
  );
}
