import { Button, Group, SegmentedControl, Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { read } from '../../api/client';
import { useProfiles, useRuns } from '../../api/queries';
import type { Trend } from '../../api/types';
import { Chart } from '../../charts/Chart';
import { ChartBox } from '../../charts/ChartBox';
import { useLook } from '../../charts/look';
import { counted, dateTime } from '../../format/format';
import { Empty } from '../../parts/Empty';
import { Failure } from '../../parts/Failure';
import { Loading } from '../../parts/Loading';
import { Page } from '../../parts/Page';
import { fileName } from '../../parts/table/sheet';
import { texts } from '../../texts/trend';
import { told, trendOption, trendSheet } from './chart';
import { ApartTable, LineTable } from './Runs';
import { arranged, expectedOf, type Figure, FIGURES, type Mark, tellingFigure } from './trend';

const COUNTS = [20, 50] as const;

/** The results of one run profile over time; the address holds which, and what of them. */
export default function TrendPage() {
  const [address, setAddress] = useSearchParams();
  const runs = useRuns();
  const saved = useProfiles();
  // The latest first: what somebody opens the page for.
  const ran = [...new Set((runs.data ?? []).filter(run => run.ended).map(run => run.profile))];
  const profile = address.get('profile') ?? ran[0] ?? null;
  const count = COUNTS.find(one => `${one}` === address.get('runs')) ?? COUNTS[0];
  const set = (name: string, value: string | null) => {
    const next = new URLSearchParams(address);
    if (value === null) next.delete(name);
    else next.set(name, value);
    setAddress(next, { preventScrollReset: true });
  };
  const all = [...new Set([...ran, ...(saved.data ?? []).map(({ id }) => id), ...(profile ? [profile] : [])])].sort();
  return (
    <Page title={texts.trend} explained="trend" about={texts.about}>
      {runs.isPending ? <Loading /> : null}
      {runs.error ? (
        <Failure title={texts.couldNotLoadRuns} error={runs.error} again={() => void runs.refetch()} />
      ) : null}
      {runs.data ? (
        <Group gap="sm" align="flex-end">
          <Select
            label={texts.profile}
            placeholder={texts.selectAProfile}
            searchable
            allowDeselect={false}
            data={all}
            value={profile}
            onChange={value => set('profile', value)}
            w={260}
          />
          <Select
            label={texts.runs}
            allowDeselect={false}
            data={COUNTS.map(one => ({ value: `${one}`, label: texts.latestRuns(one) }))}
            value={`${count}`}
            onChange={value => set('runs', value)}
            w={130}
          />
        </Group>
      ) : null}
      {runs.data && profile === null ? <Nothing /> : null}
      {profile === null ? null : (
        <OfProfile
          key={profile}
          profile={profile}
          count={count}
          figure={FIGURES.find(one => one === address.get('figure')) ?? null}
          onFigure={figure => set('figure', figure)}
        />
      )}
    </Page>
  );
}

const Nothing = () => (
  <Empty
    title={texts.noRunsYet}
    action={
      <Button component={Link} to="/profiles" variant="default">
        {texts.startARun}
      </Button>
    }
  >
    {texts.runsOfAProfileAppear}
  </Empty>
);

interface OfProfileProps {
  profile: string;
  count: number;
  /** Null: the one that tells most. */
  figure: Figure | null;
  onFigure: (figure: Figure) => void;
}

function OfProfile({ profile, count, figure, onFigure }: OfProfileProps) {
  const query = useQuery({
    queryKey: ['trend', profile, count],
    queryFn: ({ signal }) => read('/trends', {}, { profile, limit: count }, signal),
  });
  if (query.isPending) return <Loading />;
  if (query.error) {
    return <Failure title={texts.couldNotLoadTheTrend} error={query.error} again={() => void query.refetch()} />;
  }
  if (query.data.runs.length === 0) return <Nothing />;
  return <Shown trend={query.data} figure={figure ?? tellingFigure(query.data)} onFigure={onFigure} />;
}

interface ShownProps {
  trend: Trend;
  figure: Figure;
  onFigure: (figure: Figure) => void;
}

function Shown({ trend, figure, onFigure }: ShownProps) {
  const { marks, apart } = useMemo(() => arranged(trend, figure), [trend, figure]);
  const choice = (
    <SegmentedControl
      size="xs"
      aria-label={texts.figure}
      data={FIGURES.map(value => ({ value, label: value === 'capacity' ? texts.capacity : texts.p95OfGroup(value) }))}
      value={figure}
      onChange={value => onFigure(FIGURES.find(one => one === value) ?? 'capacity')}
    />
  );
  return (
    <Stack gap="md">
      <Line trend={trend} marks={marks} figure={figure} choice={choice} />
      {marks.length > 0 ? <LineTable marks={marks} figure={figure} /> : null}
      {apart.length > 0 ? <ApartTable apart={apart} /> : null}
    </Stack>
  );
}

interface LineProps {
  trend: Trend;
  marks: Mark[];
  figure: Figure;
  choice: ReactNode;
}

function Line({ trend, marks, figure, choice }: LineProps) {
  const look = useLook();
  const navigate = useNavigate();
  const title =
    figure === 'capacity'
      ? texts.capacity
      : trend.sessions === null
        ? texts.p95OfGroup(figure)
        : texts.p95At(figure, counted(trend.sessions, 'session'));
  const expected = expectedOf(marks.at(-1)?.run, figure);
  const option = useMemo(() => trendOption(marks, figure, expected, title, look), [marks, figure, title, look]);
  const reference = trend.runs.find(({ run }) => run === trend.reference);
  if (marks.length === 0) {
    return (
      <Empty title={texts.noneComparable} action={choice}>
        {texts.noneComparableHow}
      </Empty>
    );
  }
  return (
    <ChartBox
      title={title}
      how={texts.how(dateTime(reference?.startedAt))}
      sheet={() => trendSheet(marks, figure)}
      file={fileName(trend.profile, 'trend', figure)}
      controls={choice}
    >
      <Chart
        option={option}
        height={320}
        label={texts.chartLabel(title, told(marks, figure))}
        onPoint={({ index }) => {
          const mark = marks[index];
          if (mark) void navigate(`/runs/${encodeURIComponent(mark.run.run)}/results`);
        }}
      />
    </ChartBox>
  );
}
