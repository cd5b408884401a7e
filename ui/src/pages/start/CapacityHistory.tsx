import { Anchor, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { capacity, counted, dateTime, number } from '../../format/format';
import { texts } from '../../texts/start';
import { change, type History, sparkPoints } from './history';

/** So many profiles have room beside the latest runs; the others are on their own page. */
const MOST_PROFILES = 6;
const WIDTH = 150;
const HEIGHT = 44;

/** How the capacity of each run profile has changed. */
export function CapacityHistory({ of }: { of: readonly History[] }) {
  return (
    <Stack gap="xs" component="section" aria-labelledby="capacities">
      <Title order={2} size="h4" id="capacities">
        {texts.capacityByProfile}
      </Title>
      {of.length === 0 ? (
        <Text size="sm" c="dimmed">
          {texts.noCapacityYet}
        </Text>
      ) : null}
      {of.slice(0, MOST_PROFILES).map(history => (
        <Profile key={history.profile} history={history} />
      ))}
    </Stack>
  );
}

function Profile({ history }: { history: History }) {
  const latest = history.runs.at(-1);
  if (!latest) return null;
  return (
    <Paper withBorder p="sm" data-profile={history.profile}>
      <Group justify="space-between" wrap="nowrap" align="flex-end">
        <div style={{ minWidth: 0 }}>
          <Anchor component={Link} to={`/profiles/${encodeURIComponent(history.profile)}`} size="sm" truncate="end">
            {history.title}
          </Anchor>
          <Group gap={6} align="baseline">
            <Text fw={600} size="xl" lh={1.2} className="figures">
              {number(latest.capacity.sessions)}
            </Text>
            <Text size="sm">{texts.sessions}</Text>
            <Change of={change(history)} />
          </Group>
          <Text size="xs" c="dimmed" className="figures">
            {texts.latestOf(counted(history.runs.length, 'run'), dateTime(latest.createdAt))}
          </Text>
          <Anchor component={Link} to={`/trend?profile=${encodeURIComponent(history.profile)}`} size="xs">
            {texts.trendOf(history.title)}
          </Anchor>
        </div>
        <Sparkline history={history} />
      </Group>
    </Paper>
  );
}

/** Against the run before; no colour tells whether that is good, as a platform may have been made smaller. */
function Change({ of }: { of: number | null }) {
  if (of === null) return null;
  const sign = of > 0 ? '+' : of < 0 ? '−' : '±';
  return (
    <Text size="xs" c="dimmed" className="figures">
      {texts.changeFromPrevious(`${sign}${number(Math.abs(of))}`)}
    </Text>
  );
}

/** Capacity over runs, with the interval of each as a bar. A result without an upper end is an arrow. */
function Sparkline({ history }: { history: History }) {
  const points = sparkPoints(history.runs, WIDTH, HEIGHT);
  const told = history.runs.map(run => capacity(run.capacity)).join(', ');
  return (
    <svg
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={texts.capacityOverTime(told)}
      style={{ flexShrink: 0, color: 'var(--mantine-color-anchor)' }}
    >
      <line x1={0} x2={WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} stroke="var(--mantine-color-default-border)" />
      <polyline
        points={points.map(p => `${p.x},${p.y}`).join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.5}
        opacity={0.6}
      />
      {points.map((p, i) => {
        const run = history.runs[i];
        if (!run) return null;
        const open = run.capacity.high === null;
        return (
          <g key={run.id}>
            <title>{`${dateTime(run.createdAt)}: ${capacity(run.capacity)}`}</title>
            <line x1={p.x} x2={p.x} y1={p.low} y2={p.high} stroke="currentColor" strokeWidth={3} opacity={0.3} />
            {open ? (
              <path d={`M${p.x - 4},${p.y + 3}L${p.x},${p.y - 5}L${p.x + 4},${p.y + 3}Z`} fill="currentColor" />
            ) : (
              <circle cx={p.x} cy={p.y} r={3.5} fill="currentColor" />
            )}
          </g>
        );
      })}
    </svg>
  );
}
