import { Alert, Button, Drawer, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { address, send } from '../../api/client';
import { keys } from '../../api/queries';
import type { Installation } from '../../api/types';
import { dateTime, NONE, number } from '../../format/format';
import { Facts } from '../../parts/Facts';
import { Failure } from '../../parts/Failure';
import { IfAllowed } from '../../parts/IfAllowed';
import { texts } from '../../texts/installations';
import css from './installations.module.css';
import { StageBoxes } from './StageBoxes';

/** The setup of a machine opened: each stage with what it has found, and what to do. */
export function InstallationDrawer({ of, onClose }: { of: Installation | undefined; onClose: () => void }) {
  return (
    <Drawer
      opened={of !== undefined}
      onClose={onClose}
      position="right"
      size="xl"
      title={of ? texts.installation(of.host) : ''}
      closeButtonProps={{ 'aria-label': texts.closeInstallation }}
    >
      {of ? <Opened key={of.id} of={of} onRemoved={onClose} /> : null}
    </Drawer>
  );
}

function Opened({ of, onRemoved }: { of: Installation; onRemoved: () => void }) {
  const facts: [string, string][] = [
    [texts.state, texts[of.state]],
    [texts.started, dateTime(of.startedAt)],
    [texts.lastReport, dateTime(of.seenAt)],
    [texts.exitCode, of.state === 'RUNNING' || of.state === 'SILENT' ? NONE : number(of.exitCode)],
    [texts.agentId, of.agent ?? texts.notJoined],
    [texts.version, of.version],
    [texts.optimisations, of.optimisations === '' ? NONE : of.optimisations],
  ];
  if (of.copies > 0) facts.push([texts.sameIdentity, texts.copies(of.copies, of.sameIdentity.join(', '))]);
  return (
    <Stack gap="md">
      <StageBoxes of={of} />
      {of.remedy === '' ? null : (
        <Alert title={texts.remedy} color={of.state === 'FAILED' ? 'red' : 'yellow'} variant="light">
          {of.remedy}
        </Alert>
      )}
      <Facts of={facts} />
      {of.stages
        .filter(stage => stage.detail !== '')
        .map(stage => (
          <div key={stage.stage}>
            <Title order={3} size="h5">
              {texts.stageOf(stage.stage, stage.result)}
            </Title>
            <Text size="sm" className={css.detail}>
              {stage.detail}
            </Text>
          </div>
        ))}
      <IfAllowed calls="DELETE /api/v1/installations/{id}">
        <Remove id={of.id} onRemoved={onRemoved} />
      </IfAllowed>
    </Stack>
  );
}

function Remove({ id, onRemoved }: { id: string; onRemoved: () => void }) {
  const client = useQueryClient();
  const removing = useMutation({
    mutationFn: () => send('DELETE', address(['installations', id])),
    onSuccess: async () => {
      onRemoved();
      await client.invalidateQueries({ queryKey: keys.installations });
    },
  });
  return (
    <Stack gap="xs">
      {removing.isError ? <Failure title={texts.couldNotRemove} error={removing.error} /> : null}
      <Group gap="sm">
        <Button variant="default" size="xs" loading={removing.isPending} onClick={() => removing.mutate()}>
          {texts.takeOff}
        </Button>
        <Text size="xs">{texts.takeOffWhy}</Text>
      </Group>
    </Stack>
  );
}
