const RISING = ['viewer', 'operator', 'admin'] as const;

export type RoleWord = (typeof RISING)[number] | 'scrape';

/** The roles that somebody of this role may give to a token: none that can do more. */
export function rolesUpTo(role: string): RoleWord[] {
  const last = RISING.findIndex(one => one === role);
  return last < 0 ? ['scrape'] : [...RISING.slice(0, last + 1), 'scrape'];
}
