import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconRepeat } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { address, send } from '../api/client';
import { keys } from '../api/queries';
import { Failure } from './Failure';
import { texts } from '../texts/common';
import { IfAllowed } from './IfAllowed';

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
      <IfAllowed calls="POST /api/v1/runs/{id}/rerun">
        <Button size={size} variant="default" leftSection={<IconRepeat size={14} aria-hidden />} onClick={open}>
          {texts.runAgainButton}
        </Button>
      </IfAllowed>
      <Modal
        opened={asked}
        onClose={() => setAsked(false)}
        title={texts.runAgainTitle}
        closeButtonProps={{ 'aria-label': texts.close }}
      >
        <Stack gap="sm">
          <Text size="sm">{texts.runAgainExplained(profile)}</Text>
          <Text size="sm">{texts.theRunUsesTheCurrent}</Text>
          {rerun.isError ? <Failure title={texts.couldNotStartTheRun} error={rerun.error} /> : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setAsked(false)} data-autofocus>
              {texts.cancel}
            </Button>
            <Button loading={rerun.isPending} onClick={() => rerun.mutate()}>
              {texts.startRun}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
