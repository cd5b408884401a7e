import { List, Select, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { MetricSession, ReportMetric, ReportPoint } from '../../../api/types';
import { Chart } from '../../../charts/Chart';
import { ChartBox } from '../../../charts/ChartBox';
import { useLook } from '../../../charts/look';
import { number } from '../../../format/format';
import { measured } from '../../../format/measured';
import { fileName } from '../../../parts/table/sheet';
import { texts } from '../../../texts/bands';
import { type ChartProps, unusable } from '../charts/common';
import { Waiting } from '../charts/Waiting';
import { statisticUnit } from '../metrics/options';
import { useMetric, useSessionSamples } from '../queries';
import { type BandPanel, isEvent, secondsSheet, type SessionSamples, unknownReasons } from './seconds';
import { chartHeight, sampleAt, secondsOption } from './secondsChart';

const EMPTY = { head: [], rows: [] };
const REASONS = 5;

type Props = ChartProps & { point: ReportPoint; panel: BandPanel };

/** One session at a load point, sample by sample; the worst session unless another one is chosen. */
export function SecondsChart({ report, select, point, panel }: Props) {
  const { metric, events } = panel;
  const [chosen, setChosen] = useState<string | null>(null);
  const details = useMetric(report.run.id, metric.id, point.index, select.selection.steady);
  const sessions = useMemo(() => worstFirst(details.data?.sessions ?? [], metric), [details.data, metric]);
  const session = sessions.find(one => `${one.session}` === chosen)?.session ?? sessions[0]?.session ?? null;
  const ids = useMemo(() => [metric, ...events].map(({ id }) => id), [metric, events]);
  const query = useSessionSamples(report.run.id, ids, session, point.index, select.selection.steady);
  return (
    <ChartBox
      title={texts.seconds(metric.title)}
      how={texts.how(
        metric.bands.map(band => bandText(band, metric.unit)).join(texts.and),
        events.length > 0 ? texts.eventsHow(events.map(({ id }) => id).join(texts.and)) : '',
      )}
      sheet={() => (query.data ? secondsSheet(panel, query.data) : EMPTY)}
      file={fileName(report.run.id, metric.id, `session-${session ?? ''}`)}
      unusable={unusable(report)}
      controls={
        <Select
          size="xs"
          w={300}
          aria-label={texts.sessionOf(metric.title)}
          data={sessions.map(one => ({ value: `${one.session}`, label: sessionText(one, metric) }))}
          value={session === null ? null : `${session}`}
          onChange={setChosen}
          allowDeselect={false}
        />
      }
    >
      {session === null ? (
        <Waiting query={details} empty={() => texts.noSamples}>
          {() => null}
        </Waiting>
      ) : (
        <Waiting query={query} empty={data => (data[metric.id]?.total === 0 ? texts.noSamples : null)}>
          {data => <Drawn panel={panel} samples={data} session={session} select={select} />}
        </Waiting>
      )}
    </ChartBox>
  );
}

interface DrawnProps {
  panel: BandPanel;
  samples: SessionSamples;
  session: number;
  select: ChartProps['select'];
}

function Drawn({ panel, samples, session, select }: DrawnProps) {
  const look = useLook();
  const option = useMemo(() => secondsOption(panel, samples, look), [panel, samples, look]);
  const page = samples[panel.metric.id];
  const own = page?.samples ?? [];
  const reasons = useMemo(() => unknownReasons(page?.samples ?? []), [page]);
  return (
    <>
      <Chart
        option={option}
        height={chartHeight(panel)}
        label={chartLabel(panel, samples, session)}
        onPoint={mark => {
          const sample = sampleAt(panel, samples, mark);
          if (sample && sample.timing > 0) select.openTiming({ session, sequence: sample.timing });
        }}
      />
      {page && page.total > own.length ? (
        <Text size="xs" c="dimmed">
          {texts.cut(number(own.length), number(page.total))}
        </Text>
      ) : null}
      {reasons.length > 0 ? <Reasons reasons={reasons} /> : null}
    </>
  );
}

function Reasons({ reasons }: { reasons: { reason: string; count: number }[] }) {
  return (
    <section aria-label={texts.reasons}>
      <Text size="sm" fw={500}>
        {texts.reasons}
      </Text>
      <List size="sm">
        {reasons.slice(0, REASONS).map(({ reason, count }) => (
          <List.Item key={reason}>{texts.reason(number(count), reason)}</List.Item>
        ))}
        {reasons.length > REASONS ? <List.Item>{texts.moreReasons(reasons.length - REASONS)}</List.Item> : null}
      </List>
    </section>
  );
}

const bandText = (band: ReportMetric['bands'][number], unit: string): string =>
  texts.bandText(band.title, measured(band.low, unit), measured(band.high, unit), band.source);

/** By the statistic that judges; a session of which nothing is known comes first. */
export function worstFirst(sessions: MetricSession[], metric: ReportMetric): MetricSession[] {
  const higherIsBetter = metric.statistic.startsWith('within') || metric.better === 'higher';
  const rank = ({ value }: MetricSession) =>
    value === null ? Number.NEGATIVE_INFINITY : higherIsBetter ? value : -value;
  return [...sessions].sort((a, b) => compare(rank(a), rank(b)) || b.unknown - a.unknown || a.session - b.session);
}

const compare = (a: number, b: number): number => (a < b ? -1 : a > b ? 1 : 0);

function sessionText(one: MetricSession, metric: ReportMetric): string {
  const unit = statisticUnit(metric);
  // Of `within -185 to 90, share 0.95` the band stands above the chart.
  const statistic = metric.statistic.replace(/ .*/, '');
  return texts.sessionOption(number(one.session), statistic, measured(one.value, unit), one.unknown);
}

/** What the chart shows, in words. */
function chartLabel({ metric, events }: BandPanel, samples: SessionSamples, session: number): string {
  const own = samples[metric.id]?.samples ?? [];
  const unknown = own.filter(sample => sample.value === null).length;
  const happened = events.map(({ id }) => texts.eventCount(samples[id]?.samples.filter(isEvent).length ?? 0, id));
  return texts.label(metric.title, number(session), own.length - unknown, unknown, happened.join(''));
}
