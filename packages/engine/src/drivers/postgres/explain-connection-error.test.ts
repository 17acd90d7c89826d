import { expect, it } from 'vitest'
import { describeConnectionError } from './explain-connection-error.js'

const silent = 'the server does not respond. Check that it runs, its address, and the firewalls on the way.'
const unreachable = [new Error('connect EHOSTUNREACH 10.0.0.1:5432'), new Error('connect EHOSTUNREACH ::1:5432')]
const ofHosts = 'none of its hosts can be used:\n  a: unsupported startup parameter: x. Behind PgBouncer set y.'

it.each([
  ['all addresses of a host name', new AggregateError(unreachable), 'connect EHOSTUNREACH 10.0.0.1:5432'],
  ['a query without a reply', new Error('Query read timeout'), silent],
  ['a dropped connection', Object.assign(new Error('connect ETIMEDOUT'), { code: 'ETIMEDOUT' }), silent],
  ['several hosts, which are already explained', new Error(ofHosts), ofHosts],
])('explains the error of %s', (_case, error, expected) => {
  expect(describeConnectionError(error)).toBe(expected)
})
