import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { address, send } from '../../api/client';
import { keys } from '../../api/queries';
import type { RunSummary, RunDiskUsage } from '../../api/types';
import { dateTime } from '../../format/format';
import { Failure } from '../../parts/Failure';
import { useFocusBack } from '../../parts/useFocusBack';
import { bytes, STORAGE } from './storage';
import { texts } from '../../texts/runs';

/** Deletes a run once that was confirmed. */
export function DeleteRunDialog({ run, use, onClose }: { run: RunSummary; use: RunDiskUsage; onClose: () => void }) {
  useFocusBack();
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => send<void>('DELETE', address(['runs', run.id])),
    onSuccess: () => {
      notifications.show({ message: texts.deletedOf(run.title, dateTime(run.createdAt)) });
      void client.invalidateQueries({ queryKey: keys.runs });
      void client.invalidateQueries({ queryKey: STORAGE });
      onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title={texts.deleteThisRun} closeButtonProps={{ 'aria-label': texts.close }}>
      <Stack gap="sm">
        <Text size="sm">{texts.deletesOfTimingsTheEvidence(run.title, dateTime(run.createdAt), use.timings)}</Text>
        <Text size="sm">{texts.freesWhenIdle(bytes(use.bytes))}</Text>
        {remove.isError ? <Failure title={texts.couldNotDeleteTheRun} error={remove.error} /> : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {texts.cancel}
          </Button>
          <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
            {texts.deleteButton}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
