import { Badge, Button, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { address, send } from '../../api/client';
import { dateTime } from '../../format/format';
import { Empty } from '../../parts/Empty';
import { Failure } from '../../parts/Failure';
import { IfAllowed } from '../../parts/IfAllowed';
import { texts } from '../../texts/access';
import { Listed } from './Listed';
import { keys, useLogins } from './queries';
import { RowsTable } from './RowsTable';

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
            <RowsTable
              label={texts.logins}
              rows={list}
              keyOf={login => login.id}
              columns={[
                { title: texts.user, cell: login => login.user },
                { title: texts.loggedInAt, cell: login => dateTime(login.createdAt) },
                { title: texts.lastUsed, cell: login => dateTime(login.usedAt) },
                { title: texts.from, cell: login => login.address },
                { title: texts.browser, cell: login => login.browser },
                {
                  title: texts.actions,
                  cell: login =>
                    login.own ? (
                      <Badge color="gray">{texts.thisBrowser}</Badge>
                    ) : (
                      <IfAllowed calls="DELETE /api/v1/logins/{id}">
                        <Button
                          size="compact-xs"
                          variant="default"
                          aria-label={texts.endOf(login.user)}
                          onClick={() => ending.mutate(login.id)}
                        >
                          {texts.end}
                        </Button>
                      </IfAllowed>
                    ),
                },
              ]}
            />
          )
        }
      </Listed>
    </Stack>
  );
}
