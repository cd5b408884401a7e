import { Badge, Button, Drawer, Group, Stack, Table, Text, Title, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { address, getYaml, read } from '../../api/client';
import type { ProfileVersion } from '../../api/types';
import { dateTime } from '../../format/format';
import { Failure } from '../../parts/Failure';
import { Loading } from '../../parts/Loading';
import { useFocusBack } from '../../parts/useFocusBack';
import { DiffView } from './DiffView';
import { YamlEditor } from './YamlEditor';
import { texts } from '../../texts/profiles';
import { IfAllowed } from '../../parts/IfAllowed';

interface VersionsDrawerProps {
  id: string;
  /** The text in the editor. */
  now: string;
  dirty: boolean;
  onRestore: (version: number, yaml: string) => void;
  onClose: () => void;
}

/** All versions of a profile: look at one, see what differs from now, make it the newest again. */
export function VersionsDrawer({ id, now, dirty, onRestore, onClose }: VersionsDrawerProps) {
  useFocusBack();
  const [chosen, choose] = useState<number | null>(null);
  const versions = useQuery({
    queryKey: ['run-profile', id, 'versions'],
    queryFn: ({ signal }) => read('/run-profiles/{id}/versions', { id }, {}, signal),
    staleTime: 0,
  });
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="60%"
      title={texts.versionsOf(id)}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <Stack gap="md">
        {versions.isPending ? <Loading /> : null}
        {versions.isError ? (
          <Failure title={texts.couldNotLoadTheVersions} error={versions.error} again={() => void versions.refetch()} />
        ) : null}
        {versions.data ? <VersionList versions={versions.data} chosen={chosen} choose={choose} /> : null}
        {chosen === null ? null : (
          <OldVersion key={chosen} id={id} version={chosen} now={now} dirty={dirty} onRestore={onRestore} />
        )}
      </Stack>
    </Drawer>
  );
}

function VersionList({
  versions,
  chosen,
  choose,
}: {
  versions: ProfileVersion[];
  chosen: number | null;
  choose: (version: number) => void;
}) {
  return (
    <Table aria-label={texts.versions}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{texts.versionColumn}</Table.Th>
          <Table.Th>{texts.savedColumn}</Table.Th>
          <Table.Th>
            <VisuallyHidden>{texts.view}</VisuallyHidden>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {versions.map((one, i) => (
          <Table.Tr key={one.version} bg={one.version === chosen ? 'var(--mantine-color-default-hover)' : undefined}>
            <Table.Td className="figures">
              {one.version} {i === 0 && !one.removed ? <Badge size="xs">{texts.newest}</Badge> : null}
            </Table.Td>
            <Table.Td>{dateTime(one.savedAt)}</Table.Td>
            <Table.Td>
              {one.removed ? (
                <Text size="sm" c="dimmed">
                  {texts.removed}
                </Text>
              ) : (
                <Button size="compact-xs" variant="default" onClick={() => choose(one.version)}>
                  {texts.viewVersion(one.version)}
                </Button>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function OldVersion({
  id,
  version,
  now,
  dirty,
  onRestore,
}: { version: number } & Omit<VersionsDrawerProps, 'onClose'>) {
  const old = useQuery({
    queryKey: ['run-profile', id, 'versions', version],
    queryFn: ({ signal }) => getYaml(address(['run-profiles', id, 'versions', version]), signal),
    staleTime: Infinity,
  });
  if (old.isPending) return <Loading />;
  if (old.isError)
    return <Failure title={texts.couldNotLoadThisVersion} error={old.error} again={() => void old.refetch()} />;
  const yaml = old.data.yaml;
  return (
    <Stack gap="sm" component="section" aria-label={texts.versionTitle(version)}>
      <Group justify="space-between">
        <Title order={3} size="h5">
          {texts.versionAndCurrent(version)}
        </Title>
        <IfAllowed calls="PUT /api/v1/run-profiles/{id}">
          <Button size="xs" onClick={() => onRestore(version, yaml)} disabled={yaml === now && !dirty}>
            {texts.restoreAsNewVersion}
          </Button>
        </IfAllowed>
      </Group>
      {dirty ? <Text size="sm">{texts.restoringReplacesYourUnsavedChanges}</Text> : null}
      <DiffView
        left={yaml}
        right={now}
        leftTitle={texts.versionTitle(version)}
        rightTitle={dirty ? texts.currentUnsaved : texts.current}
      />
      <YamlEditor label={texts.versionYaml(version)} value={yaml} readOnly height="30vh" />
    </Stack>
  );
}
