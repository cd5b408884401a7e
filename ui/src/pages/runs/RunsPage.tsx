import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconArrowsDiff, IconSearch } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { useRuns } from '../../api/queries';
import type { RunSummary } from '../../api/types';
import { counted } from '../../format/format';
import { Empty } from '../../parts/Empty';
import { Failure } from '../../parts/Failure';
import { Loading } from '../../parts/Loading';
import { Page } from '../../parts/Page';
import { compareAddress, COMPARED, filtered, statesOf, toggled } from './filter';
import { RunsTable } from './RunsTable';

/** All runs, newest first. */
export default function RunsPage() {
  const runs = useRuns();
  return (
    <Page title="Runs" about="Newest first. Choose two to six to compare them.">
      {runs.data ? (
        runs.data.length === 0 ? (
          <Empty
            title="No run yet"
            action={
              <Button component={Link} to="/profiles">
                Choose a run profile
              </Button>
            }
          >
            A run is one execution of a run profile. Choose one, check it, start it: it appears here.
          </Empty>
        ) : (
          <List runs={runs.data} />
        )
      ) : runs.isError ? (
        <Failure title="The runs cannot be read" error={runs.error} again={() => void runs.refetch()} />
      ) : (
        <Loading />
      )}
    </Page>
  );
}

function List({ runs }: { runs: readonly RunSummary[] }) {
  const [text, setText] = useState('');
  const [state, setState] = useState<string | null>(null);
  const [chosen, setChosen] = useState<string[]>([]);
  const shown = useMemo(() => filtered(runs, text, state), [runs, text, state]);
  const choose = useCallback((id: string) => setChosen(before => toggled(before, id, runs)), [runs]);
  const enough = chosen.length >= COMPARED.least;
  return (
    <Stack gap="sm">
      <Group gap="sm" align="flex-end">
        <TextInput
          label="Search"
          placeholder="title, profile, reason"
          leftSection={<IconSearch size={16} aria-hidden />}
          value={text}
          onChange={event => setText(event.currentTarget.value)}
          w={260}
        />
        <Select
          label="State"
          placeholder="all"
          clearable
          data={statesOf(runs)}
          value={state}
          onChange={setState}
          w={180}
        />
        <Compare chosen={chosen} enabled={enough} />
        <Text size="sm" role="status">
          {shown.length === runs.length
            ? counted(runs.length, 'run')
            : `${shown.length} of ${counted(runs.length, 'run')}`}
          {chosen.length > 0 ? `, ${chosen.length} chosen` : ''}
        </Text>
      </Group>
      {shown.length === 0 ? (
        <Empty
          title="No run matches"
          action={
            <Button
              variant="default"
              onClick={() => {
                setText('');
                setState(null);
              }}
            >
              Show all runs
            </Button>
          }
        >
          All words must be in the title, the profile, the id or the reasons of a run.
        </Empty>
      ) : (
        <RunsTable runs={shown} chosen={chosen} onChoose={choose} />
      )}
    </Stack>
  );
}

function Compare({ chosen, enabled }: { chosen: readonly string[]; enabled: boolean }) {
  const icon = <IconArrowsDiff size={16} aria-hidden />;
  if (!enabled) {
    return (
      <Button variant="default" leftSection={icon} disabled>
        Compare (choose {COMPARED.least} to {COMPARED.most})
      </Button>
    );
  }
  return (
    <Button component={Link} to={compareAddress(chosen)} leftSection={icon}>
      Compare {chosen.length} runs
    </Button>
  );
}
