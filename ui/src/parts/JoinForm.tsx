import { Button, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { address, send } from '../api/client';
import type { NewJoinToken } from '../api/types';
import { dateTime } from '../format/format';
import { Command } from './Command';
import { Failure } from './Failure';
import { texts } from '../texts/common';
import { IfAllowed } from './IfAllowed';

const MOST = 100_000;

/**
 * Makes a token with which other machines join, and shows the command that has it: once.
 *
 * @param setup whether the machines are set up, too
 */
export function JoinForm({ machinesAddress, setup = false }: { machinesAddress: string; setup?: boolean }) {
  const [machines, setMachines] = useState(1);
  const [labels, setLabels] = useState('');
  const making = useMutation({
    mutationFn: async (count: number) => ({
      count,
      made: await send<NewJoinToken>('POST', address(['enrolments']), {
        json: {
          machines: count,
          labels: labels
            .split(',')
            .map(label => label.trim())
            .filter(label => label !== ''),
        },
      }),
    }),
  });
  return (
    <Stack gap="xs">
      <Text size="sm">{texts.otherMachines(machinesAddress)}</Text>
      <Group align="end" gap="xs">
        <NumberInput
          label={texts.machines}
          value={machines}
          onChange={value => setMachines(Number(value) || 1)}
          min={1}
          max={MOST}
          w={110}
        />
        <TextInput
          label={texts.joinTokenLabels}
          placeholder={texts.joinLabelsHint}
          value={labels}
          onChange={event => setLabels(event.currentTarget.value)}
          w={360}
        />
        <IfAllowed calls="POST /api/v1/enrolments">
          <Button variant="default" loading={making.isPending} onClick={() => making.mutate(machines)}>
            {texts.createJoinToken}
          </Button>
        </IfAllowed>
      </Group>
      {making.isError ? <Failure title={texts.couldNotCreateTheToken} error={making.error} /> : null}
      {making.data ? (
        <>
          <Command text={(setup ? making.data.made.setupCommand : null) ?? making.data.made.command} />
          <Text size="sm">{texts.pasteOnTheMachine(making.data.count, dateTime(making.data.made.expiresAt))}</Text>
        </>
      ) : null}
    </Stack>
  );
}
