import { Button, Group, Modal, NativeSelect, NumberInput, Stack, Table, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { address, send } from '../../api/client';
import type { NewApiToken } from '../../api/types';
import { dateTime } from '../../format/format';
import { Command } from '../../parts/Command';
import { Empty } from '../../parts/Empty';
import { Failure } from '../../parts/Failure';
import { texts } from '../../texts/access';
import { Asked, type AskedProps } from './Asked';
import { Listed } from './Listed';
import { keys, useTokens } from './queries';
import { rolesUpTo } from './roles';

const DAY_MILLIS = 86_400_000;
const LONGEST_DAYS = 365;
const USUAL_DAYS = 90;

/** What programs show instead of a name and a password. */
export function Tokens({ role }: { role: string }) {
  const tokens = useTokens();
  const [asked, setAsked] = useState<AskedProps | null>(null);
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {texts.tokensAbout}
      </Text>
      <Create role={role} />
      <Listed of={tokens}>
        {list =>
          list.length === 0 ? (
            <Empty title={texts.noTokens}>{texts.tokensAbout}</Empty>
          ) : (
            <Table.ScrollContainer minWidth={640}>
              <Table aria-label={texts.tokens}>
                <Table.Thead>
                  <Table.Tr>
                    {[texts.whatFor, texts.role, texts.user, texts.expires, texts.lastUsed, texts.actions].map(
                      title => (
                        <Table.Th key={title}>{title}</Table.Th>
                      ),
                    )}
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {list.map(token => (
                    <Table.Tr key={token.id}>
                      <Table.Td>{token.name}</Table.Td>
                      <Table.Td>{token.role}</Table.Td>
                      <Table.Td>{token.user}</Table.Td>
                      <Table.Td>{dateTime(token.expiresAt)}</Table.Td>
                      <Table.Td>{token.usedAt ? dateTime(token.usedAt) : texts.never}</Table.Td>
                      <Table.Td>
                        <Button
                          size="compact-xs"
                          variant="default"
                          aria-label={texts.revokeOf(token.name)}
                          onClick={() =>
                            setAsked({
                              title: texts.revokeTitle(token.name),
                              does: texts.revokeDoes,
                              button: texts.revoke,
                              changes: keys.tokens,
                              act: () => send('DELETE', address(['tokens', token.id])),
                            })
                          }
                        >
                          {texts.revoke}
                        </Button>
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
          )
        }
      </Listed>
      <Asked asked={asked} onClose={() => setAsked(null)} />
    </Stack>
  );
}

function Create({ role: own }: { role: string }) {
  const client = useQueryClient();
  const [opened, { open, close }] = useDisclosure(false);
  const [name, setName] = useState('');
  const [role, setRole] = useState('viewer');
  const [days, setDays] = useState(USUAL_DAYS);
  const making = useMutation({
    mutationFn: () =>
      send<NewApiToken>('POST', address(['tokens']), {
        json: { name, role, expires: new Date(Date.now() + days * DAY_MILLIS).toISOString() },
      }),
    onSuccess: async () => {
      close();
      setName('');
      await client.invalidateQueries({ queryKey: keys.tokens });
    },
  });
  return (
    <>
      <Button size="xs" variant="default" onClick={open} style={{ alignSelf: 'flex-start' }}>
        {texts.createToken}
      </Button>
      {making.data ? (
        <Stack gap={4}>
          <Text size="sm">{texts.copyTheToken}</Text>
          <Command text={making.data.token} />
        </Stack>
      ) : null}
      <Modal
        opened={opened}
        onClose={close}
        title={texts.createTokenTitle}
        closeButtonProps={{ 'aria-label': texts.close }}
      >
        <form
          onSubmit={event => {
            event.preventDefault();
            making.mutate();
          }}
        >
          <Stack gap="sm">
            <TextInput
              label={texts.whatFor}
              value={name}
              onChange={event => setName(event.currentTarget.value)}
              required
              data-autofocus
            />
            <NativeSelect
              label={texts.role}
              value={role}
              onChange={event => setRole(event.currentTarget.value)}
              data={rolesUpTo(own).map(value => ({ value, label: texts.roles[value] }))}
            />
            <NumberInput
              label={texts.validDays}
              value={days}
              onChange={value => setDays(Number(value) || 1)}
              min={1}
              max={LONGEST_DAYS}
            />
            {making.isError ? <Failure title={texts.rejected} error={making.error} /> : null}
            <Group justify="flex-end">
              <Button variant="default" onClick={close}>
                {texts.cancel}
              </Button>
              <Button type="submit" loading={making.isPending}>
                {texts.createTokenButton}
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
    </>
  );
}
