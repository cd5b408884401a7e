import { Badge, Button, Group, Modal, NativeSelect, Stack, Table, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { address, send } from '../../api/client';
import type { AddedUser, PasswordLink, User } from '../../api/types';
import { dateTime } from '../../format/format';
import { Command } from '../../parts/Command';
import { Empty } from '../../parts/Empty';
import { Failure } from '../../parts/Failure';
import { texts } from '../../texts/access';
import { Asked, type AskedProps } from './Asked';
import { Listed } from './Listed';
import { keys, useUsers } from './queries';

const ROLES = ['viewer', 'operator', 'admin', 'scrape'] as const;

/** Who may log in from other machines, and with which role. */
export function Users({ me }: { me: string }) {
  const users = useUsers();
  const [asked, setAsked] = useState<AskedProps | null>(null);
  const [link, setLink] = useState<{ name: string; made: PasswordLink } | null>(null);
  return (
    <Stack gap="md">
      <Add onLink={(name, made) => setLink({ name, made })} />
      {link ? <SentLink name={link.name} link={link.made} /> : null}
      <Listed of={users}>
        {list =>
          list.length === 0 ? (
            <Empty title={texts.noUsers}>{texts.noUsersAbout}</Empty>
          ) : (
            <UsersTable
              users={list}
              me={me}
              onLink={(name, made) => setLink({ name, made })}
              onRemove={user =>
                setAsked({
                  title: texts.removeTitle(user.name),
                  does: texts.removeUserDoes,
                  button: texts.remove,
                  changes: keys.users,
                  act: () => send('DELETE', address(['users', user.name])),
                })
              }
            />
          )
        }
      </Listed>
      <Asked asked={asked} onClose={() => setAsked(null)} />
    </Stack>
  );
}

function SentLink({ name, link }: { name: string; link: PasswordLink }) {
  return (
    <Stack gap={4}>
      <Text size="sm">{texts.passwordLinkFor(name, dateTime(link.expiresAt))}</Text>
      <Command text={link.url ?? `${window.location.origin}${link.passwordLink}`} />
    </Stack>
  );
}

function Add({ onLink }: { onLink: (name: string, made: PasswordLink) => void }) {
  const client = useQueryClient();
  const [opened, { open, close }] = useDisclosure(false);
  const [name, setName] = useState('');
  const [role, setRole] = useState<string>(ROLES[0]);
  const adding = useMutation({
    mutationFn: () => send<AddedUser>('POST', address(['users']), { json: { name, role } }),
    onSuccess: async added => {
      close();
      setName('');
      if (added.link) onLink(added.user.name, added.link);
      await client.invalidateQueries({ queryKey: keys.users });
    },
  });
  return (
    <>
      <Button size="xs" variant="default" onClick={open} style={{ alignSelf: 'flex-start' }}>
        {texts.addUser}
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title={texts.addUserTitle}
        closeButtonProps={{ 'aria-label': texts.close }}
      >
        <form
          onSubmit={event => {
            event.preventDefault();
            adding.mutate();
          }}
        >
          <Stack gap="sm">
            <TextInput
              label={texts.name}
              value={name}
              onChange={event => setName(event.currentTarget.value)}
              required
              data-autofocus
            />
            <NativeSelect
              label={texts.role}
              value={role}
              onChange={event => setRole(event.currentTarget.value)}
              data={ROLES.map(value => ({ value, label: texts.roles[value] }))}
            />
            {adding.isError ? <Failure title={texts.rejected} error={adding.error} /> : null}
            <Group justify="flex-end">
              <Button variant="default" onClick={close}>
                {texts.cancel}
              </Button>
              <Button type="submit" loading={adding.isPending}>
                {texts.addUserButton}
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
    </>
  );
}

function UsersTable({
  users,
  me,
  onLink,
  onRemove,
}: {
  users: readonly User[];
  me: string;
  onLink: (name: string, made: PasswordLink) => void;
  onRemove: (user: User) => void;
}) {
  const client = useQueryClient();
  const changing = useMutation({
    mutationFn: ({ name, change }: { name: string; change: { role?: string; disabled?: boolean } }) =>
      send('PUT', address(['users', name]), { json: change }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.users }),
  });
  const linking = useMutation({
    mutationFn: (name: string) => send<PasswordLink>('POST', address(['users', name, 'password-links'])),
    onSuccess: (made, name) => onLink(name, made),
  });
  const failed = changing.error ?? linking.error;
  return (
    <>
      {failed ? <Failure title={texts.rejected} error={failed} /> : null}
      <Table.ScrollContainer minWidth={640}>
        <Table aria-label={texts.users}>
          <Table.Thead>
            <Table.Tr>
              {[texts.name, texts.role, texts.state, texts.since, texts.actions].map(title => (
                <Table.Th key={title}>{title}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {users.map(user => (
              <Table.Tr key={user.name}>
                <Table.Td>{user.name}</Table.Td>
                <Table.Td>
                  <NativeSelect
                    size="xs"
                    aria-label={texts.roleOf(user.name)}
                    value={user.role}
                    disabled={user.name === me}
                    onChange={event =>
                      changing.mutate({ name: user.name, change: { role: event.currentTarget.value } })
                    }
                    data={[...ROLES]}
                  />
                </Table.Td>
                <Table.Td>
                  <StateOf user={user} />
                </Table.Td>
                <Table.Td>{dateTime(user.createdAt)}</Table.Td>
                <Table.Td>
                  {user.name === me ? null : (
                    <Group gap="xs">
                      <Button
                        size="compact-xs"
                        variant="default"
                        aria-label={texts.newLinkOf(user.name)}
                        onClick={() => linking.mutate(user.name)}
                      >
                        {texts.newLink}
                      </Button>
                      <Button
                        size="compact-xs"
                        variant="default"
                        aria-label={user.disabled ? texts.enableOf(user.name) : texts.disableOf(user.name)}
                        onClick={() => changing.mutate({ name: user.name, change: { disabled: !user.disabled } })}
                      >
                        {user.disabled ? texts.enable : texts.disable}
                      </Button>
                      <Button
                        size="compact-xs"
                        variant="default"
                        color="red"
                        aria-label={texts.removeOf(user.name)}
                        onClick={() => onRemove(user)}
                      >
                        {texts.remove}
                      </Button>
                    </Group>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </>
  );
}

function StateOf({ user }: { user: User }) {
  if (user.disabled) return <Badge color="gray">{texts.disabled}</Badge>;
  if (!user.hasPassword && user.issuer == null) return <Badge color="yellow">{texts.noPassword}</Badge>;
  return <Badge color="green">{texts.active}</Badge>;
}
