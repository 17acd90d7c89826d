import { expect, it } from 'vitest'
import type { ExplorerIdentities } from '../protocol.js'
import { choiceOf, identityChoices, matchingChoices } from './identity-choices.js'

const identities: ExplorerIdentities = {
  open: false,
  roles: [
    { name: 'role:2', label: 'Public', detail: null },
    { name: 'role:3', label: 'Editor', detail: null },
  ],
  users: [{ name: 'user:1', label: 'ada@example.com', detail: 'Editor' }],
  tokens: [{ name: 'token:1', label: 'shop', detail: 'read-only' }],
}

it('lists Everything and Public before roles, users and tokens', () => {
  expect(identityChoices(identities).map(({ key }) => key)).toEqual([
    'everything',
    'public',
    'role:2',
    'role:3',
    'user:1',
    'token:1',
  ])
})

it('shows the kind of each identity', () => {
  expect(choiceOf({ name: 'user:1', label: 'ada@example.com', detail: 'Editor' }).detail).toBe('user, Editor')
  expect(choiceOf({ name: 'role:3', label: 'Editor', detail: null }).detail).toBe('role')
  expect(choiceOf({ name: 'everything', label: 'anything', detail: null }).label).toBe('Everything')
})

it.each([
  ['EDIT', ['role:3', 'user:1']],
  ['token', ['token:1']],
  [' ', ['everything', 'public', 'role:2', 'role:3', 'user:1', 'token:1']],
  ['nobody', []],
])('%j finds %j', (text, keys) => {
  expect(matchingChoices(identityChoices(identities), text).map(({ key }) => key)).toEqual(keys)
})
