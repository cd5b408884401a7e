import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconPlayerStop, IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { address, send } from '../../api/client';
import { Failure } from '../../parts/Failure';

type Way = 'stop' | 'abort';

const WAYS: Record<Way, { name: string; title: string; color: string; does: string[] }> = {
  stop: {
    name: 'Stop',
    title: 'Stop this run?',
    color: 'orange',
    does: [
      'Sessions finish the operation that they are at, then log off.',
      'Load points that are judged already stay; the present one is not judged.',
      'The report is written. The run ends as “stopped”; where its measurement was over already, its result stands.',
    ],
  },
  abort: {
    name: 'Abort',
    title: 'Abort this run now?',
    color: 'red',
    does: [
      'Sessions are ended at once, in the middle of what they do; operations under way give no timing.',
      'Load points that are judged already and all timings that have arrived stay; the present load point is not judged.',
      'The report is written. Take this when sessions hang; else stop is the gentler way.',
    ],
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
      <Button variant="default" leftSection={<IconPlayerStop size={16} aria-hidden />} onClick={() => open('stop')}>
        Stop…
      </Button>
      <Button variant="default" leftSection={<IconX size={16} aria-hidden />} onClick={() => open('abort')}>
        Abort…
      </Button>
      <Modal
        opened={asked !== null}
        onClose={() => setAsked(null)}
        title={asked ? WAYS[asked].title : ''}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {asked === null ? null : (
          <Stack gap="sm">
            {WAYS[asked].does.map(sentence => (
              <Text key={sentence} size="sm">
                {sentence}
              </Text>
            ))}
            {doing.isError ? <Failure title="The controller did not take it" error={doing.error} /> : null}
            <Group justify="flex-end">
              <Button variant="default" onClick={() => setAsked(null)} data-autofocus>
                Let it go on
              </Button>
              <Button color={WAYS[asked].color} loading={doing.isPending} onClick={() => doing.mutate(asked)}>
                {WAYS[asked].name} the run
              </Button>
            </Group>
          </Stack>
        )}
      </Modal>
    </>
  );
}
