import { PasswordInput } from '@mantine/core';
import { useState } from 'react';
import { texts } from '../texts/access';

const SHORTEST = 12;

export interface NewPasswordState {
  password: string;
  setPassword: (text: string) => void;
  again: string;
  setAgain: (text: string) => void;
  /** Whether it is long enough and was typed the same twice. */
  isReady: boolean;
}

export function useNewPassword(): NewPasswordState {
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  return { password, setPassword, again, setAgain, isReady: password.length >= SHORTEST && password === again };
}

/** A new password, typed twice. */
export function NewPassword({ of: fresh }: { of: NewPasswordState }) {
  return (
    <>
      <PasswordInput
        label={texts.newPassword}
        description={texts.passwordRule}
        value={fresh.password}
        onChange={event => fresh.setPassword(event.currentTarget.value)}
        autoComplete="new-password"
        required
      />
      <PasswordInput
        label={texts.repeatPassword}
        value={fresh.again}
        onChange={event => fresh.setAgain(event.currentTarget.value)}
        error={fresh.again !== '' && fresh.again !== fresh.password ? texts.notTheSame : null}
        autoComplete="new-password"
        required
      />
    </>
  );
}
