import { Badge, Button, Modal, SegmentedControl, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useInstallations, useLink } from '../../api/queries';
import type { Installation, InstallationList } from '../../api/types';
import { dateTime, number } from '../../format/format';
import { Empty } from '../../parts/Empty';
import { Failure } from '../../parts/Failure';
import { IfAllowed } from '../../parts/IfAllowed';
import { JoinForm } from '../../parts/JoinForm';
import { Loading } from '../../parts/Loading';
import { Page } from '../../parts/Page';
import { type Column, DataTable } from '../../parts/table/DataTable';
import { texts } from '../../texts/installations';
import { Expected, Unseen } from './Expected';
import { InstallationDrawer } from './InstallationDrawer';
import { StageLine } from './StageBoxes';
import { decisive, finding, ordered, STATE_COLORS, STATES } from './stages';

/** The machines on which agents are set up, from the first stage on. */
export default function InstallationsPage() {
  const list = useInstallations();
  const all = list.data?.installations;
  return (
    <Page
      title={texts.installations}
      explained="installations"
      about={list.data && all && (all.length > 0 || list.data.named) ? <About of={list.data} /> : undefined}
      actions={
        list.data ? (
          <>
            <Expected named={list.data.named} />
            {all && all.length > 0 ? <Add /> : null}
          </>
        ) : null
      }
    >
      {list.data ? <Unseen names={list.data.unseen} /> : null}
      {all ? (
        all.length === 0 ? (
          <Empty title={texts.none}>
            <Text size="sm">{texts.whatItIs}</Text>
            <Line />
          </Empty>
        ) : (
          <Machines all={all} />
        )
      ) : list.isError ? (
        <Failure title={texts.couldNotLoad} error={list.error} again={() => void list.refetch()} />
      ) : (
        <Loading />
      )}
    </Page>
  );
}

/** How many machines there are of those that are expected. */
function About({ of }: { of: InstallationList }) {
  const failed = number(of.installations.filter(one => one.state === 'FAILED').length);
  const unexpected = of.installations.filter(one => one.unexpected).length;
  const expected = number(of.expected);
  if (!of.named) return texts.about(number(of.installations.length), expected, failed);
  return texts.aboutNamed(number(of.expected - of.unseen.length), expected, failed, number(unexpected));
}

/** The line to paste, with its token. */
function Line() {
  const link = useLink();
  if (!link.data) return null;
  if (!link.data.machines) return <Text size="sm">{texts.localOnly}</Text>;
  return (
    <>
      <Text size="sm">{texts.pasteIt}</Text>
      <JoinForm machinesAddress={link.data.machines} setup />
    </>
  );
}

function Add() {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <IfAllowed calls="POST /api/v1/enrolments">
        <Button size="xs" variant="default" leftSection={<IconPlus size={14} aria-hidden />} onClick={open}>
          {texts.addButton}
        </Button>
      </IfAllowed>
      <Modal
        opened={opened}
        onClose={close}
        title={texts.addTitle}
        size="xl"
        closeButtonProps={{ 'aria-label': texts.close }}
      >
        <Line />
      </Modal>
    </>
  );
}

const COLUMNS: readonly Column<Installation>[] = [
  { id: 'host', title: texts.host, value: one => one.host },
  {
    id: 'state',
    title: texts.state,
    value: one => texts[one.state],
    show: one => (
      <Badge size="sm" color={STATE_COLORS[one.state]} variant="dot" data-state={one.state}>
        {texts[one.state]}
      </Badge>
    ),
  },
  {
    id: 'stage',
    title: texts.stages,
    value: one => decisive(one)?.stage ?? '',
    show: one => (
      <>
        <StageLine of={one} /> {decisive(one)?.stage}
      </>
    ),
  },
  { id: 'finding', title: texts.finding, value: finding },
  { id: 'remedy', title: texts.remedy, value: one => one.remedy },
  { id: 'seen', title: texts.age, value: one => one.seenAt, show: one => dateTime(one.seenAt) },
  {
    id: 'agent',
    title: texts.agent,
    value: one => (one.agent === null ? texts.notJoined : one.connected ? texts.connected : texts.notConnected),
  },
  { id: 'expected', title: texts.expectation, value: one => (one.unexpected ? texts.notExpected : '') },
  { id: 'version', title: texts.version, value: one => one.version },
  { id: 'optimisations', title: texts.optimisations, value: one => one.optimisations },
];

const ALL = 'ALL';

function Machines({ all }: { all: readonly Installation[] }) {
  const [opened, setOpened] = useState<string | null>(null);
  const [shown, setShown] = useState<string>(ALL);
  const rows = useMemo(() => ordered(all).filter(one => shown === ALL || one.state === shown), [all, shown]);
  const count = (state: string) => all.filter(one => one.state === state).length;
  return (
    <Stack gap="md">
      <SegmentedControl
        size="xs"
        aria-label={texts.show}
        value={shown}
        onChange={setShown}
        data={[
          { value: ALL, label: `${texts.all} ${number(all.length)}` },
          ...STATES.map(state => ({ value: state, label: `${texts[state]} ${number(count(state))}` })),
        ]}
      />
      <DataTable
        label={texts.installations}
        rows={rows}
        columns={COLUMNS}
        rowKey={one => one.id}
        file="installations"
        one="machine"
        maxHeight={640}
        onPick={one => setOpened(one.id)}
        chosen={one => one.id === opened}
      />
      <InstallationDrawer of={all.find(one => one.id === opened)} onClose={() => setOpened(null)} />
    </Stack>
  );
}
