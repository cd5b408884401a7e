import { Button, type ComboboxData, Group, NumberInput, Select } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import type { Report } from '../../../api/types';
import { decimalSign, time } from '../../../format/format';
import { narrows, SLOWEST, type TimingFilter } from '../filter';
import { pointTitle, workedGroups } from '../points';
import { texts } from '../../../texts/results';

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
        label={texts.operation}
        all={texts.allOperationsOption}
        width={230}
        data={operations}
        value={filter.operation}
        onChange={operation => change({ operation })}
        searchable
      />
      <Choice
        label={texts.groupColumn}
        all={texts.allGroups}
        width={90}
        data={workedGroups(report)}
        value={filter.group}
        onChange={group => change({ group })}
      />
      <Choice
        label={texts.outcome}
        all={texts.allOutcomes}
        width={140}
        data={OUTCOMES}
        value={filter.outcome}
        onChange={outcome => change({ outcome })}
      />
      <Choice
        label={texts.loadPointColumn}
        all={texts.allLoadPoints}
        width={180}
        data={report.loadPoints.map(point => ({ value: `${point.index}`, label: pointTitle(point) }))}
        value={filter.loadPoint?.toString()}
        onChange={point => change({ loadPoint: point === undefined ? undefined : Number(point) })}
      />
      <Choice
        label={texts.counted}
        all={texts.steadyOrNot}
        width={120}
        data={[
          { value: 'true', label: texts.steady },
          { value: 'false', label: texts.notSteady },
        ]}
        value={filter.steady?.toString()}
        onChange={steady => change({ steady: steady === undefined ? undefined : steady === 'true' })}
      />
      <FigureInput label={texts.sessionColumn} value={filter.session} onChange={session => change({ session })} whole />
      <FigureInput label={texts.minimumResponseMs} value={filter.minMs} onChange={minMs => change({ minMs })} />
      {filter.from || filter.to ? (
        <Button size="xs" variant="light" onClick={() => change({ from: undefined, to: undefined })}>
          {time(filter.from)} – {time(filter.to)} ×
        </Button>
      ) : null}
      {narrows(filter) ? (
        <Button size="xs" variant="subtle" onClick={() => onChange(SLOWEST)}>
          {texts.clearFilters}
        </Button>
      ) : null}
    </Group>
  );
}

interface ChoiceProps {
  label: string;
  /** What no choice means. */
  all: string;
  width: number;
  data: ComboboxData;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
  searchable?: boolean;
}

/** One of several, or all. */
function Choice({ all, width, value, onChange, searchable = false, ...given }: ChoiceProps) {
  return (
    <Select
      size="xs"
      w={width}
      placeholder={texts.anyPlaceholder}
      clearable
      clearButtonProps={{ 'aria-label': all }}
      searchable={searchable}
      value={value ?? null}
      onChange={chosen => onChange(chosen ?? undefined)}
      {...given}
    />
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
      placeholder={texts.anyPlaceholder}
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
