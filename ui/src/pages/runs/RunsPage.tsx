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
import { texts } from '../../texts/runs';

/** All runs, newest first. */
export default function RunsPage() {
  const runs = useRuns();
  return (
    <Page title={texts.runs} explained="runs" about={texts.runsPageDescription}>
      {runs.data ? (
        runs.data.length === 0 ? (
          <Empty
            title={texts.noRunsYet}
            action={
              <Button component={Link} to="/profiles">
                {texts.chooseARunProfile}
              </Button>
            }
          >
            {texts.aRunIsOneExecution}
          </Empty>
        ) : (
          <List live={runs.data} />
        )
      ) : runs.isError ? (
        <Failure title={texts.couldNotLoadRuns} error={runs.error} again={() => void runs.refetch()} />
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
          label={texts.search}
          placeholder={texts.searchPlaceholder}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={text}
          onChange={event => setText(event.currentTarget.value)}
          w={240}
        />
        <Select
          label={texts.state}
          placeholder={texts.anyPlaceholder}
          clearable
          clearButtonProps={{ 'aria-label': texts.allStates }}
          data={full ? STATES.run.map(value => ({ value, label: runState(value).title })) : statesOf(live)}
          value={state}
          onChange={setState}
          w={160}
        />
        <Select
          label={texts.profile}
          placeholder={texts.anyPlaceholder}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': texts.allProfiles }}
          data={[...new Set([...profilesOf(live), ...(full ? (profiles ?? []).map(p => p.id) : [])])].sort()}
          value={profile}
          onChange={setProfile}
          w={200}
        />
        <Compare chosen={chosen} enabled={chosen.length >= COMPARED.least} />
        <Text size="sm" role="status">
          {counted(runs.length, 'run')}
          {more ? texts.olderRunsAvailable : ''}
          {chosen.length > 0 ? texts.selected(chosen.length) : ''}
        </Text>
      </Group>
      {storage ? <StorageLine storage={storage} /> : null}
      {error ? <Failure title={texts.couldNotLoadOlderRuns} error={error} /> : null}
      {runs.length > 0 ? (
        <RunsTable runs={runs} chosen={chosen} onChoose={choose} uses={uses} />
      ) : loading ? (
        <Loading />
      ) : (
        <Empty
          title={texts.noMatchingRuns}
          action={
            <Button
              variant="default"
              onClick={() => {
                setText('');
                setState(null);
                setProfile(null);
              }}
            >
              {texts.clearFilters}
            </Button>
          }
        >
          {texts.searchHelp}
        </Empty>
      )}
      {more ? (
        <Group justify="center">
          <Button variant="default" loading={loading} onClick={more}>
            {texts.showOlderRuns}
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
        {texts.compareSelectTo(COMPARED.least, COMPARED.most)}
      </Button>
    );
  }
  return (
    <Button component={Link} to={compareAddress(chosen)} leftSection={icon}>
      {texts.compareRuns(chosen.length)}
    </Button>
  );
}
