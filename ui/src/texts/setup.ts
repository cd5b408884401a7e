/** What may be different around runs, by its key in `setup`. */
const setupFacts: Record<string, string> = {
  'foreign-cpu': 'CPU of the hosts before the first session',
  'host-cpu': 'CPU of the hosts of the sessions',
  'generator-cpu': 'CPU of the client agents’ host',
  cores: 'Cores',
  memory: 'Memory of the hosts',
  workload: 'Content of the workload',
  mode: 'Mode',
  'desktop-size': 'Desktop size',
  setting: 'Setting',
  hosts: 'Hosts of the agents',
  optimisations: 'Optimisations by agent setup',
  'clock-source': 'Clock source',
  network: 'Network traffic of the hosts of the sessions',
  'operating-system': 'Operating system',
  'agent-version': 'Version of the agents',
  java: 'Java',
  environment: 'Environment',
  threshold: 'Threshold',
};

/** `Cores (desktop)`; a fact that these pages do not know is shown by its key. */
export function factTitle({ fact, name }: { fact: string; name: string }): string {
  const title = setupFacts[fact] ?? fact;
  return name ? `${title} (${name})` : title;
}
