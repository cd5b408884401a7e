import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconPlayerStop, IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { address, send } from '../../api/client';
import { Failure } from '../../parts/Failure';
import { texts } from '../../texts/run';
import { IfAllowed } from '../../parts/IfAllowed';

type Way = 'stop' | 'abort';

const WAYS: Record<Way, { name: string; title: string; color: string; does: string[] }> = {
  stop: {
    name: texts.stopName,
    title: texts.stopThisRun,
    color: 'orange',
    does: [texts.sessionsFinishTheirCurrentOperation, texts.stopKeepsLoadPoints, texts.stopWritesReport],
  },
  abort: {
    name: texts.abortName,
    title: texts.abortThisRunNow,
    color: 'red',
    does: [texts.abortEndsSessions, texts.judgedLoadPointsAndReceived, texts.deskmeterWritesTheReportUse],
  },
};

/** Stop and abort; each says what it will do before it does it. */
export function Actions({ run }: { run: string }) {
  const [asked, setAsked] = useState<Way | null>(null);
  const doing = useMutation({
    mutationFn: (way: Way) => send('POST', address(['runs', run, way])),
    onSuccess: () => setAsked(null),
  });
  const open = (way: Way) => {
    doing.reset();
    setAsked(way);
  };
  return (
    <>
      <IfAllowed calls="POST /api/v1/runs/{id}/stop">
        <Button variant="default" leftSection={<IconPlayerStop size={16} aria-hidden />} onClick={() => open('stop')}>
          {texts.stopButton}
        </Button>
      </IfAllowed>
      <IfAllowed calls="POST /api/v1/runs/{id}/abort">
        <Button variant="default" leftSection={<IconX size={16} aria-hidden />} onClick={() => open('abort')}>
          {texts.abortButton}
        </Button>
      </IfAllowed>
      <Modal
        opened={asked !== null}
        onClose={() => setAsked(null)}
        title={asked ? WAYS[asked].title : ''}
        closeButtonProps={{ 'aria-label': texts.close }}
      >
        {asked === null ? null : (
          <Stack gap="sm">
            {WAYS[asked].does.map(sentence => (
              <Text key={sentence} size="sm">
                {sentence}
              </Text>
            ))}
            {doing.isError ? <Failure title={texts.theControllerRejectedTheRequest} error={doing.error} /> : null}
            <Group justify="flex-end">
              <Button variant="default" onClick={() => setAsked(null)} data-autofocus>
                {texts.cancel}
              </Button>
              <Button color={WAYS[asked].color} loading={doing.isPending} onClick={() => doing.mutate(asked)}>
                {texts.confirmRun(WAYS[asked].name)}
              </Button>
            </Group>
          </Stack>
        )}
      </Modal>
    </>
  );
}
