import { Alert, Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { address, read, send } from '../../api/client';
import { keys } from '../../api/queries';
import { number } from '../../format/format';
import { Failure } from '../../parts/Failure';
import { IfAllowed } from '../../parts/IfAllowed';
import { Loading } from '../../parts/Loading';
import { texts } from '../../texts/installations';
import css from './installations.module.css';

/** The expected machines that have not been seen. */
export function Unseen({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <Alert color="yellow" variant="light" title={texts.unseen(number(names.length))} maw={800}>
      <Text size="sm" className={css.names} tabIndex={0} role="region" aria-label={texts.unseenNames}>
        {names.join('\n')}
      </Text>
    </Alert>
  );
}

/** A button that opens the list of names. */
export function Expected({ named }: { named: boolean }) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <IfAllowed calls="PUT /api/v1/installations/expected">
        <Button size="xs" variant="default" onClick={open}>
          {named ? texts.changeExpected : texts.sayExpected}
        </Button>
      </IfAllowed>
      <Modal
        opened={opened}
        onClose={close}
        title={texts.expectedTitle}
        size="lg"
        closeButtonProps={{ 'aria-label': texts.close }}
      >
        <Stored close={close} />
      </Modal>
    </>
  );
}

/** The list as the controller has it now, to begin with. */
function Stored({ close }: { close: () => void }) {
  const stored = useQuery({
    queryKey: ['expected-machines'],
    queryFn: ({ signal }) => read('/installations/expected', {}, {}, signal),
    gcTime: 0,
    staleTime: 0,
  });
  if (stored.isError) {
    return <Failure title={texts.couldNotLoadExpected} error={stored.error} again={() => void stored.refetch()} />;
  }
  return stored.isFetchedAfterMount && stored.data ? (
    <Names stored={stored.data.names ?? []} close={close} />
  ) : (
    <Loading />
  );
}

function Names({ stored, close }: { stored: readonly string[]; close: () => void }) {
  const [text, setText] = useState(stored.join('\n'));
  const client = useQueryClient();
  const saving = useMutation({
    mutationFn: () => send('PUT', address(['installations', 'expected']), { json: { names: text.split('\n') } }),
    onSuccess: async () => {
      close();
      await client.invalidateQueries({ queryKey: keys.installations });
    },
  });
  return (
    <form
      onSubmit={event => {
        event.preventDefault();
        saving.mutate();
      }}
    >
      <Stack gap="sm">
        <Textarea
          label={texts.expectedNames}
          description={texts.expectedNamesHint}
          value={text}
          onChange={event => setText(event.currentTarget.value)}
          rows={12}
          spellCheck={false}
        />
        {saving.isError ? <Failure title={texts.couldNotSaveExpected} error={saving.error} /> : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {texts.cancel}
          </Button>
          <Button type="submit" loading={saving.isPending}>
            {texts.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
