import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconArrowsDiff, IconSearch } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { useProfiles, useRuns } from '../../api/queries';
import type { RunSummary } from '../../api/types';
import { counted } from '../../format/format';
import { runState, STATES } from '../../format/states';
import { Empty } from '../../parts/Empty';
import { Failure } from '../../parts/Failure';
import { Loading } from '../../parts/Loading';
import { Page } from '../../parts/Page';
import { compareAddress, COMPARED, profilesOf, statesOf, toggled } from './filter';
import { RunsTable } from './RunsTable';
import { StorageLine } from './StorageLine';
import { useStorage } from './storage';
import { PAGE, useRunList } from './useRunList';

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
          <List live={runs.data} />
        )
      ) : runs.isError ? (
        <Failure title="The runs cannot be read" error={runs.error} again={() => void runs.refetch()} />
      ) : (
        <Loading />
      )}
    </Page>
  );
}

function List({ live }: { live: readonly RunSummary[] }) {
  const [text, setText] = useState('');
  const [state, setState] = useState<string | null>(null);
  const [profile, setProfile] = useState<string | null>(null);
  const [words] = useDebouncedValue(text, 200);
  const filter = useMemo(() => ({ text: words, state, profile }), [words, state, profile]);
  const { runs, more, loading, error } = useRunList(filter);
  const profiles = useProfiles().data;
  const storage = useStorage().data;
  const uses = useMemo(() => new Map((storage?.runs ?? []).map(use => [use.id, use])), [storage]);
  const [chosen, setChosen] = useState<string[]>([]);
  const choose = useCallback((id: string) => setChosen(before => toggled(before, id)), []);
  const full = live.length >= PAGE;
  return (
    <Stack gap="sm">
      <Group gap="sm" align="flex-end">
        <TextInput
          label="Search"
          placeholder="title, profile, reason"
          leftSection={<IconSearch size={16} aria-hidden />}
          value={text}
          onChange={event => setText(event.currentTarget.value)}
          w={240}
        />
        <Select
          label="State"
          placeholder="all"
          clearable
          clearButtonProps={{ 'aria-label': 'All states' }}
          data={full ? STATES.run.map(value => ({ value, label: runState(value).title })) : statesOf(live)}
          value={state}
          onChange={setState}
          w={160}
        />
        <Select
          label="Profile"
          placeholder="all"
          searchable
          clearable
          clearButtonProps={{ 'aria-label': 'All profiles' }}
          data={[...new Set([...profilesOf(live), ...(full ? (profiles ?? []).map(p => p.id) : [])])].sort()}
          value={profile}
          onChange={setProfile}
          w={200}
        />
        <Compare chosen={chosen} enabled={chosen.length >= COMPARED.least} />
        <Text size="sm" role="status">
          {counted(runs.length, 'run')}
          {more ? ', and older ones' : ''}
          {chosen.length > 0 ? `, ${chosen.length} chosen` : ''}
        </Text>
      </Group>
      {storage ? <StorageLine storage={storage} /> : null}
      {error ? <Failure title="Older runs cannot be read" error={error} /> : null}
      {runs.length > 0 ? (
        <RunsTable runs={runs} chosen={chosen} onChoose={choose} uses={uses} />
      ) : loading ? (
        <Loading />
      ) : (
        <Empty
          title="No run matches"
          action={
            <Button
              variant="default"
              onClick={() => {
                setText('');
                setState(null);
                setProfile(null);
              }}
            >
              Show all runs
            </Button>
          }
        >
          All words must be in the title, the profile, the id, the load or the reasons of a run.
        </Empty>
      )}
      {more ? (
        <Group justify="center">
          <Button variant="default" loading={loading} onClick={more}>
            Show older runs
          </Button>
        </Group>
      ) : null}
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
