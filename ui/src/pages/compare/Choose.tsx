import {
  ActionIcon,
  Anchor,
  Badge,
  Button,
  Checkbox,
  Group,
  Paper,
  Radio,
  Stack,
  Table,
  Text,
  TextInput,
  Title,
  VisuallyHidden,
} from '@mantine/core';
import { IconPlus, IconSearch, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { RunSummary } from '../../api/types';
import { capacity, counted, dateTime } from '../../format/format';
import { StateBadge } from '../../parts/StateBadge';
import { candidates, FEWEST_RUNS, MOST_RUNS, withBaseline } from './choice';
import { texts } from '../../texts/compare';

interface ChooseProps {
  runs: RunSummary[];
  chosen: string[];
  /** Those that are the baseline together; none: the first is it. */
  baselines: string[];
  onChange: (chosen: string[]) => void;
  onBaselines: (baselines: string[]) => void;
}

/** Which runs are compared, and with which of them. */
export function Choose({ runs, chosen, baselines, onChange, onBaselines }: ChooseProps) {
  const [adding, setAdding] = useState(chosen.length < FEWEST_RUNS);
  return (
    <Paper withBorder p="md" component="section" aria-label={texts.runsToCompare}>
      <Stack gap="sm">
        <Title order={2} size="h5">
          {texts.runsToCompare}
        </Title>
        <Radio.Group
          aria-label={texts.baselineTheRunToCompare}
          value={chosen[0] ?? null}
          onChange={id => onChange(withBaseline(chosen, id))}
        >
          <Table aria-label={texts.selectedRuns} className="figures">
            <Table.Thead>
              <Table.Tr>
                <Table.Th w={90}>{texts.baselineColumn}</Table.Th>
                <Table.Th w={120}>{texts.baselineTogether}</Table.Th>
                <Table.Th>{texts.run}</Table.Th>
                <Table.Th>{texts.state}</Table.Th>
                <Table.Th>{texts.capacity}</Table.Th>
                <Table.Th>{texts.started}</Table.Th>
                <Table.Th w={60}>
                  <VisuallyHidden>{texts.remove}</VisuallyHidden>
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {chosen.map(id => (
                <Chosen
                  key={id}
                  id={id}
                  run={runs.find(one => one.id === id)}
                  together={baselines.includes(id)}
                  onTogether={on => onBaselines(on ? [...baselines, id] : baselines.filter(one => one !== id))}
                  onRemove={() => onChange(chosen.filter(one => one !== id))}
                />
              ))}
            </Table.Tbody>
          </Table>
        </Radio.Group>
        <Text size="xs" c="dimmed">
          {texts.severalRunsASide}
        </Text>
        {chosen.length < MOST_RUNS ? (
          <Button
            size="xs"
            variant="default"
            w="fit-content"
            aria-expanded={adding}
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => setAdding(!adding)}
          >
            {texts.addRun}
          </Button>
        ) : (
          <Text size="xs" c="dimmed">
            {texts.mostRunsCompared(counted(MOST_RUNS, 'run'))}
          </Text>
        )}
        {adding && chosen.length < MOST_RUNS ? (
          <Candidates runs={runs} chosen={chosen} onAdd={id => onChange([...chosen, id])} />
        ) : null}
      </Stack>
    </Paper>
  );
}

interface ChosenProps {
  id: string;
  run: RunSummary | undefined;
  together: boolean;
  onTogether: (on: boolean) => void;
  onRemove: () => void;
}

function Chosen({ id, run, together, onTogether, onRemove }: ChosenProps) {
  return (
    <Table.Tr>
      <Table.Td>
        <Radio value={id} aria-label={texts.useAsBaseline(run?.title ?? id)} />
      </Table.Td>
      <Table.Td>
        <Checkbox
          checked={together}
          aria-label={texts.addToBaseline(run?.title ?? id)}
          onChange={event => onTogether(event.currentTarget.checked)}
        />
      </Table.Td>
      <Table.Td>
        <Anchor component={Link} to={`/runs/${encodeURIComponent(id)}/results`} size="sm">
          {run?.title ?? id}
        </Anchor>
        <Text size="xs" c="dimmed">
          {id}
        </Text>
      </Table.Td>
      <Table.Td>{run ? <StateBadge state={run.state} size="sm" /> : texts.unknown}</Table.Td>
      <Table.Td>{capacity(run?.capacity ?? null)}</Table.Td>
      <Table.Td>{dateTime(run?.createdAt)}</Table.Td>
      <Table.Td>
        <ActionIcon variant="subtle" color="gray" aria-label={texts.removeRun(run?.title ?? id)} onClick={onRemove}>
          <IconX size={16} />
        </ActionIcon>
      </Table.Td>
    </Table.Tr>
  );
}

const MOST_SHOWN = 12;

function Candidates({ runs, chosen, onAdd }: { runs: RunSummary[]; chosen: string[]; onAdd: (id: string) => void }) {
  const [query, setQuery] = useState('');
  const found = candidates(runs, chosen, query);
  const profiles = new Set(runs.filter(run => chosen.includes(run.id)).map(run => run.profile));
  return (
    <Stack gap="xs">
      <TextInput
        size="xs"
        maw={360}
        aria-label={texts.searchRuns}
        placeholder={texts.searchByTitleProfileId}
        leftSection={<IconSearch size={14} aria-hidden />}
        value={query}
        onChange={event => setQuery(event.currentTarget.value)}
      />
      {found.length === 0 ? (
        <Text size="sm" c="dimmed">
          {query ? texts.noOtherEndedRunMatches : texts.noOtherRunHasEnded}
        </Text>
      ) : null}
      {found.slice(0, MOST_SHOWN).map(run => (
        <Group key={run.id} gap="xs">
          <Button
            size="compact-xs"
            variant="default"
            aria-label={texts.addNamed(run.title, run.id)}
            onClick={() => onAdd(run.id)}
          >
            {texts.addButton}
          </Button>
          <Text size="sm">{run.title}</Text>
          {profiles.has(run.profile) ? <Badge variant="default">{texts.sameProfile}</Badge> : null}
          <StateBadge state={run.state} size="sm" />
          <Text size="xs" c="dimmed">
            {texts.candidateFacts(run.id, dateTime(run.createdAt), capacity(run.capacity))}
          </Text>
        </Group>
      ))}
      {found.length > MOST_SHOWN ? (
        <Text size="xs" c="dimmed">
          {texts.moreRunsBySearch(counted(found.length - MOST_SHOWN, 'more run'))}
        </Text>
      ) : null}
    </Stack>
  );
}
