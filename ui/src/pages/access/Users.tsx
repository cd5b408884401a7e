import { Badge, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { address, send } from '../../api/client';
import { useRights } from '../../api/rights';
import type { AddedUser, PasswordLink, User } from '../../api/types';
import { dateTime } from '../../format/format';
import { Command } from '../../parts/Command';
import { Empty } from '../../parts/Empty';
import { Failure } from '../../parts/Failure';
import { IfAllowed } from '../../parts/IfAllowed';
import { texts } from '../../texts/access';
import { Asked, type AskedProps } from './Asked';
import { FormDialog, FormFields } from './FormDialog';
import { Listed } from './Listed';
import { keys, useUsers } from './queries';
import { RowsTable } from './RowsTable';

const ROLES = ['viewer', 'operator', 'admin', 'scrape'] as const;

/** Who may log in from other machines, and with which role. */
export function Users({ me }: { me: string }) {
  const users = useUsers();
  const [asked, setAsked] = useState<AskedProps | null>(null);
  const [link, setLink] = useState<{ name: string; made: PasswordLink } | null>(null);
  const onLink = (name: string, made: PasswordLink) => setLink({ name, made });
  return (
    <Stack gap="md">
      <FormDialog calls="POST /api/v1/users" button={texts.addUser} title={texts.addUserTitle}>
        {close => <Add close={close} onLink={onLink} />}
      </FormDialog>
      {link ? <SentLink name={link.name} link={link.made} /> : null}
      <Listed of={users}>
        {list =>
          list.length === 0 ? (
            <Empty title={texts.noUsers}>{texts.noUsersAbout}</Empty>
          ) : (
            <UsersTable
              users={list}
              me={me}
              onLink={onLink}
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

function Add({ close, onLink }: { close: () => void; onLink: (name: string, made: PasswordLink) => void }) {
  const [name, setName] = useState('');
  const [role, setRole] = useState<string>(ROLES[0]);
  return (
    <FormFields
      act={() => send<AddedUser>('POST', address(['users']), { json: { name, role } })}
      changes={keys.users}
      onDone={added => {
        if (added.link) onLink(added.user.name, added.link);
      }}
      close={close}
      submit={texts.addUserButton}
    >
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
    </FormFields>
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
  const { may } = useRights();
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
      <RowsTable
        label={texts.users}
        rows={users}
        keyOf={user => user.name}
        columns={[
          { title: texts.name, cell: user => user.name },
          {
            title: texts.role,
            cell: user => (
              <NativeSelect
                size="xs"
                aria-label={texts.roleOf(user.name)}
                value={user.role}
                disabled={user.name === me || !may('PUT /api/v1/users/{name}')}
                onChange={event => changing.mutate({ name: user.name, change: { role: event.currentTarget.value } })}
                data={[...ROLES]}
              />
            ),
          },
          { title: texts.state, cell: user => <StateOf user={user} /> },
          { title: texts.since, cell: user => dateTime(user.createdAt) },
          {
            title: texts.actions,
            cell: user =>
              user.name === me ? null : (
                <Group gap="xs">
                  {user.disabled ? null : (
                    <IfAllowed calls="POST /api/v1/users/{name}/password-links">
                      <Button
                        size="compact-xs"
                        variant="default"
                        aria-label={texts.newLinkOf(user.name)}
                        onClick={() => linking.mutate(user.name)}
                      >
                        {texts.newLink}
                      </Button>
                    </IfAllowed>
                  )}
                  <IfAllowed calls="PUT /api/v1/users/{name}">
                    <Button
                      size="compact-xs"
                      variant="default"
                      aria-label={user.disabled ? texts.enableOf(user.name) : texts.disableOf(user.name)}
                      onClick={() => changing.mutate({ name: user.name, change: { disabled: !user.disabled } })}
                    >
                      {user.disabled ? texts.enable : texts.disable}
                    </Button>
                  </IfAllowed>
                  <IfAllowed calls="DELETE /api/v1/users/{name}">
                    <Button
                      size="compact-xs"
                      variant="default"
                      color="red"
                      aria-label={texts.removeOf(user.name)}
                      onClick={() => onRemove(user)}
                    >
                      {texts.remove}
                    </Button>
                  </IfAllowed>
                </Group>
              ),
          },
        ]}
      />
    </>
  );
}

function StateOf({ user }: { user: User }) {
  if (user.disabled) return <Badge color="gray">{texts.disabled}</Badge>;
  if (!user.hasPassword && user.issuer == null) return <Badge color="yellow">{texts.noPassword}</Badge>;
  return <Badge color="green">{texts.active}</Badge>;
}
