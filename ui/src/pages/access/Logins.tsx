import { Badge, Button, Stack, Table } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { address, send } from '../../api/client';
import { dateTime } from '../../format/format';
import { Empty } from '../../parts/Empty';
import { Failure } from '../../parts/Failure';
import { texts } from '../../texts/access';
import { Listed } from './Listed';
import { keys, useLogins } from './queries';

/** Browsers that are logged in; each can be ended alone. */
export function Logins() {
  const client = useQueryClient();
  const logins = useLogins();
  const ending = useMutation({
    mutationFn: (id: string) => send('DELETE', address(['logins', id])),
    onSettled: () => client.invalidateQueries({ queryKey: keys.logins }),
  });
  return (
    <Stack gap="md">
      {ending.isError ? <Failure title={texts.rejected} error={ending.error} /> : null}
      <Listed of={logins}>
        {list =>
          list.length === 0 ? (
            <Empty title={texts.noLogins}>{texts.noUsersAbout}</Empty>
          ) : (
            <Table.ScrollContainer minWidth={640}>
              <Table aria-label={texts.logins}>
                <Table.Thead>
                  <Table.Tr>
                    {[texts.user, texts.loggedInAt, texts.lastUsed, texts.from, texts.browser, texts.actions].map(
                      title => (
                        <Table.Th key={title}>{title}</Table.Th>
                      ),
                    )}
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {list.map(login => (
                    <Table.Tr key={login.id}>
                      <Table.Td>{login.user}</Table.Td>
                      <Table.Td>{dateTime(login.createdAt)}</Table.Td>
                      <Table.Td>{dateTime(login.usedAt)}</Table.Td>
                      <Table.Td>{login.address}</Table.Td>
                      <Table.Td>{login.browser}</Table.Td>
                      <Table.Td>
                        {login.own ? (
                          <Badge color="gray">{texts.thisBrowser}</Badge>
                        ) : (
                          <Button
                            size="compact-xs"
                            variant="default"
                            aria-label={texts.endOf(login.user)}
                            onClick={() => ending.mutate(login.id)}
                          >
                            {texts.end}
                          </Button>
                        )}
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
          )
        }
      </Listed>
    </Stack>
  );
}
