import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Failure } from '../../parts/Failure';
import { texts } from '../../texts/access';

export interface AskedProps {
  title: string;
  does: string;
  button: string;
  /** The list that is different afterwards. */
  changes: readonly string[];
  act: () => Promise<unknown>;
}

/** Says what something means before it is done. */
export function Asked({ asked, onClose }: { asked: AskedProps | null; onClose: () => void }) {
  return (
    <Modal
      opened={asked !== null}
      onClose={onClose}
      title={asked?.title ?? ''}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      {asked ? <Question {...asked} onClose={onClose} /> : null}
    </Modal>
  );
}

function Question({ does, button, changes, act, onClose }: AskedProps & { onClose: () => void }) {
  const client = useQueryClient();
  const doing = useMutation({
    mutationFn: act,
    onSuccess: async () => {
      onClose();
      await client.invalidateQueries({ queryKey: changes });
    },
  });
  return (
    <Stack gap="sm">
      <Text size="sm">{does}</Text>
      {doing.isError ? <Failure title={texts.rejected} error={doing.error} /> : null}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          {texts.cancel}
        </Button>
        <Button color="red" loading={doing.isPending} onClick={() => doing.mutate()}>
          {button}
        </Button>
      </Group>
    </Stack>
  );
}
