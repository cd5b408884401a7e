/** Where a new profile begins: a document that is valid as it stands, or one that says what is still to be told. */
export interface Template {
  key: string;
  title: string;
  about: string;
  yaml: string;
}

export const TEMPLATES: Template[] = [
  {
    key: 'capacity',
    title: 'How many users a machine holds',
    about: 'Desktops on the machines of the agents, and a search for the capacity.',
    yaml: `id: my-capacity
title: How many office users this machine holds
workloads: office
target: { local: { desktop: 1280x800 } }
# The first load point is the hint; the search never goes beyond max.
load: { find-max: { hint: 10, max: 40 } }
thresholds: { A: 1s, B: 6s }
`,
  },
  {
    key: 'rdp',
    title: 'Users of a terminal server',
    about: 'RDSH servers or single desktops over RDP, with accounts of their own.',
    yaml: `id: my-rdsh
title: How many users the terminal servers hold
workloads: office
target:
  rdp:
    # {1..2} stands for two hosts; 3389 unless a port is given.
    hosts: ["rdsh-{1..2}.example"]
    usersPerHost: 25
    # A set of accounts is kept by the controller, apart from profiles.
    accounts: office-users
    # The layout of the users' keyboards, as X11 names it.
    keyboard: { layout: us }
    desktop: 1280x800
load: { find-max: { hint: 20, max: 50 } }
thresholds: { A: 1s, B: 6s }
`,
  },
  {
    key: 'vnc',
    title: 'A pool of desktops over VNC',
    about: 'Desktops that stand ready, one session each.',
    yaml: `id: my-desktops
title: Response of a pool of desktops
workloads: office
target:
  vnc:
    hosts: ["vdi-{01..10}.example:5901"]
    desktop: 1280x800
load: { steps: { sessions: [1, 5, 10] } }
thresholds: { A: 1s, B: 6s }
`,
  },
  {
    key: 'pipeline',
    title: 'A check for a build',
    about: 'A few sessions, and an expectation that fails the build when a platform got worse.',
    yaml: `id: my-regression
title: Two office users, as fast as before
workloads: office-quick
target: { local: { desktop: 1280x800 } }
load: { fixed: { sessions: 2 } }
expect:
  groupA.p95: "< 900ms"
  groupA.failed: "<= 1%"
`,
  },
];

export const EMPTY = '';

export const templateOf = (key: string | null): string => TEMPLATES.find(t => t.key === key)?.yaml ?? EMPTY;

/** An id that nobody has yet: the wished one, or the wished one with a number. */
export function freeId(wished: string, taken: readonly string[]): string {
  const clean =
    wished
      .replace(/[^A-Za-z0-9._-]+/g, '-')
      .replace(/^[^A-Za-z0-9]+/, '')
      .slice(0, 90) || 'profile';
  const used = new Set([...taken, 'new']);
  if (!used.has(clean)) return clean;
  for (let n = 2; ; n++) {
    if (!used.has(`${clean}-${n}`)) return `${clean}-${n}`;
  }
}
