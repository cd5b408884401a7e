import { expect, it } from 'vitest';
import { agentName, agentNames } from './agentNames';

const UUID = '5b7e0c2e-8c0b-4a51-9a4c-6a1f0e0a7d11';

it('names agents by host, role and user', () => {
  const names = agentNames([
    { id: UUID, host: 'vm-1', role: 'client', user: '' },
    { id: 'b', host: 'vm-1', role: 'desktop', user: 'anna' },
    { id: 'c', host: 'vm-2' },
  ]);
  expect([...names.values()]).toEqual(['vm-1 (client)', 'vm-1 (desktop, anna)', 'vm-2 (client)']);
});

it('numbers agents that are alike, by their ids, whatever the order of the list', () => {
  const two = [
    { id: 'b', host: 'vm', role: 'client' },
    { id: 'a', host: 'vm', role: 'client' },
  ];
  for (const list of [two, [...two].reverse()]) {
    const names = agentNames(list);
    expect([names.get('a'), names.get('b')]).toEqual(['vm (client 1)', 'vm (client 2)']);
  }
});

it('never falls back to an id', () => {
  expect(agentName(new Map(), UUID, 'vm-1')).toBe('vm-1');
  expect(agentName(new Map(), UUID)).toBe('unknown agent');
});
