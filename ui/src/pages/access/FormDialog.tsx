import { Button, Group, Modal, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Endpoint } from '../../api/rights';
import { Failure } from '../../parts/Failure';
import { IfAllowed } from '../../parts/IfAllowed';
import { texts } from '../../texts/access';

/** A button that opens a form. What was typed is forgotten when it closes. */
export function FormDialog({
  calls,
  button,
  title,
  children,
}: {
  calls: Endpoint;
  button: string;
  title: string;
  children: (close: () => void) => ReactNode;
}) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <IfAllowed calls={calls}>
        <Button size="xs" variant="default" onClick={open} style={{ alignSelf: 'flex-start' }}>
          {button}
        </Button>
      </IfAllowed>
      <Modal opened={opened} onClose={close} title={title} closeButtonProps={{ 'aria-label': texts.close }}>
        {children(close)}
      </Modal>
    </>
  );
}

/** The fields of a form, and the way to send them; it closes when they were accepted. */
export function FormFields<R>({
  act,
  changes,
  onDone,
  close,
  submit,
  ready = true,
  children,
}: {
  act: () => Promise<R>;
  /** The list that is different afterwards. */
  changes?: readonly string[];
  onDone?: (result: R) => void;
  close: () => void;
  submit: string;
  ready?: boolean;
  children: ReactNode;
}) {
  const client = useQueryClient();
  const sending = useMutation({
    mutationFn: act,
    onSuccess: async result => {
      close();
      onDone?.(result);
      if (changes) await client.invalidateQueries({ queryKey: changes });
    },
  });
  return (
    <form
      onSubmit={event => {
        event.preventDefault();
        if (ready) sending.mutate();
      }}
    >
      <Stack gap="sm">
        {children}
        {sending.isError ? <Failure title={texts.rejected} error={sending.error} /> : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {texts.cancel}
          </Button>
          <Button type="submit" loading={sending.isPending} disabled={!ready}>
            {submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
