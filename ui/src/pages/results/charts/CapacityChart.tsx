import { SegmentedControl } from '@mantine/core';
import { useMemo, useState } from 'react';
import { Chart } from '../../../charts/Chart';
import { ChartBox } from '../../../charts/ChartBox';
import { useLook } from '../../../charts/look';
import { fileName } from '../../../parts/table/sheet';
import { capacityOption, capacitySheet } from './capacity';
import { type ChartProps, unusable } from './common';
import { texts } from '../../../texts/results';

/** How the p95 of the judged groups grows with the sessions; a click chooses the load point. */
export function CapacityChart({ report, select }: ChartProps) {
  const look = useLook();
  const [log, setLog] = useState(true);
  const { point } = select.selection;
  const option = useMemo(() => capacityOption(report, look, log, point), [report, look, log, point]);
  return (
    <ChartBox
      title={texts.p95OverSessions}
      how={texts.eachMarkIsTheP95}
      sheet={() => capacitySheet(report)}
      file={fileName(report.run.id, 'p95-over-sessions')}
      unusable={unusable(report)}
      controls={<ScaleSwitch log={log} onChange={setLog} of={texts.p95OverSessions} />}
    >
      <Chart
        option={option}
        height={340}
        label={texts.capacityChartLabel(report.verdict.sentence)}
        onPoint={({ data }) => {
          const index = (data as { value?: number[] }).value?.[2];
          if (index !== undefined) select.set({ point: index });
        }}
      />
    </ChartBox>
  );
}

/** Logarithmic shows groups of different size side by side, linear shows the knee. */
export function ScaleSwitch({ log, onChange, of }: { log: boolean; onChange: (log: boolean) => void; of: string }) {
  return (
    <SegmentedControl
      size="xs"
      aria-label={texts.scale(of)}
      data={[
        { value: 'log', label: texts.logarithmic },
        { value: 'linear', label: texts.linear },
      ]}
      value={log ? 'log' : 'linear'}
      onChange={value => onChange(value === 'log')}
    />
  );
}
