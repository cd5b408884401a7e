import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { address, send } from '../../api/client';
import { keys } from '../../api/queries';
import { Failure } from '../../parts/Failure';
import { useFocusBack } from '../../parts/useFocusBack';
import { tagOf } from './useSave';
import { texts } from '../../texts/profiles';

/** Removes a profile once its id was typed. */
export function DeleteDialog({ id, version, onClose }: { id: string; version: number; onClose: () => void }) {
  useFocusBack();
  const [word, setWord] = useState('');
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => send<void>('DELETE', address(['run-profiles', id]), { headers: { 'If-Match': tagOf(version) } }),
    onSuccess: () => {
      notifications.show({ message: texts.deletedNotice(id) });
      void client.invalidateQueries({ queryKey: keys.profiles });
      onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title={texts.deleteTitle(id)} closeButtonProps={{ 'aria-label': texts.close }}>
      <form
        onSubmit={event => {
          event.preventDefault();
          if (word === id) remove.mutate();
        }}
      >
        <Stack gap="sm">
          <Text size="sm">{texts.deleteProfileExplained}</Text>
          <TextInput
            label={texts.typeToConfirm(id)}
            value={word}
            onChange={event => setWord(event.currentTarget.value)}
            autoComplete="off"
            data-autofocus
          />
          {remove.isError ? <Failure title={texts.couldNotDeleteTheProfile} error={remove.error} /> : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {texts.cancel}
            </Button>
            <Button color="red" type="submit" disabled={word !== id} loading={remove.isPending}>
              {texts.deleteButton}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
