import { PasswordInput, Text } from '@mantine/core';
import { useState } from 'react';
import { address, send } from '../../api/client';
import { NewPassword, useNewPassword } from '../../parts/NewPassword';
import { texts } from '../../texts/access';
import { FormDialog, FormFields } from './FormDialog';

/** One's own password. */
export function ChangePassword() {
  return (
    <FormDialog calls="PUT /api/v1/me/password" button={texts.changePassword} title={texts.changePasswordTitle}>
      {close => <Form close={close} />}
    </FormDialog>
  );
}

function Form({ close }: { close: () => void }) {
  const [old, setOld] = useState('');
  const fresh = useNewPassword();
  return (
    <FormFields
      act={() => send('PUT', address(['me', 'password']), { json: { old, new: fresh.password } })}
      close={close}
      submit={texts.changePasswordButton}
      ready={fresh.isReady}
    >
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
    </FormFields>
  );
}
