const LOCAL = /^\/([A-Za-z0-9._~-][A-Za-z0-9._~/?&=%-]*)?$/;

/** The page to open after the log-in: always one of this controller, whatever the address says. */
export function goal(said: string | null): string {
  return said !== null && LOCAL.test(said) && !said.startsWith('/login') ? said : '/';
}

/** The address of the log-in, from which one comes back to a page. */
export function loginAddress(page: string): string {
  const back = goal(page);
  return back === '/' ? '/login' : `/login?to=${encodeURIComponent(back)}`;
}
