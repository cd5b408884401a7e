import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconRepeat } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { address, send } from '../api/client';
import { keys } from '../api/queries';
import { Failure } from './Failure';

/** Begins a run of the profile that a run was begun with, once it was said what that means, and goes to its page. */
export function RunAgain({ run, profile, size = 'sm' }: { run: string; profile: string; size?: 'xs' | 'sm' }) {
  const [asked, setAsked] = useState(false);
  const navigate = useNavigate();
  const client = useQueryClient();
  const rerun = useMutation({
    mutationFn: () => send<{ id: string }>('POST', address(['runs', run, 'rerun'])),
    onSuccess: ({ id }) => {
      setAsked(false);
      void client.invalidateQueries({ queryKey: keys.runs });
      void navigate(`/runs/${encodeURIComponent(id)}`);
    },
  });
  const open = () => {
    rerun.reset();
    setAsked(true);
  };
  return (
    <>
      <Button size={size} variant="default" leftSection={<IconRepeat size={14} aria-hidden />} onClick={open}>
        Run again…
      </Button>
      <Modal
        opened={asked}
        onClose={() => setAsked(false)}
        title="Run this again?"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <Stack gap="sm">
          <Text size="sm">
            A new run begins with the profile as it was for this run, also where {profile} has been changed since: the
            same load, limits, seed and targets.
          </Text>
          <Text size="sm">
            Workloads are taken as they are now. Where their files have changed, the two runs cannot be compared.
          </Text>
          {rerun.isError ? <Failure title="The run has not begun" error={rerun.error} /> : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setAsked(false)} data-autofocus>
              Cancel
            </Button>
            <Button loading={rerun.isPending} onClick={() => rerun.mutate()}>
              Start the run
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
