import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { address, send } from '../../api/client';
import { keys } from '../../api/queries';
import type { Agent } from '../../api/types';
import { Failure } from '../../parts/Failure';
import { type Wish, WISHES } from './agents';
import { texts } from '../../texts/agents';

function ask(agent: Agent, wish: Wish) {
  if (wish === 'forget') return send('DELETE', address(['agents', agent.id]));
  if (wish === 'revoke') return send('POST', address(['enrolments', 'agents', agent.id, 'revocation']), { json: {} });
  return send('POST', address(['agents', agent.id, wish]));
}

/** Says what a wish means before it is sent. */
export function WishDialog({ asked, onClose }: { asked: { agent: Agent; wish: Wish } | null; onClose: () => void }) {
  return (
    <Modal
      opened={asked !== null}
      onClose={onClose}
      title={asked ? WISHES[asked.wish].title(asked.agent.host) : ''}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      {asked ? (
        <Question key={`${asked.agent.id} ${asked.wish}`} agent={asked.agent} wish={asked.wish} onClose={onClose} />
      ) : null}
    </Modal>
  );
}

function Question({ agent, wish, onClose }: { agent: Agent; wish: Wish; onClose: () => void }) {
  const client = useQueryClient();
  const doing = useMutation({
    mutationFn: () => ask(agent, wish),
    onSuccess: async () => {
      onClose();
      await client.invalidateQueries({ queryKey: keys.agents });
    },
  });
  const { name, color, does } = WISHES[wish];
  return (
    <Stack gap="sm">
      {does.map(sentence => (
        <Text key={sentence} size="sm">
          {sentence}
        </Text>
      ))}
      {doing.isError ? <Failure title={texts.theControllerRejectedTheRequest} error={doing.error} /> : null}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          {texts.cancel}
        </Button>
        <Button color={color} loading={doing.isPending} onClick={() => doing.mutate()}>
          {name}
        </Button>
      </Group>
    </Stack>
  );
}
