import { Group, Select, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useRuns } from '../../api/queries';
import type { Report } from '../../api/types';
import { counted } from '../../format/format';
import { Empty } from '../../parts/Empty';
import { Failure } from '../../parts/Failure';
import { Loading } from '../../parts/Loading';
import { Page } from '../../parts/Page';
import { Capacities, Caveats } from './Capacities';
import { commonSizes, FEWEST_RUNS, names, readBaselines, readRuns } from './choice';
import { Choose } from './Choose';
import { Differences } from './Differences';
import { MetricDifferences } from './MetricDifferences';
import type { RunLine } from './overlay';
import { Surroundings } from './Surroundings';
import { Overlays } from './Overlays';
import { useComparison, useReports } from './queries';
import { texts } from '../../texts/compare';

/** Two to six runs side by side; what can be said about their differences, and how surely. */
export default function ComparePage() {
  const [address, setAddress] = useSearchParams();
  const chosen = readRuns(address);
  const runs = useRuns();
  const baselines = readBaselines(address, chosen);
  const choose = (ids: string[], together: string[] = baselines) => {
    const next = new URLSearchParams();
    ids.forEach(id => next.append('runs', id));
    together.filter(id => ids.includes(id)).forEach(id => next.append('baselines', id));
    // Another set of runs has other sizes in common.
    setAddress(next, { preventScrollReset: true });
  };
  const setAt = (at: string | null) => {
    const next = new URLSearchParams(address);
    if (at === null) next.delete('at');
    else next.set('at', at);
    setAddress(next, { preventScrollReset: true });
  };
  return (
    <Page title={texts.compare} explained="compare" about={texts.comparePageDescription}>
      {runs.isPending ? <Loading /> : null}
      {runs.error ? (
        <Failure title={texts.couldNotLoadRuns} error={runs.error} again={() => void runs.refetch()} />
      ) : null}
      {runs.data ? (
        <Choose
          runs={runs.data}
          chosen={chosen}
          baselines={baselines}
          onChange={choose}
          onBaselines={together => choose(chosen, together)}
        />
      ) : null}
      {chosen.length < FEWEST_RUNS ? (
        <Empty title={chosen.length === 0 ? texts.selectTwoRuns : texts.selectOneMoreRun}>
          {texts.firstRunIsBaseline}
        </Empty>
      ) : (
        <Compared chosen={chosen} baselines={baselines} at={readSize(address.get('at'))} onAt={setAt} />
      )}
    </Page>
  );
}

function readSize(text: string | null): number | null {
  const size = Number(text);
  return Number.isInteger(size) && size > 0 ? size : null;
}

interface ComparedProps {
  chosen: string[];
  baselines: string[];
  at: number | null;
  onAt: (at: string | null) => void;
}

function Compared({ chosen, baselines, at, onAt }: ComparedProps) {
  const queries = useReports(chosen);
  const comparison = useComparison(chosen, baselines, at);
  const failed = queries.find(query => query.error);
  if (failed) {
    return (
      <Failure
        title={texts.couldNotLoadAReport}
        error={failed.error}
        hint={texts.removeRunOrRetry}
        again={() => void failed.refetch()}
      />
    );
  }
  const reports = queries.flatMap(query => (query.data ? [query.data] : []));
  if (reports.length < chosen.length) return <Loading />;
  return <WithReports key={chosen.join()} reports={reports} comparison={comparison} at={at} onAt={onAt} />;
}

interface WithReportsProps {
  reports: Report[];
  comparison: ReturnType<typeof useComparison>;
  at: number | null;
  onAt: (at: string | null) => void;
}

function WithReports({ reports, comparison, at, onAt }: WithReportsProps) {
  const ids = reports.map(report => report.run.id).join();
  // The reports of ended runs do not change: their ids say all.
  const titles = useMemo(() => names(reports), [ids]);
  const runs = useMemo<RunLine[]>(() => reports.map(r => ({ report: r, name: titles[r.run.id] ?? r.run.id })), [ids]);
  const sizes = commonSizes(reports);
  // The controller's choice stands, where it has compared already.
  const size = at ?? comparison.data?.sessions ?? sizes[sizes.length - 1] ?? null;
  return (
    <Stack gap="md">
      {comparison.isPending ? <Loading /> : null}
      {comparison.error ? (
        <Failure
          title={texts.theseRunsAreNotComparable}
          error={comparison.error}
          hint={sizes.length === 0 ? texts.noCommonLoadPoint : texts.selectAnotherNumberOfSessions}
          again={() => void comparison.refetch()}
        />
      ) : null}
      {comparison.data ? <Caveats comparison={comparison.data} names={titles} /> : null}
      {comparison.data ? <Surroundings comparison={comparison.data} names={titles} /> : null}
      <Capacities runs={runs} compared={comparison.data?.runs ?? []} />
      {sizes.length === 0 || size === null ? null : (
        <Group gap="xs">
          <Select
            size="xs"
            w={220}
            label={texts.compareAt}
            data={sizes.map(one => ({ value: `${one}`, label: counted(one, 'session') }))}
            value={`${size}`}
            onChange={onAt}
            allowDeselect={false}
          />
          <Text size="xs" c="dimmed" maw={420} pt="lg">
            {texts.commonLoadPointsHelp}
          </Text>
        </Group>
      )}
      {size === null ? null : <Overlays runs={runs} sessions={size} />}
      {comparison.data ? <Differences comparison={comparison.data} runs={runs} names={titles} /> : null}
      {comparison.data ? <MetricDifferences comparison={comparison.data} names={titles} /> : null}
    </Stack>
  );
}
