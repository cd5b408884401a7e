import { Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { address, send } from '../../api/client';
import { Failure } from '../../parts/Failure';
import { NewPassword, useNewPassword } from '../../parts/NewPassword';
import { texts } from '../../texts/access';

/** One's own password. */
export function ChangePassword() {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button size="xs" variant="default" onClick={open}>
        {texts.changePassword}
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title={texts.changePasswordTitle}
        closeButtonProps={{ 'aria-label': texts.close }}
      >
        <Form onClose={close} />
      </Modal>
    </>
  );
}

function Form({ onClose }: { onClose: () => void }) {
  const [old, setOld] = useState('');
  const fresh = useNewPassword();
  const changing = useMutation({
    mutationFn: () => send('PUT', address(['me', 'password']), { json: { old, new: fresh.password } }),
    onSuccess: onClose,
  });
  return (
    <form
      onSubmit={event => {
        event.preventDefault();
        if (fresh.isReady) changing.mutate();
      }}
    >
      <Stack gap="sm">
        <PasswordInput
          label={texts.oldPassword}
          value={old}
          onChange={event => setOld(event.currentTarget.value)}
          autoComplete="current-password"
          required
          data-autofocus
        />
        <NewPassword of={fresh} />
        <Text size="sm">{texts.otherLoginsEnd}</Text>
        {changing.isError ? <Failure title={texts.rejected} error={changing.error} /> : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" loading={changing.isPending} disabled={!fresh.isReady}>
            {texts.changePasswordButton}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
