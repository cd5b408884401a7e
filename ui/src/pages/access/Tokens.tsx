import { Button, NativeSelect, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { address, send } from '../../api/client';
import type { Me, NewApiToken } from '../../api/types';
import { dateTime } from '../../format/format';
import { Command } from '../../parts/Command';
import { Empty } from '../../parts/Empty';
import { Explanation } from '../../parts/Explanation';
import { IfAllowed } from '../../parts/IfAllowed';
import { texts } from '../../texts/access';
import { Asked, type AskedProps } from './Asked';
import { FormDialog, FormFields } from './FormDialog';
import { Listed } from './Listed';
import { keys, useTokens } from './queries';
import { rolesUpTo } from './roles';
import { RowsTable } from './RowsTable';

const DAY_MILLIS = 86_400_000;
const USUAL_DAYS = 90;

/** What programs show instead of a name and a password. */
export function Tokens({ me }: { me: Me }) {
  const tokens = useTokens();
  const [asked, setAsked] = useState<AskedProps | null>(null);
  const [made, setMade] = useState<NewApiToken | null>(null);
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {texts.tokensAbout} <Explanation of="tokens" about={texts.tokens} />
      </Text>
      <FormDialog calls="POST /api/v1/tokens" button={texts.createToken} title={texts.createTokenTitle}>
        {close => <Create me={me} close={close} onMade={setMade} />}
      </FormDialog>
      {made ? (
        <Stack gap={4}>
          <Text size="sm">{texts.copyTheToken}</Text>
          <Command text={made.token} />
        </Stack>
      ) : null}
      <Listed of={tokens}>
        {list =>
          list.length === 0 ? (
            <Empty title={texts.noTokens}>{texts.tokensAbout}</Empty>
          ) : (
            <RowsTable
              label={texts.tokens}
              rows={list}
              keyOf={token => token.id}
              columns={[
                { title: texts.whatFor, cell: token => token.name },
                { title: texts.role, cell: token => token.role },
                { title: texts.user, cell: token => token.user },
                { title: texts.expires, cell: token => dateTime(token.expiresAt) },
                { title: texts.lastUsed, cell: token => (token.usedAt ? dateTime(token.usedAt) : texts.never) },
                {
                  title: texts.actions,
                  cell: token => (
                    <IfAllowed calls="DELETE /api/v1/tokens/{id}">
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
                    </IfAllowed>
                  ),
                },
              ]}
            />
          )
        }
      </Listed>
      <Asked asked={asked} onClose={() => setAsked(null)} />
    </Stack>
  );
}

function Create({ me, close, onMade }: { me: Me; close: () => void; onMade: (made: NewApiToken) => void }) {
  const [name, setName] = useState('');
  const [role, setRole] = useState<string>('viewer');
  const [days, setDays] = useState(Math.min(USUAL_DAYS, me.longestTokenDays));
  return (
    <FormFields
      act={() =>
        send<NewApiToken>('POST', address(['tokens']), {
          json: { name, role, expires: new Date(Date.now() + days * DAY_MILLIS).toISOString() },
        })
      }
      changes={keys.tokens}
      onDone={onMade}
      close={close}
      submit={texts.createTokenButton}
    >
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
        data={rolesUpTo(me.role).map(value => ({ value, label: texts.roles[value] }))}
      />
      <NumberInput
        label={texts.validDays}
        value={days}
        onChange={value => setDays(Number(value) || 1)}
        min={1}
        max={me.longestTokenDays}
      />
    </FormFields>
  );
}
