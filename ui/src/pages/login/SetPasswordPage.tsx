import { Anchor, Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { address, send } from '../../api/client';
import { Failure } from '../../parts/Failure';
import { NewPassword, useNewPassword } from '../../parts/NewPassword';
import { texts } from '../../texts/access';
import { Entrance } from './Entrance';

/** Opened by a link that works once. */
export default function SetPasswordPage() {
  const [parameters] = useSearchParams();
  // The code leaves the address bar and the history with the first view.
  const [code] = useState(() => parameters.get('code') ?? '');
  if (parameters.has('code')) window.history.replaceState(null, '', '/set-password');
  return (
    <Entrance title={texts.setPassword}>
      {code === '' ? <Failure title={texts.noCode} hint={texts.openTheWholeLink} /> : <Form code={code} />}
    </Entrance>
  );
}

function Form({ code }: { code: string }) {
  const fresh = useNewPassword();
  const setting = useMutation({
    mutationFn: () => send('POST', address(['passwords']), { json: { code, password: fresh.password } }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (fresh.isReady) setting.mutate();
  };
  if (setting.isSuccess) {
    return (
      <Stack gap="sm">
        <Text size="sm">{texts.passwordIsSet}</Text>
        <Anchor href="/login">{texts.logIn}</Anchor>
      </Stack>
    );
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <NewPassword of={fresh} />
        {setting.isError ? <Failure title={texts.couldNotSetThePassword} error={setting.error} /> : null}
        <Button type="submit" loading={setting.isPending} disabled={!fresh.isReady}>
          {texts.setPassword}
        </Button>
      </Stack>
    </form>
  );
}
