import { useMe } from './queries';
import type { paths } from './schema.gen';
import { texts } from '../texts/access';

type Method = 'get' | 'post' | 'put' | 'delete';

/** An endpoint as the controller's table of rights has it: `POST /api/v1/runs/{id}/stop`. */
export type Endpoint = {
  [P in keyof paths]: {
    [M in Method]: paths[P][M] extends undefined ? never : `${Uppercase<M>} ${P}`;
  }[Method];
}[keyof paths];

/** What the one who is logged in may call. The controller says it, and refuses the rest; while it has not said anything, nothing is kept from anybody. */
export function useRights(): { may: (endpoint: Endpoint) => boolean; reason: string } {
  const me = useMe().data;
  const allowed: readonly string[] | undefined = me?.may;
  return {
    may: endpoint => allowed === undefined || allowed.includes(endpoint),
    reason: me && allowed ? texts.notWithYourRole(me.role) : '',
  };
}
