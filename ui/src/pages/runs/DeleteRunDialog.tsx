import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { address, send } from '../../api/client';
import { keys } from '../../api/queries';
import type { RunSummary, RunUse } from '../../api/types';
import { dateTime } from '../../format/format';
import { Failure } from '../../parts/Failure';
import { useFocusBack } from '../../parts/useFocusBack';
import { bytes, STORAGE } from './storage';

/** Deletes a run once that was confirmed. */
export function DeleteRunDialog({ run, use, onClose }: { run: RunSummary; use: RunUse; onClose: () => void }) {
  useFocusBack();
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => send<void>('DELETE', address(['runs', run.id])),
    onSuccess: () => {
      notifications.show({ message: `${run.title} of ${dateTime(run.createdAt)} is deleted.` });
      void client.invalidateQueries({ queryKey: keys.runs });
      void client.invalidateQueries({ queryKey: STORAGE });
      onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title="Delete this run?" closeButtonProps={{ 'aria-label': 'Close' }}>
      <Stack gap="sm">
        <Text size="sm">
          {run.title} of {dateTime(run.createdAt)}: its {use.timings} timings, its pictures and its report go, and
          cannot be brought back. Download first what is still wanted.
        </Text>
        <Text size="sm">About {bytes(use.bytes)} are given back as soon as no run goes on.</Text>
        {remove.isError ? <Failure title="The run is not deleted" error={remove.error} /> : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            Keep it
          </Button>
          <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
            Delete
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
